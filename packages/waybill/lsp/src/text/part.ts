// What a large description consists of: maps of parts, such as its paths, and its components of each kind.

/** A member of a map of parts, such as `"Order": { … }` in `components.schemas`. */
export interface Part {
  /** The keys that lead to it, its own last. */
  readonly tokens: readonly string[];
  /** Where its key begins. */
  readonly start: number;
  /** In YAML, where the line of the next one begins. */
  readonly end: number;
  /** Whether brackets and quotes close what they open; otherwise it ends where it ended before. */
  readonly isClosed: boolean;
  /** Another object when its text is another: what is known of it is found by it. */
  readonly written: object;
}

/** A map of parts: `paths`, `components.schemas`. */
export interface PartMap {
  readonly tokens: readonly string[];
  /** After its brace; in YAML, where the line of its first part begins. */
  readonly open: number;
  /** At its closing brace; in YAML, where its last part ends. */
  readonly close: number;
  /** Spaces before each part; `null` in JSON. */
  readonly indent: number | null;
  readonly parts: readonly Part[];
}

/** Whether a member at the top of a document is a map of parts; of `components`, each of its members is. */
export function hasParts(key: string): boolean {
  return mapsOfParts.has(key);
}

const mapsOfParts: ReadonlySet<string> = new Set([
  ...["paths", "webhooks", "x-webhooks", "definitions", "parameters", "responses", "channels", "operations", "$defs"],
]);

/** A text as an object of its own: what is cut out of another keeps all of that in memory. */
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

export type Format = "json" | "yaml";
