#!/bin/sh
# The subcommands that work on several threads find what they find on one; a program of its own, for
# the thread sanitizer's sake.
# usage: threads_test.sh REVERSI
set -eu
reversi=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for threads in 1 4; do
    "$reversi" selfplay "$scratch/games.$threads" --games 12 --depth 1 --exact 6 --threads $threads
done
sort "$scratch/games.1" >"$scratch/games"
sort "$scratch/games.4" | cmp "$scratch/games" -
for threads in 1 4; do
    "$reversi" label "$scratch/games" "$scratch/labels.$threads" --depth 1 --exact 4 --every 2 --threads $threads
done
cmp "$scratch/labels.1" "$scratch/labels.4"
[ "$(wc -l <"$scratch/labels.1")" -gt 100 ]
