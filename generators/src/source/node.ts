// A value of a document together with its location: what readers walk over.
import type { Location, SourceDocument } from "./document.ts";
import { escapeToken } from "./pointer.ts";
import { writtenAt } from "./written.ts";

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
    const kept = Object.entries(this.value as object).filter(([key]) => !keys.has(key));
    return new Node(this.document, this.parent, this.key, Object.fromEntries(kept));
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
