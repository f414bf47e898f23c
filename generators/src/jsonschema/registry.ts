// Schemas that have a name: each place once, read when first asked for, so recursion ends here.
import type { NamedSchema, Schema } from "../model/schema.ts";
import { identityOf, type Node, tokensTo } from "../source/index.ts";
import type { Dialect } from "./dialect.ts";

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

export class SchemaRegistry {
  private readonly byIdentity = new Map<string, NamedDraft>();
  private readonly forwards = new Map<string, Node>();
  private readonly owners = new Map<string, string>();
  private readonly unread: NamedDraft[] = [];

  /** The schema at a place, made a named one. Reading it is left to `takeUnread`. */
  named(place: Node, dialect: Dialect, placeholder: (at: Node) => Schema): NamedDraft {
    const at = this.forwards.get(identityOf(place)) ?? place;
    const identity = identityOf(at);
    let draft = this.byIdentity.get(identity);
    if (draft === undefined) {
      draft = new NamedDraft(at, dialect, placeholder(at));
      this.byIdentity.set(identity, draft);
      this.unread.push(draft);
    }
    return draft;
  }

  has(place: Node): boolean {
    return this.byIdentity.has(identityOf(place));
  }

  /** Gives a place its name; false when another component has named it differently. */
  claim(place: Node, name: string): boolean {
    const identity = identityOf(place);
    const owner = this.owners.get(identity);
    if (owner === undefined) this.owners.set(identity, name);
    return owner === undefined || owner === name;
  }

  /** From now on `from`, which holds nothing but a reference, stands for the place it leads to. */
  forward(from: Node, to: Node): void {
    this.forwards.set(identityOf(from), to);
  }

  takeUnread(): NamedDraft | undefined {
    return this.unread.shift();
  }

  all(): readonly NamedDraft[] {
    return [...this.byIdentity.values()];
  }
}

/** Keys under which documents keep maps of schemas: the key below them is a name of its own. */
const containers: ReadonlySet<string> = new Set(["schemas", "$defs", "definitions", "components", "messages"]);

/**
 * What a place is called after: the file, then the keys, leaving out the words that are only structure.
 * `schemas/order.yaml` -> order; `common.yaml#/$defs/Money` -> Money (common first when that clashes);
 * `order.yaml#/properties/lines/items` -> order + lines + item.
 */
function namePartsOf(at: Node): { parts: string[]; length: number } {
  const tokens = tokensTo(at);
  const segments = at.document.name.split("/");
  const stem = (segments.pop() ?? "").replace(/\.[^.]+$/, "");
  const folder = segments.filter((segment) => segment !== ".." && segment !== ".");
  if (tokens.length === 0) return { parts: [...folder, stem], length: 1 };
  const container = tokens.findLastIndex((token) => containers.has(token));
  const inside = tokens.slice(container + 1);
  const isOwnName = container >= 0 ? inside.length === 1 : tokens.length === 1;
  if (isOwnName) return { parts: [...folder, stem, ...inside], length: 1 };
  const words = inside.flatMap((token, index) => wordOf(token, inside[index - 1]));
  const head = container >= 0 ? [] : [stem];
  const own = [...head, ...words];
  return { parts: [...folder, ...(container >= 0 ? [stem] : []), ...own], length: own.length };
}

function wordOf(token: string, before: string | undefined): string[] {
  if (before === "properties" || before === "patternProperties") return [token];
  if (token === "items") return ["item"];
  if (token === "additionalProperties") return ["value"];
  return ["properties", "paths", "content", "schema", "patternProperties"].includes(token) ? [] : [token];
}
