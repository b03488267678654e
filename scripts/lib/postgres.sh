# shellcheck shell=bash disable=SC2154 # $root is common.sh's
# A private PostgreSQL cluster: made, started and stopped by the script that sources this file
# (after common.sh).
#
#   pg_start DATA [fast]  makes the cluster in the folder DATA if there is none, starts it, waits
#                         until it answers, and sets
#                           PG_PID          the postmaster, a child of the calling shell
#                           PG_SOCKET       the folder of its unix socket, the only way in
#                           PG_SERVICE_URL  the service's role, which owns no table
#                           PG_OWNER_URL    the owner's role, which migrates
#                           PG_ADMIN_URL    the superuser
#   pg_stop               stops it (open transactions are rolled back) and waits until it is gone
#   pg_reachable DATA     prints DATA, or, where the cluster's user cannot enter its parents, a
#                         place that it can
#
# Call pg_start from the script's own shell, never from $( ): the server is bound to the life of the
# shell that started it, and ends with it even if that shell is killed with SIGKILL.
#
# Durable unless `fast` is given, which is for tests whose data nobody misses: no fsync.
#
# Who it runs as: PostgreSQL refuses to run as root, so root starts it as the owner of DATA, and
# makes it for the system's user `postgres`. Anybody else runs it as himself.
#
# Who gets in: there is no TCP and the socket's folder has mode 0700, so only that user and root
# reach the server at all; it therefore asks for no password.
#
# The socket's folder is not in DATA, because a socket's path may have 107 bytes at most. Its name
# follows from DATA, so a restart finds the same one and a killed run leaves nothing to collect.

# shellcheck disable=SC2034 # for whoever sources this
PG_PID='' PG_SOCKET='' PG_SERVICE_URL='' PG_OWNER_URL='' PG_ADMIN_URL=''

pg_start() {
  local data=$1 mode=${2:-durable}
  [ -e "$data/PG_VERSION" ] || pg_make "$data" "$mode"
  pg_launch "$data" "$mode"
}

pg_stop() {
  [ -n "$PG_PID" ] || return 0
  kill -INT "$PG_PID" 2>/dev/null || true
  wait "$PG_PID" 2>/dev/null || true
  PG_PID=''
  rmdir "$PG_SOCKET" 2>/dev/null || true
}

pg_reachable() {
  local data=$1 parent=$1 elsewhere
  if [ "$(id -u)" != 0 ]; then
    printf '%s' "$data"
    return
  fi
  until [ -d "$parent" ]; do parent=$(dirname "$parent"); done
  if pg_as "$(pg_user "$data")" test -x "$parent"; then
    printf '%s' "$data"
    return
  fi
  elsewhere=/var/lib/reversid/$(pg_key "$data")
  say "the user $(pg_user "$data") cannot enter $parent: the database lives in $elsewhere"
  printf '%s' "$elsewhere"
}

# A cluster is complete or absent: it is made beside its place and moved there when it has its
# roles, so an interrupted start leaves nothing half-made.
pg_make() {
  local data=$1 mode=$2 new=$1.new user options=()
  user=$(pg_user "$data")
  say "making a PostgreSQL cluster in $data (user $user)"
  rm -rf "$new"
  mkdir -p "$(dirname "$data")"
  mkdir -m 0700 "$new"
  [ "$(id -u)" != 0 ] || chown "$user:" "$new"
  [ "$mode" != fast ] || options+=(--no-sync)
  pg_as "$user" "$(pg_bin "$new")/initdb" --pgdata="$new" --username=postgres --auth=trust \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums "${options[@]}" >"$data.log" 2>&1 ||
    pg_fail "$data" "initdb failed"
  pg_launch "$new" "$mode"
  psql -qX -v ON_ERROR_STOP=1 -f "$root/sql/roles.sql" "$PG_ADMIN_URL" || die "sql/roles.sql failed"
  pg_stop
  rm -f "$new.log"
  mv "$new" "$data"
}

# A server that was killed a moment ago may hold its lock for a second more: try for five.
pg_launch() {
  local data=$1 mode=$2 until=$((SECONDS + 5))
  pg_paths "$data"
  pg_turn_log "$data.log"
  until pg_try "$data" "$mode"; do
    [ "$SECONDS" -lt "$until" ] || pg_fail "$data" "PostgreSQL does not start"
    sleep 0.2
  done
}

