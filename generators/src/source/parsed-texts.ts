// Texts parsed in an earlier run -> their values, so that they need not be parsed again.

/** The value as JSON, when JSON represents it exactly: parsed again, it is the same. */
export function jsonOfParsed(text: string, value: unknown): string | null {
  return mayHoldAnchor(text) || !isPlain(value) ? null : JSON.stringify(value);
}

/** Aliases are one value in several places, which JSON does not have. A match inside a string counts as an alias too. */
function mayHoldAnchor(text: string): boolean {
  return /(?:^|[\s[\]{},:-])&[^\s&]/.test(text);
}

/** `-0` is 0 in JSON; values JSON does not have are dropped or changed. */
function isPlain(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isPlain);
      return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
    default:
      return false;
  }
}
