// Named schemas: each location once, read when first requested, so recursion ends here.
import type { Report } from "../../diagnostics/index.ts";
import type { Effort } from "../../model/analysis/value-parts.ts";
import type { Meaning, MeaningName } from "../../model/api-options.ts";
import type { DraftSchema } from "../../model/draft.ts";
import type { Schema } from "../../model/schema.ts";
import { identityOf, type Node, tokensTo } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import type { Dialect } from "./dialect.ts";
import type { BaseDiscriminator, DescribedDiscriminator } from "./discriminator.ts";
import { type DynamicScope, DynamicScopes, type Variant } from "./dynamic-scope.ts";
import { SchemaResources } from "./resources.ts";

/** A named schema, and what its reader notes of it. */
export class NamedDraft implements DraftSchema {
  readonly identity: string;
  readonly at: Node;
  nameParts: readonly string[];
  nameLength: number;
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
  /** Whether a schema in it may have the type of its keywords: see `SchemaRegistry.isTyped`. */
  isUndecided = false;

  constructor(at: Node, dialect: Dialect, { placeholder, variant, entries }: NewDraft) {
    this.identity = identityOf(at) + variant.key;
    this.at = at;
    this.dialect = dialect;
    this.scope = variant.scope;
    this.schema = placeholder;
    ({ parts: this.nameParts, length: this.nameLength } = namePartsOfVariant(at, variant, entries));
  }
}

interface NewDraft {
  readonly placeholder: Schema;
  readonly variant: Variant;
  readonly entries: Entries;
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
  /** Whether types of optional members are without `undefined`. */
  readonly asAbsent?: boolean;
  /** Whether integers of 64 bits are `bigint` in code. */
  readonly asBigints?: boolean;
  /** Paths of the entry documents: schemas in their `components` keep the names their author chose. */
  readonly entries?: ReadonlySet<string>;
  /** Locations known to be referred to, by identity: they are named wherever they are first read. Found by a first reading. */
  readonly referred?: ReadonlySet<string> | undefined;
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
  private inlineDiscriminators: DescribedDiscriminator[] = [];
  /** Whether any schema has `unevaluatedProperties` or `unevaluatedItems`. */
  hasUnevaluated = false;
  /** How often a schema without a type, which may have that of its keywords, was read outside of named schemas. */
  private undecided = 0;
  /** Locations of schemas without `type` that have the type of their keywords, by identity; `null` until all schemas are known. */
  private typed: ReadonlySet<string> | null = null;
  /** Schemas outside of named ones, by dialect and location, that a second reading need not read again. */
  private readonly settled = new Map<string, Schema>();
  /** Each format, and one location where it is used. */
  readonly formats: Map<string, Node> = new Map();
  /**
   * Schemas read inline, and the named schema around them (`null`: none), by the value itself, which is cheaper to look up than a
   * location, or by location where the value is not an object.
   */
  private readonly inline = new Map<object | string, NamedDraft | null>();
  /** The further named schemas around those that were read inline more than once, as aliases of YAML are. */
  private readonly inlineAgain = new Map<object | string, Set<NamedDraft | null>>();
  /** The named schema that is being read. */
  private current: NamedDraft | null = null;
  /** Named schemas with an inline copy of a schema that turned out to be named. */
  private readonly stale = new Set<NamedDraft>();
  /** The values of the named locations. */
  private readonly namedValues = new Set<object>();
  private readonly unread: NamedDraft[] = [];
  private takenCount = 0;
  private readonly crossed = new Map<string, { readonly at: Node; readonly dialect: Dialect }>();
  private late = false;

  private readonly report: Report;

  constructor({ sources, report }: Reading, options: RegistryOptions) {
    this.options = options;
    this.report = report;
    this.resources = new SchemaResources(sources, report);
    this.sameSchemas = new SameSchemas(this.resources);
    this.scopes = new DynamicScopes(this.resources);
  }

