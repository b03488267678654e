#!/bin/sh
# The reversi command: what it prints, and that it refuses bad input with a status and a sentence.
# usage: command_test.sh REVERSI GOLDEN_FOLDER
set -eu
reversi=$1
golden=$2
out=$(mktemp)
trap 'rm -f "$out"' EXIT

fail() {
    echo "command_test: $1" >&2
    exit 1
}

# expect_status STATUS ARGUMENTS...: output and errors go to $out
expect_status() {
    expected=$1
    shift
    status=0
    "$reversi" "$@" >"$out" 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || fail "'$*' gave status $status, not $expected"
}

expect_line() {
    grep -qxF -- "$1" "$out" || fail "no line '$1' in: $(cat "$out")"
}

expect_status 0 show f5f6c4g5h5h4f7h6
expect_line '  a b c d e f g h'
expect_line 'black had to pass'
expect_line 'white moves: c5 e7'

expect_status 0 show --original d4
expect_line 'white moves: e4 d5 e5'

expect_status 0 show "XO-------------------------------------------------------------- O" c1
expect_line 'the game is over'
expect_line 'black (X) 3, white (O) 0'

expect_status 1 show f5f5
expect_line 'reversi: the transcript is wrong at character 3'
for command in show analyse 'perft 3'; do
    # shellcheck disable=SC2086 # words on purpose
    expect_status 1 $command "XO X"
    expect_line 'reversi: the position is wrong at character 3'
done
expect_status 2 show f5 d6 c3
expect_status 2 perft eleven
expect_status 2 perft -1
expect_status 2 nonsense
expect_line "reversi: no command 'nonsense'; see reversi --help"
expect_status 2
expect_status 0 --help

expect_status 0 perft 7
grep -Eq '^ +7 +55092 ' "$out" || fail "perft 7 is not 55092: $(cat "$out")"

# The values of this ending come from a program in another language, as in test_search.c.
ending='-OO-OOO-XXXOOOOXXXXXXXXXXXXXOOXOXOXXXXOOXOXXXXOO-XXXXXXOXXXXXXX- O'
expect_status 0 analyse "$ending" --exact
grep -Eq '^a7 +-22\.00 exact a7' "$out" || fail "a7 is not -22: $(cat "$out")"
expect_status 0 analyse "$ending" --depth 2
expect_status 2 analyse "$ending" --depth 0
expect_status 2 analyse "$ending" --deeply
# Black's pass, after which white wipes out; then that end.
none=$(printf '%62s' '' | tr ' ' -)
expect_status 0 analyse "OX$none X" --depth 2
grep -Eq '^pass +-64\.00 +c1$' "$out" || fail "the pass is not -64: $(cat "$out")"
expect_status 0 analyse "XXX${none#-} O"
grep -Eq '^over +-64\.00 exact $' "$out" || fail "the wipe-out is not -64: $(cat "$out")"

obf=$(mktemp)
trap 'rm -f "$out" "$obf"' EXIT
echo "$ending; a7:-22; h1:-30;" >"$obf"
expect_status 0 solve "$obf"
expect_line '1 of 1 recorded values agree'
echo "$ending; a7:-20;" >>"$obf"
expect_status 1 solve "$obf"
expect_line '1 of 2 recorded values agree'
expect_status 1 solve "$obf.is.not.there"
expect_status 0 solve --wld --hash 1 "$obf"
expect_line '2 of 2 recorded values agree'
expect_status 0 solve "$obf" --selectivity 73
expect_line '1 of 2 recorded values agree'
expect_status 2 solve "$obf" --selectivity 101
expect_status 2 solve "$obf" "$obf"
expect_status 2 solve --wld
# Every kind of line: comments, a pass, an end, a line's end of another system, none at the end.
{
    printf '%% a comment\n\n   \n%s; A7:-22 ; # of a line\r\n' "$ending"
    printf 'OX%s X; pass:-64;\nXXX%s O;pa:-64;\n' "$none" "${none#-}"
    printf '%s %s' "$(printf '%32sO%31s' '' '' | tr ' ' X)" X
} >"$obf"
expect_status 0 solve "$obf"
expect_line '3 of 3 recorded values agree'
grep -Eq '^ +2 +62 +-64 +pass ' "$out" || fail "a pass is not solved: $(cat "$out")"
grep -Eq '^ +3 +61 +-64 +over ' "$out" || fail "an end is not solved: $(cat "$out")"
grep -Eq '^ +4 +0 +[+]62 +over ' "$out" || fail "a full board is not solved: $(cat "$out")"
expect_status 0 solve "$obf" --wld
expect_line '3 of 3 recorded values agree'
# What is no position with values is named, and the others are solved all the same.
for line in nonsense "${ending% O}; a7:-22;" "$ending; a7:" "$ending; a7:x;" "$ending; a7:-22x;" "$ending; a7:-65;" \
    "$ending; z9:-22;" "$ending; a7" "X$ending; a7:-22;"; do
    printf '%s; a7:-22;\n%s\n' "$ending" "$line" >"$obf"
    expect_status 1 solve "$obf"
    expect_line "reversi: line 2 of $obf is no position with values"
    expect_line '1 of 1 recorded values agree'
