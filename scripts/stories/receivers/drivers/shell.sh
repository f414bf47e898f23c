#!/usr/bin/env bash
# The program in $1 and the cases in $2 -> the names of those it judges wrong, one a line. Needs jq.
set -euo pipefail

# shellcheck source=/dev/null
source "$1"

# Everything as Base64, since a field may be empty and may hold the separator.
jq -r '.[] | [.name, .secret, .timestamp, .signature, .body, (.now | tostring), (.valid | tostring)]
  | .[1:4] |= map(@base64 + ".") | join("|")' "$2" |
  while IFS='|' read -r name secret timestamp signature body now expected; do
    text() { base64 -d <<<"${1%.}" && printf .; }
    WEBHOOK_SECRET=$(text "$secret") timestamp=$(text "$timestamp") signature=$(text "$signature")
    WEBHOOK_SECRET=${WEBHOOK_SECRET%.} actual=false
    if base64 -d <<<"$body" | verify "${timestamp%.}" "${signature%.}" "$now"; then actual=true; fi
    [ "$actual" = "$expected" ] || echo "$name"
  done
