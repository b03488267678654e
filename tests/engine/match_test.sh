#!/bin/sh
# reversi match: against itself through both protocols, and against peers that play illegal moves,
# hang, die or talk garbage: each is told precisely, and none leaves a process behind.
# usage: match_test.sh REVERSI
set -eu
reversi=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out

fail() {
    echo "match_test: $1: $(cat "$out")" >&2
    exit 1
}

# match STATUS ARGUMENTS...: output and errors go to $out
match() {
    expected=$1
    shift
    status=0
    "$reversi" match "$@" >"$out" 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || fail "'$*' gave status $status, not $expected"
}

expect() {
    grep -Eq -- "$1" "$out" || fail "no line like '$1' in"
}

# The same engine on both sides: whoever wins an opening with black loses it with white.
match 0 depth=1 "gtp:'$reversi' gtp depth=1" --games 6
expect '^depth=1 - gtp:.* in 6 games, score 50\.0 % \+- 0\.0 \(95 %\), \+0\.00 discs a game$'
expect '^gtp:.*: [0-9]+\.[0-9]{3} CPU seconds a game$'
match 0 "gtp:'$reversi' gtp depth=2" "nboard=2:'$reversi' nboard" --games 5
expect ' in 6 games, score 50\.0 % \+- 0\.0 \(95 %\), \+0\.00 discs a game$'
match 0 greedy random --games 2
expect '^greedy - random: \+[0-2] =[0-2] -[0-2] in 2 games, score [0-9.]+ %, '

# The seed decides everything but the time that it took, and an external side plays as one of ours.
match 0 random greedy --games 6 --seed 5 --verbose
grep '^game' "$out" | sed 's/, CPU.*//' >"$scratch/first"
match 0 random greedy --games 6 --seed 5 --verbose
grep '^game' "$out" | sed 's/, CPU.*//' | diff "$scratch/first" - || fail 'a seed does not give the same games'
match 0 random greedy --games 6 --seed 6 --verbose
grep '^game' "$out" | sed 's/, CPU.*//' | cmp -s "$scratch/first" - && fail 'another seed gives the same games'
read -r _ _ _ _ transcript score <"$scratch/first"
"$reversi" show "$transcript" >"$out"
expect "^black \(X\) ${score%-*}, white \(O\) ${score#*-}\$"
expect '^the game is over$'

# Sides that are limited by CPU time.
match 0 cpu=0.02 greedy --games 2
expect '^cpu=0\.02: [0-9.]+ CPU seconds a game'
match 0 cpu=equal "nboard=1:'$reversi' nboard" --games 2
expect '^cpu=equal - nboard=1:.* in 2 games'
expect '^nboard=1:.*: 0\.[0-9]*[1-9][0-9]* CPU seconds a game$'
for sides in 'cpu=equal cpu=equal' 'cpu=0 random' 'cpu=fast random' 'easy nobody' 'gtp: easy' 'nboard=0:x easy' easy; do
    # shellcheck disable=SC2086 # the sides are words
    match 2 $sides
done
match 2 easy random --games 0
match 2 easy random --timeout 0
match 2 easy random --games

# peer NAME SCRIPT: a GTP program that agrees to everything but genmove, for which SCRIPT is run.
# It notes its process and that of a child.
peer() {
    cat >"$scratch/$1" <<PEER
sleep 1000 >/dev/null &
echo \$\$ \$! >"$scratch/processes"
while read -r command; do
    case \$command in
    genmove*) $2 ;;
    *) echo = ;;
    esac
    echo
done
PEER
}

# state_of PROCESS: nothing where there is none or only its exit status is left
state_of() {
    sed -n 's/^State:[^A-Z]*\([A-Z]\).*/\1/p' "/proc/$1/status" 2>/dev/null | tr -d 'ZX'
}