done
expect_status 1 solve "${obf%/*}"
if [ -e /dev/full ]; then
    status=0
    "$reversi" perft 3 >/dev/full 2>"$out" || status=$?
    [ "$status" -eq 1 ] || fail "a full disk gives status $status"
    grep -q '^reversi: the output cannot be written: ' "$out" || fail "a full disk is not named: $(cat "$out")"
fi

# What the engine plays has not changed, or golden/bench.txt is to be changed as well.
expect_status 0 bench
expect_line "signature $(cat "$golden/bench.txt")"

expect_status 0 match easy random --games 4 --seed 7
grep -Eq '^easy - random: ' "$out" || fail "match gives no result: $(cat "$out")"
expect_status 2 match easy nobody
expect_status 2 match easy random --games 1571
# Self-play goes on where it stopped, and plays a game in the same way whenever it does.
games=$(mktemp)
whole=$(mktemp)
weights=$(mktemp)
trap 'rm -f "$out" "$obf" "$games" "$whole" "$weights"' EXIT
expect_status 0 selfplay "$whole" --games 4 --seed 7 --depth 2 --exact 8
[ "$(wc -l <"$whole")" -eq 4 ] || fail "selfplay does not write four games: $(cat "$whole")"
read -r transcript _ <"$whole"
expect_status 0 show "$transcript"
expect_line 'the game is over'
expect_status 0 selfplay "$games" --games 2 --seed 7 --depth 2 --exact 8
printf 'f5d6' >>"$games" # as if it had been killed while writing
expect_status 0 selfplay "$games" --games 4 --seed 7 --depth 2 --exact 8 --threads 2
[ "$(sort "$games")" = "$(sort "$whole")" ] || fail "selfplay is not resumed: $(cat "$games")"
# Whatever the moment at which it was killed: the same games, each once.
size=$(wc -c <"$whole")
for kept in 1 $((size / 3)) $((size - 1)) "$size"; do
    head -c "$kept" "$whole" >"$games"
    expect_status 0 selfplay "$games" --games 4 --seed 7 --depth 2 --exact 8
    [ "$(sort "$games")" = "$(sort "$whole")" ] || fail "selfplay is not resumed after $kept bytes: $(cat "$games")"