pg_try() {
  local data=$1 user bin settings=(
    -c listen_addresses=
    -c unix_socket_directories="$PG_SOCKET"
    -c unix_socket_permissions=0700
    -c max_connections=200
  )
  [ "$2" != fast ] || settings+=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off)
  user=$(pg_user "$data")
  bin=$(pg_bin "$data")
  # setsid: Ctrl-C reaches every process of the terminal's group, and the database must outlive the
  # requests in flight. No command before the & but exec-ing ones: $! has to be the postmaster.
  if [ "$(id -u)" = 0 ]; then
    setsid setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups --pdeathsig INT -- \
      "$bin/postgres" -D "$data" "${settings[@]}" >>"$data.log" 2>&1 </dev/null &
  else
    setsid setpriv --pdeathsig INT -- \
      "$bin/postgres" -D "$data" "${settings[@]}" >>"$data.log" 2>&1 </dev/null &
  fi
  PG_PID=$!
  until pg_is_ready "$data"; do
    if ! kill -0 "$PG_PID" 2>/dev/null; then
      wait "$PG_PID" || true
      PG_PID=''
      return 1
    fi
    sleep 0.03
  done
}

# The lock file tells whose server it is, which the socket would not: its first line is the process,
# its last the state.
pg_is_ready() {
  local lines=()
  mapfile -t lines 2>/dev/null <"$1/postmaster.pid" || return 1
  [ "${lines[0]:-}" = "$PG_PID" ] && [[ ${lines[7]:-} == ready* ]]
}

# The socket's folder is in /tmp, where anybody may have made it first: it must be a folder, ours,
# and closed.
pg_paths() {
  local data=$1 user
  user=$(pg_user "$data")
  PG_SOCKET=/tmp/reversid-$(pg_key "$data")
  if mkdir -m 0700 "$PG_SOCKET" 2>/dev/null; then
    [ "$(id -u)" != 0 ] || chown "$user:" "$PG_SOCKET"
  fi
  if [ -L "$PG_SOCKET" ] || [ "$(stat -c %U:%a "$PG_SOCKET")" != "$user:700" ]; then
    die "$PG_SOCKET exists and is not a folder of $user with mode 0700: remove it"
  fi
  PG_SERVICE_URL="postgresql://reversid@/reversid?host=$PG_SOCKET"
  PG_OWNER_URL="postgresql://reversid_owner@/reversid?host=$PG_SOCKET"
  PG_ADMIN_URL="postgresql://postgres@/postgres?host=$PG_SOCKET"
}

# The cluster's owner where it exists, else whom we would make it for.
pg_user() {
  local owner
  owner=$(stat -c %U "$1" 2>/dev/null || true)
  if [ "$(id -u)" != 0 ]; then
    [ -z "$owner" ] || [ "$owner" = "$(id -un)" ] ||
      die "the database in $1 belongs to $owner: start as root, or set REVERSID_STATE_DIR"
    id -un
  elif [ -n "$owner" ] && [ "$owner" != root ]; then
    printf '%s' "$owner"
  else
    printf 'postgres'
  fi
}

pg_as() {
  local user=$1
  shift
  if [ "$(id -u)" = 0 ]; then
    # From /, since the user may not be able to enter the folder that we stand in.
    (cd / && setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@")
  else
    "$@"
  fi
}

# A cluster is served by the major version that made it; a new one is made by the newest.
pg_bin() {
  local version=
  if [ -s "$1/PG_VERSION" ]; then
    version=$(<"$1/PG_VERSION")
  else
    version=$(find /usr/lib/postgresql -mindepth 3 -maxdepth 3 -path '*/bin/postgres' 2>/dev/null |
      cut -d/ -f5 | sort -n | tail -1)
  fi
  [ -x "/usr/lib/postgresql/$version/bin/postgres" ] ||
    die "no PostgreSQL server ${version:-at all} in /usr/lib/postgresql"
  printf '/usr/lib/postgresql/%s/bin' "$version"
}

# One old log is kept; nothing here grows without end.
pg_turn_log() {
  [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -lt 10000000 ] || mv "$1" "$1.1"
}

pg_key() { printf '%s' "$1" | cksum | cut -d' ' -f1; }

pg_fail() {
  tail -n 5 "$1.log" >&2 || true
  die "$2: the log is $1.log"
}
