// Named schemas: each location once, read when first requested, so recursion ends here.

import type { Effort } from "../../model/analysis/matching-patterns.ts";
import type { Meaning, MeaningName } from "../../model/api-options.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { identityOf, type Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import type { Dialect } from "./dialect.ts";
import type { BaseDiscriminator, DescribedDiscriminator } from "./discriminator.ts";
import { type DynamicScope, DynamicScopes, type Variant } from "./dynamic-scope.ts";
import { namePartsOfVariant } from "./name-parts.ts";
import { SchemaResources } from "./resources.ts";
import { SameSchemas } from "./same-schemas.ts";

/** A named schema while it is being read; `name` and `schema` are filled in later. */
export class NamedDraft implements NamedSchema {
  readonly identity: string;
  readonly at: Node;
  nameParts: readonly string[];
  nameLength: number;
  name = "";
  schema: Schema;
  readonly dialect: Dialect;

  /** The targets of the dynamic anchors inside of it. */
  readonly scope: DynamicScope;
  /** Its discriminator, if others may extend it. */
  base: BaseDiscriminator | null = null;
  /** Discriminators inside of it. */
  discriminators: DescribedDiscriminator[] = [];
  /** Whether the reader that requested it has finished: others may have used it since. */
  isClosed = false;

  constructor(at: Node, dialect: Dialect, { placeholder, variant }: { placeholder: Schema; variant: Variant }) {
    this.identity = identityOf(at) + variant.key;
    this.at = at;
    this.dialect = dialect;
    this.scope = variant.scope;
    this.schema = placeholder;
    ({ parts: this.nameParts, length: this.nameLength } = namePartsOfVariant(at, variant));
  }
}

/** `assumed`: as its author means it, without an option that decides: each place is reported. */
export type MeaningReading = Meaning | "assumed";

export interface RegistryOptions {
  /** Whether enums of strings may grow. */
  readonly openEnums?: boolean;
  /** How to read what most authors mean differently, by the path of the document. Default: by the letter. */
  readonly readingIn?: (name: MeaningName, file: string) => MeaningReading;
  /** Whether `date-time` strings are Dates in code. */
  readonly asDates?: boolean;
  /** Whether integers of 64 bits are `bigint` in code. */
  readonly asBigints?: boolean;
  /** Paths of the entry documents: schemas in their `components` keep the names their author chose. */
  readonly entries?: ReadonlySet<string>;
  /** Locations known to be referred to, by identity: they are named wherever they are first read. Found by a first reading. */
  readonly referred?: ReadonlySet<string> | undefined;
  /** Locations of schemas without `type` that have the type of their keywords, by identity. Found by a first reading. */
  readonly typed?: ReadonlySet<string> | undefined;
}

export class SchemaRegistry {
  readonly options: RegistryOptions;
  /** The targets of `$id`, anchors and `$dynamicRef`. */
  readonly resources: SchemaResources;
  readonly sameSchemas: SameSchemas;
  readonly scopes: DynamicScopes;
  private readonly byIdentity = new Map<string, NamedDraft>();
  /** The locations of all of them. */
  private readonly places = new Set<string>();
  private readonly forwards = new Map<string, Node>();
  /** Those of the entry documents, by the name that their author chose. */
  readonly components: Map<string, NamedDraft> = new Map();
  /** The location of the author's name, by the identity of the named location. */
  private readonly owners = new Map<string, string>();
  /** References in schemas that lead nowhere, by location. */
  readonly dangling: Set<string> = new Set();
  /** The remaining effort for deciding which patterns the names of members match: one for all schemas of an API. */
  readonly effort: Effort = { left: 50_000_000 };
  /** Discriminators outside of named schemas. */
  private readonly inlineDiscriminators: DescribedDiscriminator[] = [];
  /** Whether any schema has `unevaluatedProperties` or `unevaluatedItems`. */
  hasUnevaluated = false;
  /** Whether any schema without a type may have that of its keywords, which the schemas around it decide. */
  hasUntyped = false;
  /** Each format, and one location where it is used. */
  readonly formats: Map<string, Node> = new Map();
  /**
   * Schemas read inline, and the named schemas around them (`null`: none), by the value itself, which is cheaper to look up than a
   * location, or by location where the value is not an object.
   */
  private readonly inline = new Map<object | string, Set<NamedDraft | null>>();
  /** The named schema that is being read. */
  private current: NamedDraft | null = null;
  /** Named schemas with an inline copy of a schema that turned out to be named. */
  private readonly stale = new Set<NamedDraft>();
  /** The values of the named locations. */
  private readonly namedValues = new Set<object>();
  private readonly unread: NamedDraft[] = [];
  private taken = 0;
  private readonly crossed = new Map<string, { readonly at: Node; readonly dialect: Dialect }>();
  private late = false;

