#!/usr/bin/env python3
"""A bot for plylog that plays legal moves at random, with nothing but Python's
standard library. It shows all that a bot needs: follow the game's feed, ask for
the choices, send one of them.

    bot.py SERVER GAME           joins the game and plays
    PLYLOG_TOKEN=... bot.py SERVER GAME
                                 plays on the seat that the token proves

Make a game to play against it with, say,
    curl -d '{"kind":"reversi"}' -H 'Content-Type: application/json' SERVER/v1/games
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

# What an engine calls a move and the API a command of its own.
COMMANDS = {"roll", "double", "take", "drop"}

# How long a feed may say nothing: the server sends a heartbeat every 15 seconds.
SILENCE = 45


class Server:
    def __init__(self, base, token):
        self.base = base.rstrip("/")
        self.token = token

    def open(self, path, body=None, headers=None):
        """Sends a request; waits and sends it again where that may help."""
        headers = dict(headers or {})
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        for attempt in range(30):
            try:
                return urllib.request.urlopen(
                    urllib.request.Request(self.base + path, data, headers), timeout=SILENCE
                )
            except urllib.error.HTTPError as err:
                if err.code not in (429, 502, 503, 504):
                    raise
                wait = float(err.headers.get("Retry-After") or 1)
            except (OSError, http.client.HTTPException):
                wait = min(0.1 * 2**attempt, 5)
            time.sleep(wait)
        raise SystemExit("the server does not answer")

    def load(self, path, body=None, headers=None):
        """Sends a request until all of its answer has come."""
        for _ in range(30):
            try:
                with self.open(path, body, headers) as answer:
                    return json.loads(answer.read())
            except (ConnectionError, TimeoutError, http.client.HTTPException):
                pass  # cut off
        raise SystemExit("the server's answers do not come through")

    def send(self, game, key, command, version=None):
        """Sends a command under a key: sent again it is still one event."""
        headers = {"Idempotency-Key": str(key)}
        if version is not None:
            headers["If-Match"] = '"%d"' % version
        return self.load("/v1/games/%s/events" % game, command, headers)

    def follow(self, game):
        """Yields the game's events from the first to the last, across broken
        connections."""
        after, over = 0, False
        while not over:
            path = "/v1/games/%s/events?follow=1&after=%d" % (game, after)
            try:
                with self.open(path, headers={"Accept": "application/x-ndjson"}) as feed:
                    if feed.status == 204:
                        return
                    for line in feed:
                        if not line.endswith(b"\n"):
                            break  # cut off
                        if not line.strip():
                            continue  # a heartbeat
                        event = json.loads(line)
                        after = event["n"]
                        over = "result" in event["after"]
                        yield event
            except (ConnectionError, TimeoutError, http.client.HTTPException):
                pass  # cut off


def answer(server, game, event):
    """Sends what is to be sent at this version, if anything."""
    now = server.load("/v1/games/%s/choices" % game)
    seat, version = now["seat"], now["version"]
    if version != event["n"]:
        return  # the feed will bring what has happened meanwhile
    offer = event["after"].get("offer")
    if offer and offer["by"] != seat:
        command = {"type": "decline", "what": offer["what"]}
    elif now["choices"]:
        move = random.choice(now["choices"])["move"]
        if move == "double":
            move = now["choices"][0]["move"]  # roll, or take: random stakes are no fun
        command = {"type": move} if move in COMMANDS else {"type": "move", "move": move}
    else:
        return
    try:
        server.send(game, uuid.uuid5(uuid.UUID(game), "%s %d" % (seat, version)), command, version)
    except urllib.error.HTTPError as err:
        if err.code not in (409, 412):
            raise SystemExit("%s: %s" % (command, err.read().decode()))
        # The game went on without us; the feed says how.


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    server, game = Server(sys.argv[1], os.environ.get("PLYLOG_TOKEN")), sys.argv[2]
    if not server.token:
        server.token = server.send(game, uuid.uuid4(), {"type": "join"})["token"]
    for event in server.follow(game):
        if "result" in event["after"]:
            print(json.dumps(event["after"]["result"]))
            return
        answer(server, game, event)


if __name__ == "__main__":
    main()