done
expect_status 2 selfplay "$games" --games none
# One process at a time; a full disk is said, and what did not fit comes later.
# shellcheck disable=SC2094 # only its lock is wanted
(
    flock 9
    expect_status 1 selfplay "$games" --games 5 --seed 7 --depth 2 --exact 8
    expect_line "reversi: $games is being written by another process"
) 9<"$games"
cut=$(mktemp)
quadrants=$(mktemp)
trap 'rm -f "$out" "$obf" "$games" "$whole" "$weights" "$cut" "$quadrants"' EXIT
(
    trap '' XFSZ
    ulimit -f 1
    status=0
    "$reversi" selfplay "$cut" --games 4 --seed 7 --depth 2 --exact 8 2>&1 | cat >"$out"
)
grep -q "^reversi: $cut cannot be written: " "$out" || fail "a full disk is not named: $(cat "$out")"
expect_status 0 selfplay "$cut" --games 4 --seed 7 --depth 2 --exact 8
[ "$(sort "$cut")" = "$(sort "$whole")" ] || fail "selfplay does not go on after a full disk: $(cat "$cut")"
# What is no file of games stays as it is.
printf 'some notes\nand more' >"$cut"
expect_status 1 selfplay "$cut" --games 4
expect_line "reversi: line 1 of $cut is not what would stand there"
[ "$(cat "$cut")" = "$(printf 'some notes\nand more')" ] || fail 'selfplay has changed a file that is not its own'
expect_status 1 selfplay "${cut%/*}" --games 4
# Games of another plan neither: a file has those of one seed, played in one way.
cp "$whole" "$cut"
for other in '--seed 8 --depth 2 --exact 8' '--seed 7 --depth 3 --exact 8' '--seed 7 --depth 2 --exact 12'; do
    # shellcheck disable=SC2086 # words on purpose
    expect_status 1 selfplay "$cut" --games 5 $other
    expect_line "reversi: line 1 of $cut is not what would stand there"
    cmp "$cut" "$whole" || fail "selfplay $other has changed a file of other games"
done

# What label finds near the end is what solve proves; it goes on where it stopped, on any number of
# threads, and its positions can be read again.
near_end="--depth 2 --exact 8 --empties-min 6 --empties-max 8 --every 1"
: >"$weights"
# shellcheck disable=SC2086 # words on purpose
expect_status 0 label "$games" "$weights" $near_end
count=$(wc -l <"$weights")
expect_line "$count positions"
[ "$count" -ge 6 ] || fail "label finds no positions: $(cat "$weights")"
awk '{ printf "%s %s; a1:%d;\n", $1, $2, $3 }' "$weights" >"$obf"
expect_status 0 solve "$obf"
expect_line "$count of $count recorded values agree"
head -n 2 "$weights" >"$whole"
tail -n 1 "$weights" | head -c 20 >>"$whole" # as if it had been killed while writing
# shellcheck disable=SC2086
expect_status 0 label "$games" "$whole" $near_end --threads 3
cmp "$weights" "$whole" || fail "label is not resumed: $(cat "$whole")"
expect_status 0 evaluate-error "$weights" --depth 8
grep -Eq '^depth 8 +mean error +0\.000 ' "$out" || fail "label's values are wrong: $(cat "$out")"
# Random plies lead to positions that were not in the games, and a seed to the same ones again.
: >"$obf"
: >"$whole"
for labels in "$obf" "$whole"; do
    # shellcheck disable=SC2086
    expect_status 0 label "$games" "$labels" $near_end --aside 3 --seed 5
done
[ -s "$obf" ] || fail "label --aside finds no positions"
cmp "$obf" "$whole" || fail "label --aside depends on more than its seed"
[ "$(sort -u "$obf" "$weights" | wc -l)" -gt "$count" ] || fail "label --aside steps nowhere"
# Other positions are not written behind these; what is no game is said, and no file of them nothing.
cp "$obf" "$whole"
# shellcheck disable=SC2086
expect_status 1 label "$games" "$obf" $near_end --aside 3 --seed 6
expect_line "reversi: line 1 of $obf is not what would stand there"
cmp "$obf" "$whole" || fail 'label has changed what it did not go on with'
printf 'no game\n' >>"$games"
# shellcheck disable=SC2086
expect_status 0 label "$games" "$obf" $near_end --aside 3 --seed 5
expect_line "reversi: 1 of the 5 lines of $games are no games"
echo 'no game' >"$cut"
expect_status 1 label "$cut" "$whole"
expect_status 2 label "$games" "$whole" --depth 0
expect_status 2 label "$games"
expect_status 1 label "$golden/none" "$whole"

# From games to a file of weights and what is told about it.
echo "$ending -22" >"$obf"
expect_status 0 fit "$weights" --games "$games" --positions "$obf" --iterations 2
grep -q '^all stages: ' "$out" || fail "fit prints no errors: $(cat "$out")"
# Searches that found half of what came of it are believed to say too little.
awk '!/^#/ { margin = $2 - $3; values = ""
             for (i = 0; i < 50; i++) values = values (i ? "," : "") margin * 50
             for (i = 0; i < 5; i++) print $1, margin, 0, i, values }' "$golden/games.txt" >"$cut"
