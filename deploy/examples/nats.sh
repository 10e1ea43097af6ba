#!/bin/sh
# Plays a few moves over NATS with the nats program (github.com/nats-io/natscli),
# against a server that was started with --nats-listen:
#
#     nats.sh [URL]
set -eu
export NATS_URL="${1:-nats://localhost:4222}"

# Everybody may come in as "public". The password is a word that nobody guesses:
# answers, which hold the tokens of seats, go to an inbox of that name.
word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export NATS_USER=public NATS_PASSWORD="$word"
ask() { nats --inbox-prefix "_INBOX.$word" "$@"; }
field() { sed -n 's/^.*"'"$1"'":"\([^"]*\)".*$/\1/p'; }

ask micro info plylog
made=$(ask req --raw plylog.v1.create '{"kind":"reversi","opponent":"self"}')
game=$(printf '%s' "${made%%\"kind\"*}" | field id)
black=$(printf '%s' "${made#*\"tokens\":}" | field first)
white=$(printf '%s' "${made#*\"tokens\":}" | field second)

nats sub --raw "plylog.feed.$game" & # what happens while it listens
feed=$!
trap 'kill $feed' EXIT
ask req --raw "plylog.v1.submit.$game" '{"type":"move","move":"d3"}' -H "Authorization:Bearer $black"
ask req --raw "plylog.v1.submit.$game" '{"type":"move","move":"c3"}' -H "Authorization:Bearer $white"
ask req --raw "plylog.v1.history.$game" ''
