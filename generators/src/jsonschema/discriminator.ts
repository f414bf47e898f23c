// `discriminator` beside `oneOf` or `anyOf` -> which value of the property selects which member. It never changes what is
// accepted (OpenAPI 3.1.1, section 4.8.25); it lets types narrow.
import { keyOf } from "../diagnostics/index.ts";
import type { Discriminator, Schema } from "../model/schema.ts";
import { expectObject, membersOf } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { textOf } from "./keyword-values.ts";
import type { SchemaReading } from "./schema-reading.ts";

/** `null` when the schema has none, or when some member cannot be selected: then the union stays undiscriminated. */
export function discriminatorOf(reading: SchemaReading, node: Node, members: readonly Schema[]): Discriminator | null {
  const field = node.get("discriminator");
  if (field === undefined) return null;
  const property = propertyOf(reading, field);
  if (property === null) return null;
  const entries = [...explicitMapping(reading, field, members, property), ...impliedMapping(members)];
  // The first entry of a value counts: what is written down before what a schema's name implies.
  const mapping = entries.filter(({ value }, index) => entries.findIndex((entry) => entry.value === value) === index);
  const selected = new Set(mapping.map(({ member }) => member));
  return selected.size === members.length ? { property, mapping } : null;
}

/** A discriminator in a base schema, whose alternatives are elsewhere, selects nothing here; it still has to be one. */
export function checkDiscriminator(reading: SchemaReading, node: Node): void {
  const field = node.get("discriminator");
  if (field !== undefined && !node.has("oneOf") && !node.has("anyOf")) propertyOf(reading, field);
}

/** AsyncAPI writes the name alone, OpenAPI an object. */
function propertyOf(reading: SchemaReading, field: Node): string | null {
  if (reading.dialect === "asyncapi" && typeof field.value === "string") return field.value;
  if (expectObject(reading, field, "discriminator") === null) return null;
  if (!field.has("propertyName")) {
    const args = { object: "a discriminator", field: "propertyName" };
    reading.report.add("missing-field", keyOf(field), args, { tolerated: "the discriminator is ignored" });
  }
  return textOf(reading, field, "propertyName");
}

type Entry = Discriminator["mapping"][number];

function explicitMapping(reading: SchemaReading, field: Node, members: readonly Schema[], property: string): Entry[] {
  if (!field.isObject) return [];
  return membersOf(reading, field, "mapping").flatMap((entry) => {
    const member = members.findIndex((schema) => schema.kind === "ref" && isNamed(reading, schema, entry));
    if (member >= 0) return [{ value: entry.key, member }];
    const reason = `${JSON.stringify(entry.value)} is not one of the alternatives`;
    reading.report.add("unknown-discriminator", entry, { property, reason }, { severity: "warning" });
    return [];
  });
}

/** A mapping names a member by reference or by schema name. */
function isNamed(reading: SchemaReading, schema: Schema, entry: Node): boolean {
  if (schema.kind !== "ref" || typeof entry.value !== "string") return false;
  if (schema.target.nameParts.at(-1) === entry.value) return true;
  const target = reading.sources.resolve(entry.value, entry);
  return target.ok && reading.identityOf(target.value) === schema.target.identity;
}

function impliedMapping(members: readonly Schema[]): Entry[] {
  return members.flatMap((schema, member) => {
    const value = schema.kind === "ref" ? schema.target.nameParts.at(-1) : undefined;
    return value === undefined ? [] : [{ value, member }];
  });
}
