// A union -> the member that selects its alternative, where `const` or `enum` really separate them. What `discriminator` states is
// documentation: by the standard it changes no verdict, so nothing that validates or converts follows its mapping.
import { computedOnce } from "../computed-once.ts";
import type { Json, NamedSchema, ObjectSchema, Schema, UnionSchema } from "../schema.ts";
import { canonical } from "../values/equality.ts";
import { childrenOf, resolvedSchema } from "../walk.ts";
import { fixedMembersOf, fixedValuesOf } from "./fixed-values.ts";
import { commonTypes, hasOnlyType, jsonTypesOf } from "./json-types.ts";

export interface Discrimination {
  readonly property: string;
  readonly members: readonly (readonly [value: string, member: Schema])[];
}

/** All members are objects that require the property, with strings no two of them share. */
export function discriminationOf({ members, discriminator }: UnionSchema): Discrimination | null {
  const [first] = members;
  if (first === undefined || members.length < 2 || !members.every((member) => hasOnlyType(member, "object")))
    return null;
  const described = discriminator === null ? [] : [discriminator.property];
  const candidates = [...described, ...fixedMembersOf(first).keys()].filter((name) => !isInherited(name));
  for (const property of candidates) {
    const entries = members.map((member) => [member, fixedMembersOf(member).get(property) ?? []] as const);
    const byValue = entries.flatMap(([member, values]) =>
      values.filter(isString).map((value) => [value, member] as const),
    );
    const isComplete = entries.every(([, values]) => values.length > 0 && values.every(isString));
    if (isComplete && new Set(byValue.map(([value]) => value)).size === byValue.length)
      return { property, members: byValue };
  }
  return null;
}

/** The same for a union that may accept null, too: code that converts values leaves null as it is. */
export function objectsApart(union: UnionSchema): Discrimination | null {
  const members = union.members.filter((member) => !hasOnlyType(member, "null"));
  return discriminationOf({ ...union, members });
}

/** `constructor`, `toString`, `__proto__`: members that every object inherits. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

function isString(value: Json): value is string {
  return typeof value === "string";
}

// Two schemas -> whether no value is valid for both, as far as JSON types, listed values and required members show.

/** A proof, not a guess: `false` only says that none was found. */
export function areApart(one: Schema, other: Schema, depth = 0): boolean {
  if (haveDisjointValues(one, other)) return true;
  if (depth > 8) return false;
  const [a, b] = [resolvedSchema(one), resolvedSchema(other)];
  if (a.kind === "union") return a.members.every((member) => areApart(member, b, depth + 1));
  if (b.kind === "union") return areApart(b, a, depth + 1);
  if (a.kind === "intersection") return a.members.some((member) => areApart(member, b, depth + 1));
  if (b.kind === "intersection") return areApart(b, a, depth + 1);
  if (a.kind !== "object" || b.kind !== "object") return false;
  return excludes(a, b, depth) || excludes(b, a, depth);
}

/** The same by JSON type, by listed values, or by the listed values of a member that both require: what schemas in code are built on. */
export function haveDisjointValues(a: Schema, b: Schema): boolean {
  if (commonTypes(jsonTypesOf(a), jsonTypesOf(b)).size === 0) return true;
  if (haveNoCommonValue(fixedValuesOf(a), fixedValuesOf(b))) return true;
  if (!hasOnlyType(a, "object") || !hasOnlyType(b, "object")) return false;
  return [...fixedMembersOf(a)].some(([name, values]) =>
    haveNoCommonValue(values, fixedMembersOf(b).get(name) ?? null),
  );
}

function haveNoCommonValue(a: readonly Json[] | null, b: readonly Json[] | null): boolean {
  if (a === null || b === null) return false;
  const known = new Set(a.map(canonical));
  return !b.some((value) => known.has(canonical(value)));
}

/** Whether `a` requires a member that `b` does not allow, or only with other values. */
function excludes(a: ObjectSchema, b: ObjectSchema, depth: number): boolean {
  const isClosed = b.additional.kind === "never" && b.patternProperties.length === 0;
  const allowed = new Map(b.properties.map(({ name, schema }) => [name, schema]));
  const required = a.properties.filter((property) => property.required);
  if (isClosed && [...required.map(({ name }) => name), ...a.requiredElsewhere].some((name) => !allowed.has(name)))
    return true;
  return required.some(({ name, schema }) => {
    const allowedSchema = allowed.get(name);
    return allowedSchema !== undefined && areApart(schema, allowedSchema, depth + 1);
  });
}

// Schemas -> numbers, equal for schemas that accept the same values: annotations and locations do not count.

/** Fields that do not decide which values a schema accepts. */
const silent: ReadonlySet<string> = new Set(["at", "annotations", "date", "closable"]);

/** The numbers of one run, assigned in order of appearance. */
export class Sameness {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<Schema | NamedSchema, number>();

  /** Two schemas have the same number if they are equal apart from locations and annotations, and refer to the same named ones. */
  of(schema: Schema): number {
    return this.known.get(schema) ?? this.numbered(schema, this.textOf(schema));
  }

  private ofNamed(named: NamedSchema): number {
    return this.known.get(named) ?? this.numbered(named, `named ${this.known.size}`);
  }

  private numbered(thing: Schema | NamedSchema, text: string): number {
    const number = computedOnce(this.numbers, text, () => this.numbers.size);
    this.known.set(thing, number);
    return number;
  }

  /** Inner schemas are replaced by their numbers, so the text is no longer than the schema's own keywords. */
  private textOf(schema: Schema): string {
    if (schema.kind === "ref") return `ref ${this.ofNamed(schema.target)}`;
    // The members of the values can have any name.
    if (schema.kind === "enum") return `enum${schema.bigint === true ? " n" : ""} ${JSON.stringify(schema.values)}`;
    return this.written(schema, new Map(childrenOf(schema).map((child) => [child, child])));
  }

  /** By hand: `JSON.stringify` with a function that sees each member took a twelfth of a run. */
  private written(value: unknown, inner: ReadonlyMap<unknown, Schema>): string {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value !== "object" || value === null) return String(value);
    const child = inner.get(value);
    if (child !== undefined) return String(this.of(child));
    let text = "";
    if (Array.isArray(value)) {
      for (const item of value) text += `${this.written(item, inner)},`;
      return `[${text}]`;
    }
    for (const [key, member] of Object.entries(value)) {
      // What is absent is `null` or `false` in one place and left out in another: it has no meaning.
      if (member === undefined || member === null || member === false || silent.has(key)) continue;
      text += `${key}:${this.written(member, inner)},`;
    }
    return `{${text}}`;
  }
}
