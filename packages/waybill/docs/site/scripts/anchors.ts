// An anchor that a page does not have -> the field that it means: links to older pages say `request.body.shipTo.zip`, and others
// `body-shipTo-zip`, where the page has `body-ship-to-zip`.

/** `null` when none or several are meant. */
export function anchorFor(wanted: string, ids: Iterable<string>): string | null {
  const words = wordsOf(wanted);
  if (words === "") return null;
  const found = [...ids].filter((id) => wordsOf(id) === words);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Where a field is matters less than what it is called: pages say `body` where others say `request.body`. */
const places: ReadonlySet<string> = new Set([
  "request",
  "body",
  "payload",
  "header",
  "headers",
  "parameter",
  "query",
  "path",
]);

function wordsOf(text: string): string {
  const words = text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  return words.filter((word, at) => at > 2 || !places.has(word)).join("-");
}
