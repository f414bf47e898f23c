#!/usr/bin/env bash
# The vectors of signatures -> a verdict on each by openssl, and exit code 1 when one is not as the file says. Needs jq.
# It runs nothing of this project, so that an error of the project cannot be repeated here.
set -euo pipefail

file=${1:-$(dirname "${BASH_SOURCE[0]}")/../../spec/examples/signatures.json}

main() {
  local lines count=0 valid=0 mismatches=0 name expected timestamp secret body given actual
  lines=$(vectors)
  [ -n "$lines" ] || { echo 'openssl: 0 vectors' && return 1; }
  while IFS='|' read -r name expected timestamp secret body given; do
    count=$((count + 1))
    [ "$expected" = false ] || valid=$((valid + 1))
    actual=false
    [ "$(signature)" != "$given" ] || actual=true
    [ "$actual" != "$expected" ] || continue
    mismatches=$((mismatches + 1))
    echo "$name: expected valid to be $expected"
  done <<<"$lines"
  echo "openssl: $count vectors, $valid of them valid, $mismatches mismatches"
  [ "$mismatches" -eq 0 ]
}

# A line for each vector; secret and body as Base64, since a variable cannot hold every byte.
vectors() {
  jq -r '.vectors[] | [.name, (.valid | tostring), .timestamp, (.secret | @base64),
    (if has("rawBody") then .rawBody | @base64 else .rawBodyBase64 end), .signature] | join("|")' "$file"
}

# What the vector must be signed with. The key goes to openssl as hexadecimal digits.
signature() {
  local key
  key=$(base64 -d <<<"$secret" | od -An -v -tx1 | tr -d ' \n')
  printf 'sha256='
  { printf '%s.' "$timestamp" && base64 -d <<<"$body"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -r | cut -d ' ' -f 1
}

main
