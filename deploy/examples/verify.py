#!/usr/bin/env python3
"""Checks the hash chain and the dice of exported games, without plylog.

    curl -s http://localhost:8080/v1/games/ID/export | python3 verify.py

It reads stored events, one a line, of any number of games, from standard input or
from the files that are named, and prints each game's head. It says nothing about
rules and clocks, and cannot know whether the log is the one that the players saw:
compare the head with one that was kept, or the last line with a receipt.
What it does is what /docs/verify says. Python 3.8 or newer and nothing else.
"""
import hashlib
import json
import sys
import uuid

ROLLS = 1024
PARTY = {"server": b"\xff", "first": b"\x00", "second": b"\x01"}


class Wrong(Exception):
    """Says what does not hold."""


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def dice_of(game, roll, shares):
    """The dice of a roll, one after another, for ever."""
    outcome = sha(b"plylog-dice/1 roll\0", game, roll.to_bytes(4, "big"), *shares)
    block = 0
    while True:
        for byte in sha(b"plylog-dice/1 bytes\0", outcome, block.to_bytes(4, "big")):
            if byte < 252:
                yield byte % 6 + 1
        block += 1


class Chain:
    """A party's dice chain, as far as its shares are known."""

    def __init__(self, game, party, anchor):
        self.tag = b"plylog-dice/1 chain\0" + game + PARTY[party]
        self.roll, self.value = 0, anchor

    def reveal(self, roll, share):
        value = share
        for _ in range(roll - self.roll):
            value = sha(self.tag, value)
        if not self.roll <= roll <= ROLLS or value != self.value:
            raise Wrong("a share of roll %d does not lead to its anchor" % roll)
        self.roll, self.value = roll, share


class Dice:
    """The dice of one game."""

    def __init__(self, created):
        data = created["data"]
        self.game = uuid.UUID(created["game"]).bytes
        self.opening = not ("board" in data or "line" in data)
        self.next, self.brought = 1, {}
        held = {p: bytes.fromhex(a) for p, a in data.get("anchors", {}).items()}
        self.held = {p: Chain(self.game, p, a) for p, a in held.items()}
        self.chains = dict(self.held)
        if data.get("dice") == "shared":
            self.chains = {"server": self.held["server"]}
        if data.get("random") and held:
            die = next(dice_of(self.game, 0, [held[p] for p in PARTY]))
            if created["by"] != data.get("first" if die % 2 else "second"):
                raise Wrong("the creator's seat was not the one that was drawn")

    def event(self, e):
        data, seat = e["data"], e["data"].get("seat")
        if "anchor" in data:
            self.chains[seat] = Chain(self.game, seat, bytes.fromhex(data["anchor"]))
        if e["type"] == "accepted" and data.get("what") == "waive":
            self.next, self.brought = self.next + 1, {}  # given up: it is never thrown
            other = "second" if seat == "first" else "first"
            self.chains[other] = self.held[other]
        if "share" in data:
            self.brought[seat] = bytes.fromhex(data["share"])
            self.chains[seat].reveal(self.next, self.brought[seat])
        fell = [c for c in e.get("then", []) if "dice" in c]
        if fell and "shares" in fell[0]:
            self.roll(fell)
        if e["type"] == "waived":
            self.chains[seat] = self.held[seat]

    def roll(self, fell):
        if any(c.get("roll") != self.next for c in fell):
            raise Wrong("it is not roll %d" % self.next)
        shares = [bytes.fromhex(s) for s in fell[0]["shares"]]
        for party, share in zip(PARTY, shares):
            if party not in self.brought:
                self.chains[party].reveal(self.next, share)
            elif share != self.brought[party]:
                raise Wrong("a share of roll %d is not the one on record" % self.next)
        stream = dice_of(self.game, self.next, shares)
        for i, c in enumerate(fell):
            pair = [next(stream), next(stream)]
            if c["dice"] != pair:
                raise Wrong("roll %d is %s, not %s" % (self.next, pair, c["dice"]))
            again = self.opening and self.next == 1 and pair[0] == pair[1]
            if again != (i + 1 < len(fell)):
                raise Wrong("the opening is thrown again if it is a tie, and only then")
        self.next, self.brought = self.next + 1, {}


class Game:
    def __init__(self, created):
        self.n, self.commands, self.dice = 0, set(), Dice(created)
        self.head = sha(b"plylog-event/1 genesis\0", created["game"].encode())

    def add(self, line, e):
        if e["n"] != self.n + 1:
            raise Wrong("event %d is not followed by %d" % (self.n, e["n"]))
        if e["prev"] != self.head.hex():
            raise Wrong("prev is not the hash of the event before")
        if e["command"] in self.commands:
            raise Wrong("the id of the command was used before")
        self.dice.event(e)
        self.commands.add(e["command"])
        self.head = sha(b"plylog-event/1\0", self.head, line)
        self.n += 1


def main(lines):
    games = {}
    for number, line in enumerate(lines, 1):
        line = line.rstrip(b"\n")
        try:
            e = json.loads(line)
            if e["game"] not in games:
                games[e["game"]] = Game(e)
            games[e["game"]].add(line, e)
        except Wrong as why:
            return "line %d: game %s, event %s: %s" % (number, e["game"], e["n"], why)
        except (ValueError, KeyError, TypeError, AttributeError) as why:
            return "line %d is no event: %r" % (number, why)
    for game, state in games.items():
        print(game, state.n, state.head.hex())
    return None if games else "there is no event"


if __name__ == "__main__":
    files = [open(name, "rb") for name in sys.argv[1:]] or [sys.stdin.buffer]
    sys.exit(main(line for file in files for line in file))
