// Schemas that have a name: each place once, read when first asked for, so recursion ends here.
import type { NamedSchema, Schema } from "../model/schema.ts";
import { identityOf, type Node } from "../source/index.ts";
import type { Dialect } from "./dialect.ts";
import { namePartsOf } from "./name-parts.ts";

/** A named schema while it is being read; `name` and `schema` are filled in later. */
export class NamedDraft implements NamedSchema {
  readonly identity: string;
  readonly at: Node;
  nameParts: readonly string[];
  nameLength: number;
  name = "";
  schema: Schema;
  readonly dialect: Dialect;

  constructor(at: Node, dialect: Dialect, placeholder: Schema) {
    this.identity = identityOf(at);
    this.at = at;
    this.dialect = dialect;
    this.schema = placeholder;
    ({ parts: this.nameParts, length: this.nameLength } = namePartsOf(at));
  }
}

export interface RegistryOptions {
  /** Paths of the entry documents: what stands in their `components` is called what its author called it. */
  readonly entries?: ReadonlySet<string>;
  /** Places known to be referred to, by identity: they have a name wherever they are met first. */
  readonly referred?: ReadonlySet<string>;
}

export class SchemaRegistry {
  private readonly options: RegistryOptions;
  private readonly byIdentity = new Map<string, NamedDraft>();
  private readonly forwards = new Map<string, Node>();
  /** Who gave a place its name, by the identity of the place. */
  private readonly owners = new Map<string, string>();
  /** Each format that is met, and a place where it stands. */
  readonly formats: Map<string, Node> = new Map();
  /** What was read where it stands: by the value itself, which is cheaper to find than a place, or by place where a value is no object. */
  private readonly inline = new Set<object | string>();
  /** The values of the places that have a name. */
  private readonly namedValues = new Set<object>();
  private readonly unread: NamedDraft[] = [];
  private taken = 0;
  private readonly crossed = new Map<string, { readonly at: Node; readonly dialect: Dialect }>();
  private late = false;

  constructor(options: RegistryOptions = {}) {
    this.options = options;
  }

  /** The schema at a place, made a named one. Reading it is left to `takeUnread`. */
  named(place: Node, dialect: Dialect, placeholder: (at: Node) => Schema): NamedDraft {
    const at = this.placeOf(place);
    const identity = identityOf(at);
    let draft = this.byIdentity.get(identity);
    if (draft === undefined) {
      draft = new NamedDraft(at, dialect, placeholder(at));
      this.byIdentity.set(identity, draft);
      this.unread.push(draft);
      const key = inlineKeyOf(at);
      if (typeof key === "object") this.namedValues.add(key);
      this.late ||= this.inline.has(key);
    }
    if (isOld(draft.dialect) !== isOld(dialect)) this.crossed.set(identity, { at, dialect });
    return draft;
  }

  /** Whether a place is referred to somewhere; when not yet, it is remembered as one that was read where it stands. */
  isReferred(place: Node): boolean {
    const key = inlineKeyOf(place);
    const isKnown = typeof key === "string" || this.namedValues.has(key);
    // Aliases of YAML are one value at several places, so the place has the last word.
    if (isKnown && this.byIdentity.has(identityOf(place))) return true;
    const { referred } = this.options;
    if (referred?.has(identityOf(place))) return true;
    this.inline.add(key);
    return false;
  }

  /**
   * The places that have a name, when one of them was read inline before the first reference to it was met. A second reading
   * that starts with them gives the same model whatever the order of the description.
   */
  referredLate(): ReadonlySet<string> | null {
    return this.late ? new Set(this.byIdentity.keys()) : null;
  }

  isEntry(place: Node): boolean {
    return this.options.entries?.has(place.document.path) === true;
  }

  /**
   * From now on `from`, which holds nothing but a reference, stands for the place it leads to. Not when something with another
   * name does so already: a schema has one name, and the second one is an alias.
   */
  forward(from: Node, to: Node): void {
    const owner = this.owners.get(identityOf(to));
    if (owner !== undefined && owner !== from.key) return;
    this.owners.set(identityOf(to), from.key);
    this.forwards.set(identityOf(from), to);
  }

  /** Where a place leads that stands for another one. */
  placeOf(place: Node): Node {
    return this.forwards.size === 0 ? place : (this.forwards.get(identityOf(place)) ?? place);
  }

  takeUnread(): NamedDraft | undefined {
    const draft = this.unread[this.taken];
    if (draft !== undefined) this.taken += 1;
    return draft;
  }

  /**
   * Places that two dialects share which read the same keywords differently. They are read in the second one as well: what
   * it does not know is then an error, not a schema that means two things.
   */
  takeCrossed(): { readonly at: Node; readonly dialect: Dialect }[] {
    const taken = [...this.crossed.values()];
    this.crossed.clear();
    return taken;
  }

  all(): readonly NamedDraft[] {
    return [...this.byIdentity.values()];
  }
}

function inlineKeyOf(place: Node): object | string {
  return typeof place.value === "object" && place.value !== null ? place.value : identityOf(place);
}

/** OpenAPI 3.0's dialect gives `exclusiveMinimum`, `nullable` and what stands beside `$ref` a meaning of its own. */
function isOld(dialect: Dialect): boolean {
  return dialect === "openapi-3.0";
}
