# shellcheck shell=bash
# What every script here shares. Sourced, never run:
#     . "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"
# Gives $root (the checkout, absolute), say, die, usage, as_root, now_ms, seconds_since.

# set -e also inside $( ).
shopt -s inherit_errexit

script=${0##*/}
# shellcheck disable=SC2034 # for whoever sources this
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '%s: %s\n' "$script" "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# usage — the comment at the top of the script.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }

# as_root COMMAND … — runs it as root: directly when we are root, else through sudo.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "neither root nor sudo: as root, run: $*"
  fi
}

# now_ms — milliseconds since the epoch, without a process.
now_ms() {
  local now=${EPOCHREALTIME/[.,]/}
  printf '%s' "${now%???}"
}

# seconds_since MS — "1.2", for a line that tells how long something took.
seconds_since() {
  local ms=$(($(now_ms) - $1))
  printf '%d.%d' $((ms / 1000)) $((ms % 1000 / 100))
}