expect_status 0 fit "$weights" --later 0 --games "$cut" --iterations 1
grep -q ' counts 1\.[5-9][0-9] times at ply 20, 1\.[5-9][0-9] times at ply 40$' "$out" ||
    fail "what searches found is not stretched: $(head -n 1 "$out")"
# The quadrants come nearer to the same games than the sum of the weights alone, in the same way each time.
expect_status 0 fit-quadrants "$quadrants" "$weights" --games "$games" --positions "$obf" --epochs 3
awk '/^epoch 1, part 1 / { first = $7 } /^epoch 3, part 8 / { last = $7 }
     END { exit !(last > 0 && last < first) }' "$out" || fail "nothing is fitted: $(cat "$out")"
cp "$quadrants" "$cut"
expect_status 0 fit-quadrants "$quadrants" "$weights" --games "$games" --positions "$obf" --epochs 3
cmp "$quadrants" "$cut" || fail 'fit-quadrants depends on more than its games'
expect_status 2 fit-quadrants "$quadrants" "$weights"
expect_status 2 fit-quadrants "$quadrants" "$weights" --games "$games" --rate x
expect_status 1 fit-quadrants "$quadrants" "$games" --games "$games"
expect_status 1 quantise "$weights" "$weights" "$whole"
expect_line "reversi: $weights cannot be read, or its numbers are for other patterns"
expect_status 2 quantise "$weights" "$quadrants"
expect_status 0 quantise "$weights" "$quadrants" "$whole" --step 6
expect_status 0 quantise "$weights" "$quadrants" "$whole"
head -c 4 "$whole" | grep -q RVW2 || fail "quantise writes no weights file"
expect_status 1 quantise "$games" "$quadrants" "$whole"
expect_status 2 fit "$weights"
expect_status 2 fit "$golden/none/weights" --games "$golden/none" --ridge little
# What a file of weights replaces stays until all of it is written, and that it cannot be is found
# before anything is read; what a killed process left beside it is in nobody's way.
# expect_kept FILE ARGUMENTS...: with no room on the disk FILE stays as it is
expect_kept() {
    kept=$1
    shift
    cp "$kept" "$cut"
    (
        trap '' XFSZ
        ulimit -f 8
        "$reversi" "$@" 2>&1 | cat >"$out"
    )
    grep -q "^reversi: $kept.new cannot be written: ." "$out" || fail "$1 on a full disk says: $(cat "$out")"
    cmp "$kept" "$cut" || fail "$1 on a full disk has changed what it was to replace"
    [ ! -e "$kept.new" ] || fail "$1 on a full disk leaves a stump"
}
echo "$ending -22" >"$obf"
expect_kept "$whole" quantise "$weights" "$quadrants" "$whole"
expect_kept "$quadrants" fit-quadrants "$quadrants" "$weights" --positions "$obf"
expect_kept "$weights" fit "$weights" --from "$weights" --positions "$obf" --iterations 1
expect_status 1 quantise "$golden/none" "$golden/none" "$golden/none/weights"
expect_line "reversi: $golden/none/weights.new cannot be written: No such file or directory"
expect_status 1 fit-quadrants "$golden/none/weights" "$golden/none" --games "$golden/none"
expect_line "reversi: $golden/none/weights.new cannot be written: No such file or directory"
expect_status 1 fit "$golden/none/weights" --games "$golden/none"
expect_line "reversi: $golden/none/weights.new cannot be written: No such file or directory"
expect_status 1 quantise "$weights" "$quadrants" "${obf%/*}"
expect_line "reversi: ${obf%/*} cannot be written: it is something else than a file"
# shellcheck disable=SC2094 # only its lock is wanted
(
    flock 9
    expect_status 1 quantise "$weights" "$quadrants" "$whole"
    expect_line "reversi: $whole.new cannot be written: another process is writing it"
) 9>"$whole.new"
head -c 9000000 /dev/zero >"$whole.new"
expect_status 0 quantise "$weights" "$quadrants" "$whole" --step 2
[ ! -e "$whole.new" ] || fail 'what was written beside a file stays there'
expect_status 0 --weights "$whole" analyse "$ending" --depth 2
expect_status 0 fit --help
grep -q '^usage: reversi fit ' "$out" || fail "fit --help says nothing: $(cat "$out")"
expect_status 1 --weights "$games" bench
expect_status 0 --weights "$whole" analyse "$ending" --depth 2
expect_status 0 evaluate-error "$obf" --depth 10
expect_line '1 positions'
grep -Eq '^depth 10 +mean error +0\.000 ' "$out" || fail "a solved ending has an error: $(cat "$out")"
expect_status 1 evaluate-error "$games"
expect_line "reversi: $games has no positions to look at"
# Values that are none count nowhere.
printf '%s nan\n%s -65\n%s inf\n%s\n' "$ending" "$ending" "$ending" "$ending" >"$cut"
expect_status 1 evaluate-error "$cut"
expect_line "reversi: 4 lines of $cut are no positions with a value"
expect_status 1 fit "$weights" --positions "$cut" --iterations 1
grep -q '^reversi: there is no position to fit to$' "$out" || fail "fit says nothing of a useless file: $(cat "$out")"
echo "$ending -22" >>"$cut"
expect_status 0 evaluate-error "$cut"
expect_line '1 positions'
# Positions without a move: a pass that ends in a wipe-out, and the end after it.
printf 'OX%s X -64\nXXX%s O -64\n' "$none" "${none#-}" >"$cut"
expect_status 0 evaluate-error "$cut" --depth 2
grep -Eq '^depth 2 +mean error +0\.000 ' "$out" || fail "positions without a move have an error: $(cat "$out")"
# Weights that are cut short, too long or no numbers are none.
head -c 1000 "$weights" >"$cut"
expect_status 1 quantise "$cut" "$quadrants" "$whole"
{ cat "$weights" && echo; } >"$cut"
expect_status 1 quantise "$cut" "$quadrants" "$whole"
{ head -c 16 "$weights" && printf '\377\377\377\377' && tail -c +21 "$weights"; } >"$cut"
[ "$(wc -c <"$cut")" -eq "$(wc -c <"$weights")" ] || fail 'the damaged weights have another length'
expect_status 1 quantise "$cut" "$quadrants" "$whole"
expect_line "reversi: $cut cannot be read, or its weights are for other patterns"