# A process that is killed may be seen for a moment longer.
expect_gone() {
    read -r processes <"$scratch/processes"
    for process in $processes; do
        tries=100
        while [ "$tries" -gt 0 ] && [ -n "$(state_of "$process")" ]; do
            sleep 0.1
            tries=$((tries - 1))
        done
        [ "$tries" -gt 0 ] || fail "$1 left process $process behind, state $(state_of "$process")"
    done
}

# expect_fault NAME SCRIPT FAULT
expect_fault() {
    peer "$1" "$2"
    match 1 "gtp:exec sh $scratch/$1" random --games 2 --timeout "${timeout:-30}"
    expect "^reversi: game 1: gtp:exec sh $scratch/$1 $3\$"
    expect_gone "$1"
}

expect_fault illegal 'echo = a1' "played a1, which is illegal in '[-XO]{64} X'"
expect_fault passes 'echo = pass' "played a pass, which is illegal in '[-XO]{64} X'"
expect_fault nonsense 'echo = z9' "answered 'z9' to 'genmove b', which is no move"
expect_fault refuses 'echo "? no idea"' "refused 'genmove b': no idea"
expect_fault exits 'exit 3' "ended with status 3 before it answered 'genmove b'"
expect_fault leaves 'sleep 1000 & exit 4' "ended with status 4 before it answered 'genmove b'"
# shellcheck disable=SC2016 # the peer expands it
expect_fault dies 'kill -SEGV $$' "was ended by signal 11 \(.*\) before it answered 'genmove b'"
expect_fault chatters 'yes blah' "said 10000 lines, but no answer to 'genmove b'; its last line was 'blah'"
timeout=4 expect_fault hangs 'sleep 1000' "gave no answer to 'genmove b' within 4 s"
timeout=4 expect_fault mumbles 'echo hm; exec cat /dev/zero' \
    "gave no answer to 'genmove b' within 4 s; its last line was 'hm'"
expect_fault closes 'exec >&-; exec sleep 1000' "closed its output before it answered 'genmove b'"

# Who gives up loses all squares, whichever colour, and the match goes on.
peer resigns 'echo "= Resign"'
match 0 "gtp:exec sh $scratch/resigns" random --games 4 --verbose
expect "^game 1, black gtp:.*: [a-h1-8]+ (black|white) resigned, CPU s "
expect " - random: \+0 =0 -4 in 4 games, score 0\.0 % \+- 0\.0 \(95 %\), -64\.00 discs a game\$"
match 0 random "gtp:exec sh $scratch/resigns" --games 2
expect '^random - gtp:.*: \+2 =0 -0 in 2 games, score 100\.0 %, \+64\.00 discs a game$'

match 1 random 'gtp:exit 7' --games 2
expect "^reversi: game 1: gtp:exit 7 ended with status 7 before it answered 'protocol_version'\$"
match 1 random "nboard=3:echo pong 1; read -r _ _; echo pong 2; echo pong 3; echo === zz; sleep 1000" --games 2
expect "answered '=== zz' to 'go', which is no move\$"
match 1 "gtp:'$reversi' gtp greedy" 'nboard=3:exec 2>&1; exec /nowhere/at/all' --games 2
expect "ended with status 127 before it answered 'ping 1'; its last line|ended with status 127 before it answered 'ping 1'\$"

# Stopped from outside while the peer thinks, it ends the peer first.
peer stopped "echo asked >\"$scratch/asked\"; sleep 1000"
rm -f "$scratch/processes"
"$reversi" match "gtp:sh $scratch/stopped" random >"$out" 2>&1 &
running=$!
until [ -e "$scratch/asked" ]; do sleep 0.02; done
kill -TERM "$running"
wait "$running" && fail 'SIGTERM does not end a match'
expect_gone stopped

# What a player gives away: random play loses discs in every phase.
"$reversi" losses random --games 1 >"$out"
expect '^opening, .* +[0-9]+ +[0-9]*[1-9][0-9]*\.'
expect '^all +[0-9]+ +[0-9]*[1-9][0-9]*\.[0-9]{3} '
status=0
"$reversi" losses nobody >"$out" 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "'losses nobody' gives status $status, not 2"
