#!/usr/bin/env python3
"""Watches games of a plylog server with nothing but Python's standard library, and
prints every event of each once, in order, until all of them have ended:

    watch.py SERVER GAME...

It reads the feed of several games and, when the connection breaks or the server is
started anew, comes back with the cursor that the feed gave last.
"""

import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# How long a feed may say nothing: the server sends a heartbeat every 15 seconds.
SILENCE = 45


def lines(server, games, cursor):
    """Yields the lines of one connection; none where all games have ended and were
    seen. One that is cut off is no line."""
    query = {"games": ",".join(games)}
    if cursor:
        query["after"] = cursor
    request = urllib.request.Request(
        server + "/v1/feed?" + urllib.parse.urlencode(query, safe=",:"),
        headers={"Accept": "application/x-ndjson"},
    )
    with urllib.request.urlopen(request, timeout=SILENCE) as feed:
        if feed.status == 204:
            yield {"bye": {"reason": "over", "again": False}}
        for line in feed:
            if line.endswith(b"\n") and line.strip():  # a blank line is a heartbeat
                yield json.loads(line)


def watch(server, games):
    """Yields every event of the games once."""
    seen = {game: 0 for game in games}
    cursor, failures = None, 0
    while True:
        wait = min(0.1 * 2**failures, 5)
        try:
            for record in lines(server, games, cursor):
                failures = 0
                if "v" in record:  # an event; the others have one member, their name
                    game, n = record["game"], record["n"]
                    if n <= seen[game]:
                        continue  # it came before the connection broke, and its cursor did not
                    if n != seen[game] + 1:
                        raise SystemExit("event %d of game %s came behind %d" % (n, game, seen[game]))
                    seen[game] = n
                    yield record
                elif "cursor" in record:
                    cursor = record["cursor"]
                elif "bye" in record and not record["bye"]["again"] and "game" not in record["bye"]:
                    return  # of the last game
        except urllib.error.HTTPError as err:
            if err.code not in (429, 502, 503, 504):
                raise SystemExit("the server says: " + err.read().decode())
            wait = float(err.headers.get("Retry-After") or wait)
        except (OSError, http.client.HTTPException):
            pass  # cut off, or nobody there
        failures += 1
        if failures > 30:
            raise SystemExit("the server does not answer")
        time.sleep(wait)


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    for event in watch(sys.argv[1].rstrip("/"), sys.argv[2:]):
        words = [event["game"], event["n"], event["type"], event.get("data", {}).get("move")]
        print(*filter(None, words), flush=True)


if __name__ == "__main__":
    main()