# Shallow searches lie the further off, the shallower they are.
expect_status 0 probe-error "$golden/games.txt" --games 240 --depth 6
grep -Eq '^error = base\(empties\) \* \(depth - probe\)\^0\.[0-9]+ \* e\^\(-?0\.[0-9]+ probe\)$' "$out" ||
    fail "no errors are fitted: $(tail -n 2 "$out")"
grep -Eq '^base by empties / 8: - [1-9][0-9 ]* -$' "$out" ||
    fail "bands of too few positions have an error, or others none: $(tail -n 1 "$out")"
# Of every game a position, whatever follows it in its line.
grep -v '^#' "$golden/games.txt" >"$obf"
awk '{ for (i = 0; i < 50; i++) $0 = $0 (i ? "," : " ") "-1000"; print }' "$obf" >"$cut"
expect_status 0 probe-error "$obf" --games 60 --depth 3
cp "$out" "$whole"
expect_status 0 probe-error "$cut" --games 60 --depth 3
cmp "$out" "$whole" || fail "probe-error does not read long lines as it reads short ones: $(cat "$out")"
expect_line 'too few positions for a fit'
expect_status 1 probe-error "$golden/none"
echo 'no game' >"$obf"
expect_status 1 probe-error "$obf"
expect_line "reversi: $obf has no games to look at"
expect_status 2 probe-error "$games" --depth 99

# The fixture is what the command prints.
expect_status 0 hard-games
cmp "$out" "$golden/games.txt" || fail "hard-games differs from games.txt"
[ -z "$(sort "$out" | uniq -d)" ] || fail "hard-games prints a game twice"
