#!/usr/bin/env bash
# Runs a command beside a PostgreSQL, a Redis, a NATS server and brokers of Kafka, MQTT and AMQP of its own: fresh, on loopback only, and
# gone when the command ends.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: bash scripts/testing/servers.sh [--install] [-- COMMAND...]

Runs COMMAND with WAYBILL_TEST_DATABASE_URL and WAYBILL_TEST_REDIS_URL in its environment, and with WAYBILL_TEST_NATS_URL,
WAYBILL_TEST_KAFKA_BROKER, WAYBILL_TEST_MQTT_URL and WAYBILL_TEST_AMQP_URL where nats-server, kcat, mosquitto and rabbitmq-server are
installed. Ends with the exit status of COMMAND. The servers are the distribution's programs, on ports of 127.0.0.1 that were free, with
their data in a temporary folder.

  --install   installs what is missing with apt-get first (Debian, Ubuntu): as root, or through sudo when that asks nothing
USAGE
}

main() {
  local install=no program
  while [ $# -gt 0 ]; do
    case $1 in
      --install) install=yes ;;
      --help) usage; return ;;
      --) shift; break ;;
      *) usage >&2; return 2 ;;
    esac
    shift
  done
  [ "$install" = no ] || install_missing
  for program in "${optional[@]}"; do
    command -v "$program" >/dev/null || echo "servers.sh: no $program: the tests that need it are skipped" >&2
  done
  [ -z "$(missing_packages)" ] || fail "not found: $(missing_packages). Install these packages, or let --install do it."
  [ $# -gt 0 ] || return 0
  with_servers "$@"
}

# -- The programs

# Few tests need these, and not every distribution has them.
optional=(nats-server kcat mosquitto rabbitmq-server)

# Debian keeps the programs of PostgreSQL out of PATH, in a folder for each version: the newest complete one is taken.
postgresql_programs() {
  local folder
  for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV) $(dirname "$(command -v initdb || echo /)"); do
    [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] && echo "$folder" && return
  done
  return 1
}

missing_packages() {
  local missing=()
  postgresql_programs >/dev/null || missing+=(postgresql)
  command -v redis-server >/dev/null || missing+=(redis-server)
  echo "${missing[*]-}"
}

install_missing() {
  local packages program
  read -ra packages <<<"$(missing_packages)"
  bash "$(dirname "${BASH_SOURCE[0]}")/install.sh" ${packages[@]+"${packages[@]}"}
  for program in "${optional[@]}"; do
    command -v "$program" >/dev/null || bash "$(dirname "${BASH_SOURCE[0]}")/install.sh" "$program" || true
  done
}

# -- The servers

work=''
servers=()
port=''

with_servers() {
  local status=0
  trap stop_servers EXIT
  work=$(temporary_folder)
  choose_user
  start_postgresql
  export WAYBILL_TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres"
  start redis redis-server --bind 127.0.0.1 --port PORT --save '' --appendonly no --dir "$work"
  export WAYBILL_TEST_REDIS_URL="redis://127.0.0.1:$port"
  if command -v nats-server >/dev/null; then
    start nats nats-server -a 127.0.0.1 -p PORT
    export WAYBILL_TEST_NATS_URL="nats://127.0.0.1:$port"
  fi
  # The broker of librdkafka's own tests, in memory. It chooses its port, and lives as long as the consumer that starts it.
  if command -v kcat >/dev/null; then
    start kafka kcat -C -t none -b 127.0.0.1:1 -X test.mock.num.brokers=1 -d mock
    WAYBILL_TEST_KAFKA_BROKER=$(sed -n 's/.*bootstrap\.servers=//p' "$work/kafka.log" | head -1)
    export WAYBILL_TEST_KAFKA_BROKER
  fi
  if command -v mosquitto >/dev/null; then start mosquitto mosquitto -p PORT; export WAYBILL_TEST_MQTT_URL="mqtt://127.0.0.1:$port"; fi
  if [ -x "$rabbitmq" ]; then start_rabbitmq; fi
  echo "WAYBILL_TEST_DATABASE_URL=$WAYBILL_TEST_DATABASE_URL WAYBILL_TEST_REDIS_URL=$WAYBILL_TEST_REDIS_URL" \
    "WAYBILL_TEST_NATS_URL=${WAYBILL_TEST_NATS_URL-} WAYBILL_TEST_KAFKA_BROKER=${WAYBILL_TEST_KAFKA_BROKER-}" \
    "WAYBILL_TEST_MQTT_URL=${WAYBILL_TEST_MQTT_URL-} WAYBILL_TEST_AMQP_URL=${WAYBILL_TEST_AMQP_URL-}" >&2
  "$@" || status=$?
  return "$status"
}

