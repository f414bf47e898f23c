// `discriminator` next to `oneOf` or `anyOf` -> which value of the property names which member.

import type { Report } from "../../diagnostics/index.ts";
import { fixedMembersOf, requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import type { Discriminator, Json, Schema } from "../../model/schema.ts";
import { canonical } from "../../model/values/equality.ts";
import type { Node } from "../../source/index.ts";
import { expectFields, expectObject, membersOf } from "../fields/index.ts";
import { textOf } from "./keyword-values.ts";
import type { SchemaReader } from "./schema-reader.ts";
import type { MeaningReading, NamedDraft } from "./schema-registry.ts";

/** `null` when the schema has none, or when it does not name every member. Once all are read, `checkDiscriminators` compares it with them. */
export function discriminatorOf(reading: SchemaReader, node: Node, members: readonly Schema[]): Discriminator | null {
  const field = node.get("discriminator");
  if (field === undefined) return null;
  const property = propertyOf(reading, field);
  if (property === null) return null;
  const written = explicitMapping(reading, field, members, property);
  // A schema name names a schema that is not in the mapping; the first entry of a value counts.
  const implied = impliedMapping(members).filter(({ member }) => !written.some((entry) => entry.member === member));
  const mapping = [...written, ...implied].filter(
    ({ value }, index, entries) => entries.findIndex((entry) => entry.value === value) === index,
  );
  const fallback = fallbackOf(reading, field, members, property);
  reading.registry.noteDiscriminator({ field, property, members, mapping, fallback });
  const named = new Set(mapping.map(({ member }) => member));
  return named.size === members.length ? { property, mapping } : null;
}

/** `defaultMapping` of OpenAPI 3.2: the member for values without a mapping. */
function fallbackOf(reading: SchemaReader, field: Node, members: readonly Schema[], property: string): number | null {
  const entry = field.isObject ? field.get("defaultMapping") : undefined;
  if (entry === undefined) return null;
  const member = members.findIndex((schema) => isNamed(reading, schema, entry));
  if (member >= 0) return member;
  const reason = `${JSON.stringify(entry.value)} is not one of the alternatives`;
  reading.report.add("unknown-discriminator", entry, { property, reason }, { severity: "warning" });
  return null;
}

/** A discriminator of a schema that others may extend; with alternatives beside it, these may be the ones that do. */
export interface BaseDiscriminator {
  readonly field: Node;
  readonly property: string;
  readonly meaning: MeaningReading;
  /** The schemas that the mapping names; none by the letter, which no mapping changes. */
  readonly mapping: readonly { readonly value: string; readonly target: NamedDraft }[];
  readonly fallback: NamedDraft | null;
}

/** Reads a discriminator in a named schema, which others may extend. */
export function noteBase(reading: SchemaReader, node: Node): void {
  const field = node.get("discriminator");
  if (field === undefined) return;
  const hasAlternatives = node.has("oneOf") || node.has("anyOf");
  const draft = reading.registry.holderOf(partOfAllOf(node));
  if (draft === null && hasAlternatives) return;
  const property = hasAlternatives ? propertyTextOf(field) : propertyOf(reading, field);
  if (draft === null || property === null) return;
  const meaning = reading.meaningAt(field, "discriminators");
  const targetOf = (entry: Node): NamedDraft | null => {
    const target = reading.namedIn(entry);
    if (target !== null || hasAlternatives) return target;
    const reason = `${JSON.stringify(entry.value)} is not a schema`;
    reading.report.add("unknown-discriminator", entry, { property, reason }, { severity: "warning" });
    return null;
  };
  const isRead = field.isObject && meaning !== "letter";
  const mapping = (isRead ? membersOf(reading, field, "mapping") : []).flatMap((entry) => {
    const target = targetOf(entry);
    return target === null ? [] : [{ value: entry.key, target }];
  });
  const other = isRead ? field.get("defaultMapping") : undefined;
  draft.base = { field, property, meaning, mapping, fallback: other === undefined ? null : targetOf(other) };
}

/** The schema that a part of its `allOf` belongs to. */
function partOfAllOf(node: Node): Node {
  const list = node.parent;
  return list?.isArray === true && list.key === "allOf" && list.parent !== null ? partOfAllOf(list.parent) : node;
}

/** The same without reports: the alternatives beside it have made them. */
function propertyTextOf(field: Node): string | null {
  const name = field.isObject ? field.get("propertyName")?.value : field.value;
  return typeof name === "string" ? name : null;
}

/** In AsyncAPI it is the property name, in OpenAPI an object. */
function propertyOf(reading: SchemaReader, field: Node): string | null {
  if (reading.dialect === "asyncapi" && typeof field.value === "string") return field.value;
  if (typeof field.value === "string") {
    const args = { what: "discriminator", expected: ["an object"], found: "a string" };
    reading.report.add("wrong-kind", field, args, { tolerated: "it is the name of the property, as in Swagger 2.0" });
    return field.value;
  }
  if (expectObject(reading, field, "discriminator") === null) return null;
  expectFields(reading, field, "a discriminator", ["propertyName"], { tolerated: "the discriminator is ignored" });
  return textOf(reading, field, "propertyName");
}

/** `at`: the entry of the mapping; `null` where the name of the schema is the value. */
type Entry = Discriminator["mapping"][number] & { readonly at: Node | null };

/** A discriminator whose members may still be unread. */
export interface DescribedDiscriminator {
  readonly field: Node;
  readonly property: string;
  readonly members: readonly Schema[];
  readonly mapping: readonly Entry[];
  /** The member for values without a mapping. */
  readonly fallback: number | null;
}

function explicitMapping(reading: SchemaReader, field: Node, members: readonly Schema[], property: string): Entry[] {
  if (!field.isObject) return [];
  return membersOf(reading, field, "mapping").flatMap((entry) => {
    const member = members.findIndex((schema) => schema.kind === "ref" && isNamed(reading, schema, entry));
    if (member >= 0) return [{ value: entry.key, member, at: entry }];
    const reason = `${JSON.stringify(entry.value)} is not one of the alternatives`;
    reading.report.add("unknown-discriminator", entry, { property, reason }, { severity: "warning" });
    return [];
  });
}

/** A mapping refers to a member by reference or by schema name. */
function isNamed(reading: SchemaReader, schema: Schema, entry: Node): boolean {
  if (schema.kind !== "ref" || typeof entry.value !== "string") return false;
  if (schema.target.nameParts.at(-1) === entry.value) return true;
  // A name of a component is no file.
  if (reading.registry.components.has(entry.value)) return false;
  const target = reading.sources.resolve(entry.value, entry);
  return target.ok && reading.identityOf(target.value) === schema.target.identity;
}

function impliedMapping(members: readonly Schema[]): Entry[] {
  return members.flatMap((schema, member) => {
    const value = schema.kind === "ref" ? schema.target.nameParts.at(-1) : undefined;
    return value === undefined ? [] : [{ value, member, at: null }];
  });
}

// Discriminators, once every schema has been read -> warnings where they promise more than the schemas say. By the standard they change
// no verdict: only `const` and `enum` in the alternatives separate these, for validators and for types.
export function checkDiscriminators(described: Iterable<DescribedDiscriminator>, report: Report): void {
  for (const discriminator of described) {
    const { members, fallback } = discriminator;
    const alternatives = members.flatMap((schema, index) =>
      index === fallback || hasOnlyType(schema, "null") ? [] : [alternativeOf(schema, index, discriminator)],
    );
    checkMapping(discriminator, alternatives, report);
    checkApart(discriminator, alternatives, report);
  }
}

interface Alternative {
  readonly index: number;
  readonly name: string;
  readonly schema: Schema;
  /** The values of the property that the schema lists; `null` where it lists none. */
  readonly listed: readonly Json[] | null;
}

function alternativeOf(schema: Schema, index: number, { property }: DescribedDiscriminator): Alternative {
  const name = schema.kind === "ref" ? JSON.stringify(schema.target.nameParts.at(-1)) : `alternative ${index + 1}`;
  return { index, name, schema, listed: fixedMembersOf(schema).get(property) ?? null };
}

/** A value of the mapping that its alternative rejects. */
function checkMapping(
  { mapping, property }: DescribedDiscriminator,
  alternatives: readonly Alternative[],
  report: Report,
): void {
  for (const { value, member, at } of mapping) {
    const { listed = null, name = "" } = alternatives.find(({ index }) => index === member) ?? {};
    if (at === null || listed === null || listed.includes(value)) continue;
    const reason = `in ${name} it is never ${JSON.stringify(value)}`;
    report.add("unknown-discriminator", at, { property, reason }, { severity: "warning" });
  }
}

function checkApart(
  { property, field }: DescribedDiscriminator,
  alternatives: readonly Alternative[],
  report: Report,
): void {
  const refuse = (reason: string): void =>
    void report.add("unknown-discriminator", field, { property, reason }, { severity: "warning" });
  const isObject = ({ schema }: Alternative): boolean => hasOnlyType(schema, "object");
  const isDemanded = ({ schema }: Alternative): boolean => requiredMembersOf(schema).has(property);
  for (const other of alternatives.filter((each) => !isObject(each)))
    refuse(`${other.name} is not an object, or not only one`);
  const objects = alternatives.filter(isObject);
  for (const other of objects.filter((each) => !isDemanded(each))) refuse(`${other.name} does not require it`);
  const [first, ...open] = objects.filter((each) => isDemanded(each) && each.listed === null);
  if (first !== undefined) {
    const names = open.length === 0 ? `${first.name} does` : `${first.name} and ${open.length} more do`;
    refuse(`${names} not list its values`);
  }
  const shared = sharedValueOf(alternatives);
  if (shared !== null) refuse(shared);
}

/** The first value that two alternatives list. */
function sharedValueOf(alternatives: readonly Alternative[]): string | null {
  const names = new Map<string, string>();
  for (const { name, listed } of alternatives) {
    for (const value of listed ?? []) {
      const other = names.get(canonical(value));
      if (other !== undefined) return `${other} and ${name} both list ${JSON.stringify(value)}`;
      names.set(canonical(value), name);
    }
  }
  return null;
}
