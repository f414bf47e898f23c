#!/usr/bin/env bash
# Installs the packages named with apt-get (Debian, Ubuntu): as root, or through sudo when that asks nothing.
set -euo pipefail

main() {
  local as_root=() log
  [ $# -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "there is no apt-get here. Install by hand what stands for: $*"
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || fail "only root can install $*: sudo apt-get install $*"
    as_root=(sudo -n)
  fi
  echo "installing $*"
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
  log=$(mktemp)
  if ! { "${as_root[@]}" update && "${as_root[@]}" install --yes --no-install-recommends "$@"; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "apt-get could not install $*"
  fi
  rm -f "$log"
}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

main "$@"