  constructor({ sources, report }: Reading, options: RegistryOptions) {
    this.options = options;
    this.resources = new SchemaResources(sources, report);
    this.sameSchemas = new SameSchemas(this.resources);
    this.scopes = new DynamicScopes(this.resources);
  }

  /** Makes the schema at a location, which `placeOf` has found, a named one. It is read by `takeUnread`. */
  named(at: Node, dialect: Dialect, { placeholder, variant }: { placeholder: Schema; variant: Variant }): NamedDraft {
    const identity = identityOf(at);
    let draft = this.byIdentity.get(identity + variant.key);
    if (draft === undefined) {
      draft = new NamedDraft(at, dialect, { placeholder, variant });
      this.byIdentity.set(draft.identity, draft);
      this.places.add(identity);
      this.unread.push(draft);
      const key = inlineKeyOf(at);
      if (typeof key === "object") this.namedValues.add(key);
      this.outdate(this.inline.get(key) ?? new Set());
    }
    if (isOld(draft.dialect) !== isOld(dialect)) this.crossed.set(identity, { at, dialect });
    return draft;
  }

  /** Whether a location is referred to; if not yet, it is registered as read inline. */
  isReferred(place: Node): boolean {
    const key = inlineKeyOf(place);
    const isKnown = typeof key === "string" || this.namedValues.has(key);
    // Aliases of YAML are one value at several locations, so the location decides.
    if (isKnown && this.places.has(identityOf(place))) return true;
    const { referred } = this.options;
    if (referred?.has(identityOf(place))) return true;
    const holders = this.inline.get(key);
    if (holders === undefined) this.inline.set(key, new Set([this.current]));
    else holders.add(this.current);
    return false;
  }

  /** Schemas with an inline copy of a location that is named now: they are read again, or, where that is not enough, everything is. */
  private outdate(holders: ReadonlySet<NamedDraft | null>): void {
    for (const holder of holders) {
      if (holder === null || holder.isClosed) this.late = true;
      else this.stale.add(holder);
    }
  }

  /**
   * The named locations, when one of them was read inline, outside of a schema, before the first reference to it. A second
   * reading that starts with them returns the same model for any order of the description.
   */
  referredLate(): ReadonlySet<string> | null {
    return this.late ? this.places : null;
  }

  /** Whether a schema without `type` has that of its keywords. */
  isTyped(place: Node): boolean {
    this.hasUntyped = true;
    return this.options.typed?.has(identityOf(place)) === true;
  }

  isEntry(place: Node): boolean {
    return this.options.entries?.has(place.document.path) === true;
  }

  /**
   * From now on `from`, which is only a reference, is treated as its target. Not when a location with another name already is: a
   * schema has one name, and the second one is an alias.
   */
  forward(from: Node, to: Node): void {
    const owner = this.owners.get(identityOf(to));
    if (owner !== undefined && owner !== from.key) return;
    this.owners.set(identityOf(to), from.key);
    this.forwards.set(identityOf(from), to);
  }

  /** The target of a location that is only a reference. */
  placeOf(place: Node): Node {
    return this.forwards.size === 0 ? place : (this.forwards.get(identityOf(place)) ?? place);
  }

  /** The next schema to read, or else one to read again. It becomes the one that is being read. */
  takeUnread(): NamedDraft | undefined {
    const next = this.unread[this.taken];
    if (next !== undefined) this.taken += 1;
    const [outdated] = next === undefined ? this.stale : [];
    if (outdated !== undefined) this.stale.delete(outdated);
    const draft = next ?? outdated;
    this.current = draft ?? null;
    if (draft !== undefined) Object.assign(draft, { discriminators: [], base: null });
    return draft;
  }

  /** The named schema that is being read, if it is the one at a location. */
  holderOf(place: Node): NamedDraft | null {
    return this.current !== null && identityOf(this.current.at) === identityOf(place) ? this.current : null;
  }

  noteDiscriminator(discriminator: DescribedDiscriminator): void {
    (this.current?.discriminators ?? this.inlineDiscriminators).push(discriminator);
  }

  discriminators(): DescribedDiscriminator[] {
    return [...this.inlineDiscriminators, ...this.all().flatMap((draft) => draft.discriminators)];
  }

  /** A reader has read everything that was requested. */
  close(): void {
    this.current = null;
    for (const draft of this.byIdentity.values()) draft.isClosed = true;
  }

  /**
   * Locations shared by two dialects that read the same keywords differently. They are read in the second dialect as well: a keyword
   * it does not know is then an error, instead of a schema with two meanings.
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

/** OpenAPI 3.0 gives `exclusiveMinimum`, `nullable` and the siblings of `$ref` a meaning of its own. */
function isOld(dialect: Dialect): boolean {
  return dialect === "openapi-3.0";
}
