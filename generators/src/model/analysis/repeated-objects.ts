// Named schemas -> the same with references where several have an equal object written out, and those objects as named schemas.
import { computedOnce } from "../computed-once.ts";
import { camelOf } from "../finish/naming/identifiers.ts";
import { type NamedSchema, noAnnotations, type ObjectSchema, type Schema } from "../schema.ts";
import { childrenOf } from "../walk.ts";
import { Sameness } from "./discrimination.ts";

export interface SharedObjects {
  /** Those given, and after each of them the objects that are named after a place in it. */
  readonly schemas: readonly NamedSchema[];
  /** A schema with references to these objects; the same object where it has none. */
  readonly referring: (schema: Schema) => Schema;
}

/** The schemas within an object for which a reader looks at two places. */
const least = 8;

/**
 * An object is named after the place that says most briefly what it is, `Order_lines_item`; other names have no underscores. Two are
 * equal if they accept the same values and have the same texts about their members. What is said of the whole stays at each place.
 */
export function sharedObjectsOf(schemas: readonly NamedSchema[]): SharedObjects {
  const repeated = new RepeatedObjects(schemas);
  return { schemas: repeated.all, referring: (schema) => repeated.inside(schema) };
}

interface Place {
  readonly owner: NamedSchema;
  /** The names of the members that lead there. */
  readonly path: readonly string[];
}

interface Found {
  readonly schema: ObjectSchema;
  readonly place: Place;
  readonly count: number;
}

class RepeatedObjects {
  readonly all: readonly NamedSchema[];
  private readonly keys: ObjectKeys;
  private readonly named: ReadonlyMap<string, NamedSchema>;
  private readonly rewritten = new Map<Schema, Schema>();

  constructor(schemas: readonly NamedSchema[]) {
    this.keys = new ObjectKeys(schemas);
    const occurrences = new Map<string, Found>();
    for (const owner of schemas) this.visitInside(owner.schema, { owner, path: [] }, occurrences);
    const repeated = [...occurrences].filter(([, { count }]) => count > 1);
    const names = new Set<string>();
    const extracted = repeated.map(([key, { schema, place }]) => {
      const name = freeNameOf(place, names);
      names.add(name);
      return { key, owner: place.owner, named: namedOf(name, schema) };
    });
    this.named = new Map(extracted.map(({ key, named }) => [key, named]));
    for (const { named } of extracted) Object.assign(named, { schema: this.inside(named.schema) });
    const byOwner = Map.groupBy(extracted, ({ owner }) => owner);
    this.all = schemas.flatMap((owner) => [owner, ...(byOwner.get(owner) ?? []).map(({ named }) => named)]);
  }

  private visit(schema: Schema, place: Place, occurrences: Map<string, Found>): void {
    const key = this.keys.of(schema);
    if (schema.kind !== "object" || key === null) {
      this.visitInside(schema, place, occurrences);
      return;
    }
    const known = occurrences.get(key);
    const candidate = { schema, place, count: 1 };
    const best = known === undefined || isBefore(place, known.place) ? candidate : known;
    occurrences.set(key, { ...best, count: (known?.count ?? 0) + 1 });
    // What is in an object is repeated with it.
    if (known === undefined) this.visitInside(schema, place, occurrences);
  }

  private visitInside(schema: Schema, { owner, path }: Place, occurrences: Map<string, Found>): void {
    for (const { child, name, isWhole } of placesIn(schema)) {
      const place = { owner, path: name === null ? path : [...path, name] };
      if (isWhole) this.visitInside(child, place, occurrences);
      else this.visit(child, place, occurrences);
    }
  }

  /** Without the schema itself, which has a name or is a part of one that describes the same value. */
  inside(schema: Schema): Schema {
    const known = this.rewritten.get(schema);
    if (known !== undefined) return known;
    const changed = new Map<Schema, Schema>();
    for (const { child, isWhole } of placesIn(schema)) {
      const other = isWhole ? this.inside(child) : this.value(child);
      if (other !== child) changed.set(child, other);
    }
    const rewrittenSchema = changed.size === 0 ? schema : withChildren(schema, (child) => changed.get(child) ?? child);
    this.rewritten.set(schema, rewrittenSchema);
    return rewrittenSchema;
  }

  private value(schema: Schema): Schema {
    const key = this.keys.of(schema);
    const target = key === null ? undefined : this.named.get(key);
    if (target === undefined) return this.inside(schema);
    return { kind: "ref", target, at: schema.at, annotations: schema.annotations };
  }
}

interface Inner {
  readonly child: Schema;
  /** The member that it describes; `null` for the same value. */
  readonly name: string | null;
  /** Whether other schemas describe the same value, with which it is read together. */
  readonly isWhole: boolean;
}

