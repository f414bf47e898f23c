#!/usr/bin/env bash
# Verifies one delivery, whose body was saved as it came: WEBHOOK_SECRET=whsec_… bash shell.sh TIMESTAMP SIGNATURE < body
set -euo pipefail

# Whether the service has signed the bytes on standard input, at most five minutes from $3.
verify() {
  local timestamp=$1 signature=$2 now=$3 key expected
  [[ $timestamp =~ ^[0-9]{1,15}$ ]] || return 1
  local age=$((now - 10#$timestamp))
  [ "${age#-}" -le 300 ] || return 1
  # openssl takes the bytes of a key as hexadecimal digits. The body goes past the shell, which cannot hold every byte.
  key=$(printf %s "$WEBHOOK_SECRET" | od -An -v -tx1 | tr -d ' \n')
  expected=$({ printf %s. "$timestamp" && cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -r | cut -d ' ' -f 1)
  [ "$signature" = "sha256=$expected" ]
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  verify "$1" "$2" "$(date +%s)" && echo valid
fi
