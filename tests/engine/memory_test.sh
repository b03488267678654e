#!/usr/bin/env bash
# A subcommand that has no memory for its table says so, and that it failed.
# usage: memory_test.sh REVERSI GOLDEN_FOLDER
set -euo pipefail
reversi=$1
golden=$2
out=$(mktemp)
positions=$(mktemp)
trap 'rm -f "$out" "$positions"' EXIT

# With a sanitizer the address space has no limit; it has one of its own for an allocation.
if (ulimit -v 48000 && "$reversi" perft 1) >"$out" 2>&1; then
    ulimit -v 48000
else
    export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=14
fi

expect_no_memory() {
    local status=0
    "$reversi" "$@" </dev/null >"$out" 2>&1 || status=$?
    if [ "$status" -ne 1 ] || ! grep -Eq '^reversi: no memory for a table of (16|64) MiB$' "$out"; then
        echo "memory_test: $1 gives status $status and says: $(cat "$out")" >&2
        exit 1
    fi
}

ending='-OO-OOO-XXXOOOOXXXXXXXXXXXXXOOXOXOXXXXOOXOXXXXOO-XXXXXXOXXXXXXX- O'
echo "$ending -22" >"$positions"
expect_no_memory analyse "$ending" --depth 2
expect_no_memory balanced 1
expect_no_memory bench
expect_no_memory evaluate-error "$positions"
expect_no_memory gtp
expect_no_memory losses easy
expect_no_memory match easy random
expect_no_memory nboard
expect_no_memory probe-error "$golden/games.txt"
expect_no_memory solve "$positions"
