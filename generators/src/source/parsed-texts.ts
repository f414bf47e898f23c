// Texts that were parsed before -> their values, so that a run need not parse again what an earlier one has.

/** What is known of texts; asking and telling are all that reading needs, wherever it is kept. */
export interface ParsedTexts {
  /** The value of a text, as JSON; `null` when the very text at this path is not known. */
  readonly find: (path: string, text: string) => string | null;
  /** `json` says all there is to say about the text's value. */
  readonly keep: (path: string, text: string, json: string) => void;
}

/** The value as JSON, when JSON can say it exactly: parsed again, it is the same. */
export function jsonOfParsed(text: string, value: unknown): string | null {
  return mayHoldAnchor(text) || !isPlain(value) ? null : JSON.stringify(value);
}

/** Aliases are one value in several places, which JSON does not have. A sign in a text is taken for one as well. */
function mayHoldAnchor(text: string): boolean {
  return /(?:^|[\s[\]{},:-])&[^\s&]/.test(text);
}

/** `-0` is 0 in JSON; what is no value there is left out or changed. */
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