  /** Makes the schema at a location, which `placeOf` has found, a named one. It is read by `takeUnread`. */
  named(at: Node, dialect: Dialect, { placeholder, variant }: { placeholder: Schema; variant: Variant }): NamedDraft {
    const identity = identityOf(at);
    let draft = this.byIdentity.get(identity + variant.key);
    if (draft === undefined) {
      draft = new NamedDraft(at, dialect, { placeholder, variant, entries: this.options.entries ?? new Set() });
      this.byIdentity.set(draft.identity, draft);
      this.places.add(identity);
      this.unread.push(draft);
      const key = inlineKeyOf(at);
      if (typeof key === "object") this.namedValues.add(key);
      this.outdate(key);
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
    const holder = this.inline.get(key);
    if (holder === undefined) this.inline.set(key, this.current);
    else if (holder !== this.current) {
      const others = this.inlineAgain.get(key) ?? new Set();
      this.inlineAgain.set(key, others.add(this.current));
    }
    return false;
  }

  /** Schemas with an inline copy of a location that is named now: they are read again, or, where that is not enough, everything is. */
  private outdate(key: object | string): void {
    const first = this.inline.get(key);
    for (const holder of first === undefined ? [] : [first, ...(this.inlineAgain.get(key) ?? [])]) {
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

  /** Whether a schema without `type` has that of its keywords, which the schemas around it decide. */
  isTyped(place: Node): boolean {
    if (this.current === null) this.undecided += 1;
    else this.current.isUndecided = true;
    return this.typed?.has(identityOf(place)) === true;
  }

  /** Whether the types of some schemas are to be decided, once all schemas are known. */
  get isUndecided(): boolean {
    return this.undecided > 0 || this.all().some((draft) => draft.isUndecided);
  }

  /** Decides which schemas without `type` have that of their keywords: a second reading reads those that contain such again. */
  decide(typed: ReadonlySet<string>): void {
    this.typed = typed;
    this.inlineDiscriminators = [];
    for (const draft of this.all()) if (draft.isUndecided) this.stale.add(draft);
  }

  /** Reads a schema outside of named ones, or returns what a first reading made of it, where nothing else came of that. */
  settle(place: Node, base: Dialect, read: () => Schema): Schema {
    if (this.current !== null) return read();
    const key = `${base} ${identityOf(place)}`;
    const known = this.typed === null ? undefined : this.settled.get(key);
    if (known !== undefined) return known;
    const noted = (): number => this.undecided + this.inlineDiscriminators.length + this.report.added;
    const before = noted();
    const schema = read();
    if (this.typed === null && noted() === before) this.settled.set(key, schema);
    return schema;
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
    const next = this.unread[this.takenCount];
    if (next !== undefined) this.takenCount += 1;
    const [outdated] = next === undefined ? this.stale : [];
    if (outdated !== undefined) this.stale.delete(outdated);
    const draft = next ?? outdated;
    this.current = draft ?? null;
    if (draft !== undefined) {
      draft.discriminators = [];
      draft.base = null;
    }
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
    const crossed = [...this.crossed.values()];
    this.crossed.clear();
    return crossed;
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

// Two locations of schemas -> whether they are identical word for word. References are compared by their targets, so a schema
// copied into two documents, as bundlers do, counts as one.

type Pair = readonly [Node, Node];

/** Keywords by which a schema depends on its location, or can be referred to by more than its location. */
const placed: readonly string[] = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$schema", "schemaFormat"];

class SameSchemas {
  private readonly resources: SchemaResources;
  /** Pairs known to be identical: all pairs of a comparison that found no difference. */
  private readonly known = new Set<string>();

  constructor(resources: SchemaResources) {
    this.resources = resources;
  }

  /** Whether two schemas and their targets are identical. Recursive schemas are identical until a difference is found. */
  areSame(one: Node, other: Node): boolean {
    const visited = new Set<string>();
    const open: Pair[] = [[this.end(one), this.end(other)]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const key = pair.map(identityOf).join("\n");
      if (visited.has(key) || this.known.has(key) || identityOf(pair[0]) === identityOf(pair[1])) continue;
      visited.add(key);
      const inner = this.below(...pair);
      if (inner === null) return false;
      open.push(...inner);
    }
    for (const key of visited) this.known.add(key);
    return true;
  }

  /** The pairs that must be identical for the two to be; `null` when they differ. */
  private below(one: Node, other: Node): readonly Pair[] | null {
    if (one.isArray && other.isArray) return paired(one.items(), other.items());
    if (!one.isObject || !other.isObject) return areEqualScalars(one, other) ? [] : null;
    if (placed.some((keyword) => one.has(keyword)) || one.get("discriminator")?.isObject === true) return null;
    const members = one.members().filter(({ key }) => key !== "$ref");
    const theirs = new Map(other.members().map((member) => [member.key, member]));
    theirs.delete("$ref");
    const pairs = paired(
      members,
      members.flatMap(({ key }) => theirs.get(key) ?? []),
    );
    const targets = this.targets(one.get("$ref"), other.get("$ref"));
    return pairs === null || targets === null || theirs.size !== members.length ? null : [...pairs, ...targets];
  }

  private targets(one: Node | undefined, other: Node | undefined): readonly Pair[] | null {
    if (one === undefined && other === undefined) return [];
    const [first, second] = [this.targetOf(one), this.targetOf(other)];
    return first === null || second === null ? null : [[this.end(first), this.end(second)]];
  }

  /** The end of a chain of plain references; in a cycle, any location of the cycle. */
  private end(start: Node): Node {
    const passed = new Set<string>();
    let at = start;
    while (at.keys().length === 1 && !passed.has(identityOf(at))) {
      const target = this.targetOf(at.get("$ref"));
      if (target === null) break;
      passed.add(identityOf(at));
      at = target;
    }
    return at;
  }

  private targetOf(ref: Node | undefined): Node | null {
    if (typeof ref?.value !== "string") return null;
    const target = this.resources.resolve(ref.value, ref);
    return target.ok ? target.value : null;
  }
}

function paired(some: readonly Node[], others: readonly Node[]): readonly Pair[] | null {
  if (some.length !== others.length) return null;
  return some.flatMap((node, index) => {
    const other = others[index];
    return other === undefined ? [] : [[node, other] as const];
  });
}

/** Numbers that JavaScript cannot distinguish from their neighbours equal none: the texts behind them may differ. */
function areEqualScalars({ value: one }: Node, { value: other }: Node): boolean {
  if (typeof one === "number" && Math.abs(one) > Number.MAX_SAFE_INTEGER) return false;
  return one === other && (one === null || typeof one !== "object");
}

// The location of a schema -> the words its name is made from.

/** Keys whose members are definitions: the key below them is a name of its own. */
const definitions: ReadonlySet<string> = new Set(["schemas", "$defs", "definitions", "messages"]);

/** Keys whose members are named by the author, so every key below them is part of a name. */
const maps: ReadonlySet<string> = new Set([
  ...definitions,
  ..."properties patternProperties dependentSchemas dependencies paths content parameters responses headers".split(" "),
  ..."requestBodies examples links callbacks pathItems securitySchemes channels operations".split(" "),
]);

/** Keys that only introduce a schema. */
const structure: ReadonlySet<string> = new Set([...maps, "components", "schema"]);

export interface NameParts {
  /** Most specific last. */
  readonly parts: string[];
  /** The number of last parts that form the name when it is free. */
  readonly length: number;
}

/**
 * Names a location after the file, then the keys, without those that are only structure.
 * `schemas/order.yaml` -> order; `common.yaml#/$defs/Money` -> Money (prefixed with common when that clashes);
 * `order.yaml#/properties/lines/items` -> order + lines + item.
 */
function namePartsOf(at: Node, entries: Entries): NameParts {
  const tokens = tokensTo(at);
  if (tokens.length > 0 && entries.has(at.document.path)) return namePartsInEntry(tokens);
  const segments = at.document.name.split("/");
  const stem = (segments.pop() ?? "").replace(/\.[^.]+$/, "");
  const file = [...segments.filter((segment) => segment !== ".." && segment !== "."), stem];
  const { words, own } = wordsOf(tokens);
  if (words.length === 0) return { parts: file, length: 1 };
  if (tokens.length === 1) return { parts: [...file, ...words], length: 1 };
  return { parts: [...file, ...words], length: own === null ? words.length + 1 : words.length - own };
}

/**
 * An entry document is renamed and copied between releases, so its name is part of no other:
 * `#/components/parameters/kind/schema` -> parameter + kind.
 */
function namePartsInEntry(tokens: readonly string[]): NameParts {
  const [first = "", second = ""] = tokens;
  const section = (first === "components" ? second : first).replace(/ies$/, "y").replace(/s$/, "");
  const { words, own } = wordsOf(tokens);
  const isShared = first === "components" || first === "parameters" || first === "responses";
  if (own !== null) return { parts: [section, ...words], length: words.length - own };
  return { parts: [section, ...words], length: words.length + (isShared ? 1 : 0) };
}

/** Paths of the entry documents. */
type Entries = ReadonlySet<string>;

/**
 * One of several scopes of a location: `tree.json` reached from `strict-tree.json` is TreeForStrictTree. Where that clashes, the
 * anchors with another target come first.
 */
function namePartsOfVariant(at: Node, { bound, owners }: Variant, entries: Entries): NameParts {
  const baseName = namePartsOf(at, entries);
  if (bound.length === 0) return baseName;
  const names = owners.flatMap((owner) => {
    const { parts, length } = namePartsOf(owner, entries);
    return parts.slice(-length);
  });
  const anchors = bound.map(([anchor]) => anchor);
  return { parts: [...anchors, ...baseName.parts, "for", ...names], length: baseName.length + 1 + names.length };
}

/** The keys below the root, and the index of the last name of a definition. */
function wordsOf(tokens: readonly string[]): { words: string[]; own: number | null } {
  const nameWords: string[] = [];
  let definitionIndex: number | null = null;
  let map: string | null = null;
  for (const token of tokens) {
    if (map !== null) {
      if (definitions.has(map)) definitionIndex = nameWords.length;
      nameWords.push(token === "" ? "empty" : token);
      map = null;
    } else {
      if (maps.has(token)) map = token;
      if (!structure.has(token)) nameWords.push(wordOf(token));
    }
  }
  return { words: nameWords, own: definitionIndex };
}

function wordOf(token: string): string {
  if (token === "") return "empty";
  if (token === "items") return "item";
  return token === "additionalProperties" ? "value" : token;
}
