#!/bin/sh
# Dialogues with the protocol front ends, from tables: `$ ARGUMENTS` names the command, `> ` begins a
# line that the board sends, the others are what the engine says. Then garbage, which ends nothing.
# usage: protocol_test.sh REVERSI DIALOGUES_FOLDER
set -eu
reversi=$1
dialogues=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "protocol_test: $1" >&2
    exit 1
}

# Left out is what depends on the search or the machine: unproved lines, node counts, times, lines' later moves;
# and blanks at the end of a line, which no editor keeps.
stable() {
    sed -E -e 's/ +$//' -e '/^nodestats [0-9]+ [0-9.]+$/d' \
        -e '/^search [A-H1-8]+ -?[0-9.]+ 0 [0-9]+$/d' \
        -e 's/^(search [A-H][1-8])[A-H1-8]*/\1/' \
        -e 's#^(=== [A-H][1-8]/-?[0-9.]+)/[0-9.]+$#\1#' |
        awk '/^search / && seen[$0]++ { next } { print }'
}

converse() {
    arguments=$(sed -n 's/^\$ //p' "$1")
    sed -n 's/^> \{0,1\}//p' "$1" >"$scratch/says"
    grep -v -e '^[#$>]' "$1" >"$scratch/expected" || true
    # shellcheck disable=SC2086 # the arguments are words
    "$reversi" $arguments <"$scratch/says" >"$scratch/answers" ||
        fail "$1: '$arguments' ends with status $?"
    stable <"$scratch/answers" >"$scratch/heard"
    diff "$scratch/expected" "$scratch/heard" >&2 || fail "$1: the answers differ"
}

count=0
for dialogue in "$dialogues"/*.txt; do
    converse "$dialogue"
    count=$((count + 1))
done
[ "$count" -ge 7 ] || fail "only $count dialogues in $dialogues"

# garbage SEED: lines of known words, broken ones, and bytes of all kinds
garbage() {
    LC_ALL=C awk -v seed="$1" 'BEGIN {
        srand(seed)
        n = split("play genmove undo b w pass d3 f5 a1 showboard 1 -7 99999999999999999999 set game " \
            "depth move hint go analyze (; BO[8 B[F5] W[PA] ] ;) # / . komi time_left boardsize", word, " ")
        for (line = 0; line < 400; line++) {
            for (i = int(rand() * 6); i >= 0; i--) {
                if (rand() < 0.2)
                    printf "%c", 1 + int(rand() * 254)
                else
                    printf "%s%s", word[1 + int(rand() * n)], rand() < 0.9 ? " " : ""
            }
            print ""
        }
        for (i = 0; i < 40000; i++)
            printf "play "
        print ""
    }'
}

for seed in 1 2 3; do
    { garbage "$seed"; echo name; } | "$reversi" gtp greedy >"$scratch/answers" ||
        fail "garbage with seed $seed ends gtp with status $?"
    [ "$(tail -n 2 "$scratch/answers" | head -n 1)" = '= reversi' ] || fail "gtp is lost after garbage $seed"
    { echo 'set depth 1'; garbage "$seed" | grep -av depth; echo 'ping 7'; } |
        "$reversi" nboard greedy >"$scratch/answers" ||
        fail "garbage with seed $seed ends nboard with status $?"
    [ "$(tail -n 1 "$scratch/answers")" = 'pong 7' ] || fail "nboard is lost after garbage $seed"
done

# engine INPUT ARGUMENTS...: talks to a board; how it ends goes to $scratch/status
engine() {
    input=$1
    shift
    status=0
    printf '%b' "$input" | timeout 300 "$reversi" "$@" || status=$?
    echo "$status" >"$scratch/status"
}

# A board that dies while the engine thinks for ever takes the engine with it.
engine 'name\ngenmove b\n' gtp depth=60 | sed '/reversi/q' >"$scratch/answers"
[ "$(cat "$scratch/status")" -ne 124 ] || fail 'gtp thinks on when its board has died'
engine 'set depth 60\ngo\n' nboard | sed '/thinking/q' >"$scratch/answers"
[ "$(cat "$scratch/status")" -ne 124 ] || fail 'nboard thinks on when its board has died'

# What the command line refuses.
for arguments in 'gtp nobody' 'gtp hard --seed' 'gtp depth=0' 'nboard depth=61' 'nboard hard easy'; do
    status=0
    # shellcheck disable=SC2086 # the arguments are words
    "$reversi" $arguments </dev/null >/dev/null 2>&1 || status=$?
    [ "$status" -eq 2 ] || fail "'$arguments' gives status $status, not 2"
done
