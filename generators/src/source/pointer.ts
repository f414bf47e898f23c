// JSON pointers (RFC 6901): escaping and splitting, as plain text and as a URI fragment.

/** Escapes one reference token of a pointer: `a/b~c` -> `a~1b~0c`. */
export function escapeToken(token: string): string {
  return token.includes("~") || token.includes("/") ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

/** The tokens of a pointer: `/paths/~1v1` -> `["paths", "/v1"]`; `null` when it is not a pointer. */
export function tokensOf(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Decodes percent-encoding in a URI fragment; `null` when the encoding is invalid. */
export function decodeFragment(fragment: string): string | null {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}
