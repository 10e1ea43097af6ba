#!/bin/sh
# Plays a short game of reversi with curl and follows it meanwhile:
#
#     game.sh [SERVER]
#
# It prints the events as they are stored, and at last how the game ended.
set -eu
server=${1:-http://localhost:8080}

# field NAME prints the first text of that name in JSON; JSON tools do it better.
field() { sed 's/^.*"'"$1"'":"\([^"]*\)".*$/\1/'; }

# send TOKEN COMMAND sends a command. What goes out again when nobody answered has the
# same key, and is stored once.
send() {
	key=$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)
	curl -fsS --retry 8 --retry-connrefused --json "$2" -o /dev/null \
		-H "Authorization: Bearer $1" -H "Idempotency-Key: $key" "$server/v1/games/$game/events"
}

made=$(curl -fsS --json '{"kind":"reversi","opponent":"self"}' "$server/v1/games")
game=$(printf '%s' "${made%%\"kind\"*}" | field id)
black=$(printf '%s' "${made#*\"tokens\":}" | field first)
white=$(printf '%s' "${made#*\"tokens\":}" | field second)

curl -fsSN -H 'Accept: application/x-ndjson' "$server/v1/games/$game/events?follow=1" &
feed=$!
send "$black" '{"type":"move","move":"d3"}'
send "$white" '{"type":"move","move":"c3"}'
send "$black" '{"type":"move","move":"c4"}'
send "$white" '{"type":"resign"}'
wait $feed # it ends with the game
curl -fsS "$server/v1/games/$game" | sed 's/^.*"result":\({[^}]*}\).*$/\1/'
echo
