# Runs named sections of a long check, one after the other or in lanes beside each other, and says of each how many seconds it took,
# how many of a processor (which other load on the machine hardly changes), and whether it failed. To be sourced by a bash script that
# has `set -euo pipefail`. A section is a command or a function; one that fails stops nothing, and `sections_passed` tells at the end.
# Never after `||`, `&&` or `if`: bash then runs on inside of it.

sections=$(mktemp -d)
lanes_running=()
trap sections_over EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# section NAME COMMAND...
section() {
  local name=$1 began=$SECONDS status=0 log= spent=$sections/${lane:-main}.spent took
  shift
  if [ -n "${lane:-}" ]; then
    log=$sections/$lane.log
    printf '\n== %s ==\n' "$name" >"$log"
    set +e
    (trap 'times >"$spent"' EXIT; set -e; "$@") >>"$log" 2>&1 </dev/null
    status=$?
  else
    printf '\n== %s ==\n' "$name"
    set +e
    (trap 'times >"$spent"' EXIT; set -e; "$@")
    status=$?
  fi
  set -e
  took="$((SECONDS - began)) s ($(processor_seconds <"$spent") s of a processor)"
  # One at a time: what sections of two lanes print is not mixed.
  until mkdir "$sections/printing" 2>/dev/null; do sleep 0.1; done
  if [ -n "$log" ]; then
    cat "$log"
    # Far above the end of a long run: its own end is shown again there.
    if [ "$status" != 0 ]; then tail -n 25 "$log" >>"$sections/ends"; fi
    rm "$log"
  fi
  printf -- '-- %s: %s%s\n' "$name" "$took" "$([ "$status" = 0 ] || echo ", FAILED with exit code $status")"
  echo "$name: $took" >>"$sections/times"
  [ "$status" = 0 ] || echo "$name" >>"$sections/failed"
  rmdir "$sections/printing"
}

# What bash's `times` prints, of a shell and its children (`0m1.250s 0m0.310s`, twice) -> whole seconds.
processor_seconds() { tr ' ' '\n' | awk -F '[ms]' '{ sum += 60 * $1 + $2 } END { printf "%.0f", sum }'; }

# lanes COUNT FUNCTION...: so many lanes, each of which takes the next function when it has ended one; so those that take longest come
# first. The functions have sections of their own. What a section prints comes in one piece, when it has ended.
lanes() {
  local count=$1 pid
  shift
  set -m
  for lane in $(seq "$count"); do
    take_all "$@" </dev/null &
    lanes_running+=("$!")
  done
  set +m
  lane=
  for pid in "${lanes_running[@]}"; do wait "$pid" || echo 'a lane which did not come to its end' >>"$sections/failed"; done
  lanes_running=()
}

# Runs the functions that no other lane has taken.
take_all() {
  local taken
  for taken in "$@"; do
    if mkdir "$sections/$taken.taken" 2>/dev/null; then "$taken"; fi
  done
}

# Whether none has failed yet; says which have, after the last lines of those in lanes.
sections_passed() {
  [ -e "$sections/failed" ] || return 0
  [ ! -e "$sections/ends" ] || cat "$sections/ends"
  printf '\nfailed: %s\n' "$(paste -sd, "$sections/failed" | sed 's/,/, /g')"
  return 1
}

section_times() {
  times >"$sections/spent"
  printf '\n%s; %s s in all (%s s of a processor)\n' "$(paste -sd, "$sections/times" | sed 's/,/, /g')" "$SECONDS" \
    "$(processor_seconds <"$sections/spent")"
}

# What was running when the script is ended from outside goes too, and what it had said until then is shown.
sections_over() {
  local pid log
  for pid in ${lanes_running[@]+"${lanes_running[@]}"}; do kill -TERM -- "-$pid" 2>/dev/null || true; done
  for log in "$sections"/*.log; do [ ! -e "$log" ] || { cat "$log"; echo '-- did not end'; }; done
  rm -rf "$sections"
}