/** The schemas of values that a schema describes, and its parts. What only judges a value is left out. */
function placesIn(schema: Schema): Inner[] {
  const value =
    (name: string | null) =>
    (child: Schema): Inner => ({ child, name, isWhole: false });
  const part = (child: Schema): Inner => ({ child, name: null, isWhole: true });
  switch (schema.kind) {
    case "object":
      return [
        ...schema.properties.map((property) => value(property.name)(property.schema)),
        ...[...schema.patternProperties.map((entry) => entry.schema), schema.additional].map(value("member")),
      ];
    case "array":
      return [...schema.prefixItems, schema.items].map(value("item"));
    case "union":
      return schema.members.map(schema.mode === "types" ? value(null) : part);
    case "intersection":
      return schema.members.map(part);
    case "unevaluated":
      return [part(schema.schema)];
    default:
      return [];
  }
}

function withChildren(schema: Schema, of: (child: Schema) => Schema): Schema {
  switch (schema.kind) {
    case "object":
      return {
        ...schema,
        properties: schema.properties.map((property) => ({ ...property, schema: of(property.schema) })),
        patternProperties: schema.patternProperties.map((entry) => ({ ...entry, schema: of(entry.schema) })),
        additional: of(schema.additional),
      };
    case "array":
      return { ...schema, prefixItems: schema.prefixItems.map(of), items: of(schema.items) };
    case "union":
    case "intersection":
      return { ...schema, members: schema.members.map(of) };
    case "unevaluated":
      return { ...schema, schema: of(schema.schema) };
    default:
      return schema;
  }
}

/** One string for one object: what it accepts, and what is said of its members. */
class ObjectKeys {
  private readonly sameness = new Sameness();
  private readonly numbers = new Map<string, number>();
  private readonly texts = new Map<Schema, number>();
  /** Objects that are not small, by what is cheap to compare: only where another is equal in that, the rest is compared. */
  private readonly outlines = new Map<ObjectSchema, string>();
  private readonly counts = new Map<string, number>();

  constructor(schemas: readonly NamedSchema[]) {
    for (const { schema } of schemas) this.outline(schema);
  }

  /** `null` for other schemas, for small objects and for those that no other can be equal to. */
  of(schema: Schema): string | null {
    if (schema.kind !== "object") return null;
    const outline = this.outlines.get(schema);
    if (outline === undefined || this.counts.get(outline) === 1) return null;
    return `${this.sameness.of(schema)} ${this.textsOf(schema)}`;
  }

  /** How many schemas are within one, itself included. */
  private outline(schema: Schema): number {
    let size = 1;
    for (const child of childrenOf(schema)) size += this.outline(child);
    if (schema.kind !== "object" || size < least) return size;
    let outline = `${size}`;
    for (const { name } of schema.properties) outline += ` ${name}`;
    this.outlines.set(schema, outline);
    this.counts.set(outline, (this.counts.get(outline) ?? 0) + 1);
    return size;
  }

  /** One number for equal texts of all that is inside. */
  private textsOf(schema: Schema): number {
    return computedOnce(this.texts, schema, () => {
      const lines = childrenOf(schema).map((child) => `${textOf(child)} ${this.textsOf(child)}`);
      return this.numberOf(lines.join("\n"));
    });
  }

  private numberOf(text: string): number {
    return computedOnce(this.numbers, text, () => this.numbers.size);
  }
}

/** What a doc comment says of a member. */
function textOf({ annotations }: Schema): string {
  if (annotations === noAnnotations) return "";
  const { title, description, deprecated, readOnly, writeOnly, enumDescriptions } = annotations;
  const standard = annotations.default?.value;
  return JSON.stringify([title, description, deprecated, readOnly, writeOnly, enumDescriptions, standard]);
}

function isBefore(one: Place, other: Place): boolean {
  const [a, b] = [nameOf(one), nameOf(other)];
  if (one.path.length !== other.path.length) return one.path.length < other.path.length;
  return a.length === b.length ? a < b : a.length < b.length;
}

function nameOf({ owner, path }: Place): string {
  const parts = path.map((part) => camelOf(part) || "member");
  return [owner.name, ...(parts.length === 0 ? ["value"] : parts)].join("_");
}

function freeNameOf(place: Place, usedNames: ReadonlySet<string>): string {
  let name = nameOf(place);
  while (usedNames.has(name)) name += "_";
  return name;
}

function namedOf(name: string, schema: ObjectSchema): NamedSchema {
  const { at } = schema;
  const unannotated = { ...schema, annotations: noAnnotations };
  return { identity: `repeated ${name}`, at, nameParts: [name], nameLength: 1, name, schema: unannotated };
}