# In memory where the system offers it, as in temporary-folder.ts: a database for each test is half of the work then.
temporary_folder() {
  local free=0
  if [ -z "${TMPDIR-}" ] && [ -w /dev/shm ]; then free=$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }'); fi
  if [ "$free" -ge 4194304 ]; then mktemp -d -p /dev/shm; else mktemp -d; fi
}

# PostgreSQL refuses to run as root. Where the kernel can, the servers end with this script, also when it is killed.
as_user=()
ends_with_script=()
choose_user() {
  if [ "$(id -u)" = 0 ]; then
    local user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    chown "$user" "$work"
    as_user=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --init-groups)
  fi
  if command -v setpriv >/dev/null; then ends_with_script=(setpriv --pdeathsig INT); fi
}

# What costs time for the sake of a power failure is off.
start_postgresql() {
  local programs data=$work/postgresql
  programs=$(postgresql_programs)
  (cd "$work" && quietly ${as_user[@]+"${as_user[@]}"} "$programs/initdb" --pgdata "$data" --username postgres --auth trust \
    --encoding UTF8 --locale C --no-sync) || fail 'initdb failed'
  start postgresql "$programs/postgres" -D "$data" -p PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c fsync=off -c full_page_writes=off -c max_connections=200
}

# Without the wrapper of Debian, which wants its user and its folders. Nodes of Erlang need a port mapper, also for themselves.
rabbitmq=/usr/lib/rabbitmq/bin/rabbitmq-server
start_rabbitmq() {
  start mapper epmd -port PORT -address 127.0.0.1 -debug
  start rabbitmq env HOME="$work" RUNNING_UNDER_SYSTEMD=1 ERL_EPMD_PORT="$port" RABBITMQ_NODENAME=waybill@localhost \
    RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 RABBITMQ_NODE_PORT=PORT RABBITMQ_MNESIA_BASE="$work/rabbitmq" RABBITMQ_LOGS=- \
    RABBITMQ_LOG_BASE="$work" RABBITMQ_ENABLED_PLUGINS_FILE="$work/plugins" RABBITMQ_CONF_ENV_FILE=/dev/null \
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='-kernel inet_dist_use_interface {127,0,0,1}' "$rabbitmq"
  export WAYBILL_TEST_AMQP_URL="amqp://127.0.0.1:$port"
}

ready='ready to accept connections|server is ready|bootstrap\.servers=|epmd running|version [0-9.]+ running|startup complete'

# start NAME COMMAND...: PORT at the end of a word becomes a free port, which ends up in $port. A port that is taken shows only when
# the server tries it, so it is tried again with another one.
start() {
  local name=$1 log=$work/$1.log attempt
  shift
  for attempt in 1 2 3 4 5; do
    port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
    : >"$log"
    (cd "$work" && exec ${as_user[@]+"${as_user[@]}"} ${ends_with_script[@]+"${ends_with_script[@]}"} "${@/%PORT/$port}") \
      >"$log" 2>&1 &
    servers+=("$!")
    until grep -qiE "$ready" "$log"; do
      if ! kill -0 "$!" 2>/dev/null; then
        grep -qiE 'address already in use|port_already_used' "$log" && continue 2
        cat "$log" >&2
        fail "$name did not start"
      fi
      sleep 0.05
    done
    return
  done
  fail "$name found no free port in $attempt attempts"
}

stop_servers() {
  local pid waited=0
  for pid in ${servers[@]+"${servers[@]}"}; do kill -INT "$pid" 2>/dev/null || true; done
  for pid in ${servers[@]+"${servers[@]}"}; do
    while kill -0 "$pid" 2>/dev/null; do
      [ "$waited" -lt 200 ] || kill -KILL "$pid" 2>/dev/null || true
      waited=$((waited + 1))
      sleep 0.05
    done
  done
  [ -z "$work" ] || rm -rf "$work"
}

quietly() {
  local output
  output=$("$@" 2>&1) || { echo "$output" >&2; return 1; }
}

fail() {
  echo "servers.sh: $*" >&2
  exit 1
}

main "$@"
