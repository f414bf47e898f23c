// A value of a document together with its location: what readers walk over, with its pointer and where it is written.
import { attempt } from "./attempt.ts";
import type { Location, SourceDocument, WrittenValue } from "./document.ts";

export class Node implements Location {
  readonly document: SourceDocument;
  readonly parent: Node | null;
  readonly key: string;
  readonly value: unknown;
  private identity: string | null = null;

  constructor(document: SourceDocument, parent: Node | null, key: string, value: unknown) {
    this.document = document;
    this.parent = parent;
    this.key = key;
    this.value = value;
  }

  static root(document: SourceDocument): Node {
    return new Node(document, null, "", document.value);
  }

  /** The member or element under `key`, own properties only (`constructor` and `__proto__` are ordinary keys). */
  get(key: string): Node | undefined {
    const { value } = this;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    if (Array.isArray(value) && key === "length") return undefined;
    return new Node(this.document, this, key, (value as Record<string, unknown>)[key]);
  }

  has(key: string): boolean {
    return this.get(key)?.value !== undefined;
  }

  /** The keys of an object, in document order; empty for any other value. Cheaper than `members`. */
  keys(): readonly string[] {
    return this.isObject ? Object.keys(this.value as object) : [];
  }

  /** The same location, without these members. */
  without(keys: ReadonlySet<string>): Node {
    if (!this.keys().some((key) => keys.has(key))) return this;
    const remainingEntries = Object.entries(this.value as object).filter(([key]) => !keys.has(key));
    return new Node(this.document, this.parent, this.key, Object.fromEntries(remainingEntries));
  }

  get isObject(): boolean {
    return typeof this.value === "object" && this.value !== null && !Array.isArray(this.value);
  }

  get isArray(): boolean {
    return Array.isArray(this.value);
  }

  /** The members of an object, in document order; empty for any other value. */
  members(): Node[] {
    if (!this.isObject) return [];
    const object = this.value as Readonly<Record<string, unknown>>;
    return Object.keys(object).map((key) => new Node(this.document, this, key, object[key]));
  }

  /** The elements of an array; empty for any other value. */
  items(): Node[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((value, index) => new Node(this.document, this, String(index), value));
  }

  /** See `identityOf`. Computed once, since it is needed many times for the targets of references. */
  get ownIdentity(): string {
    this.identity ??= `${this.document.path}#${pointerOf(this)}`;
    return this.identity;
  }
}

/** The JSON pointer of a location: `/components/schemas/Order`; empty at the root. */
export function pointerOf(location: Location): string {
  let pointer = "";
  for (let at = location; at.parent !== null; at = at.parent) pointer = `/${escapeToken(at.key)}${pointer}`;
  return pointer;
}

/** One string per location, whichever path led there: `/abs/spec/order.yaml#/properties/id`. */
export function identityOf(location: Location): string {
  return location instanceof Node ? location.ownIdentity : `${location.document.path}#${pointerOf(location)}`;
}

/** A location in comments and messages, where it is written: `spec/schemas/order.yaml#/properties/id`. */
export function displayOf(location: Location): string {
  const written = writtenAt(location);
  return `${written.document.name}#${pointerOf(written) || "/"}`;
}

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
  return fragment.includes("%") ? attempt(() => decodeURIComponent(fragment)) : fragment;
}

// Locations in documents that were patched or converted after reading -> where the values are written, and such documents as text.

/** The location itself, unless its document was changed after reading. */
export function writtenAt(location: Location): Location {
  const { written } = location.document;
  if (written === undefined) return location;
  return writtenLocation(written(tokensTo(location)));
}

/** The location where a value is written, through all changes of its document. */
export function writtenLocation({ document, tokens }: WrittenValue): Location {
  const root: Location = { document, parent: null, key: "" };
  return writtenAt(tokens.reduce((parent, key) => ({ document, parent, key }), root));
}

/** The value as written, which a conversion may have changed. */
export function writtenValue(location: Location): unknown {
  const written = writtenAt(location);
  return tokensTo(written).reduce<unknown>((at, key) => Reflect.get(Object(at), key), written.document.value);
}

/** What a document says now: its own text, or, when it was changed after reading, the value as JSON, which is YAML too. */
export function currentText({ text, value, written }: SourceDocument): string {
  return written === undefined ? text : JSON.stringify(value);
}

/** The tokens from the root down to a location. */
export function tokensTo(location: Location): string[] {
  const tokens: string[] = [];
  for (let at = location; at.parent !== null; at = at.parent) tokens.unshift(at.key);
  return tokens;
}
