// A JSON Schema and the keys that lead into a value -> the keys and values that are known there.
import { valueAt } from "../value-at.ts";

export interface Known {
  readonly keys: ReadonlyMap<string, KnownKey>;
  /** As they are written, with what they are. */
  readonly values: ReadonlyMap<string, unknown>;
}

export interface KnownKey {
  /** `""` for none. */
  readonly words: string;
  /** Whether no object and no list is expected. */
  readonly isScalar: boolean;
}

export type Resolve = (ref: string, from: SchemaAt) => SchemaAt | null;

/** A schema, and the file that its references are relative to. */
export interface SchemaAt {
  readonly schema: unknown;
  readonly base: string;
}

const combining = ["allOf", "anyOf", "oneOf"];

export function knownAt(root: SchemaAt, tokens: readonly string[], resolve: Resolve): Known {
  let schemas = expanded([root], resolve);
  for (const token of tokens)
    schemas = expanded(
      schemas.flatMap((one) => below(one, token)),
      resolve,
    );
  const keys = new Map<string, KnownKey>();
  const values = new Map<string, unknown>();
  for (const one of schemas) {
    const { schema } = one;
    for (const [key, member] of membersOf(schema))
      if (!keys.has(key))
        keys.set(key, { words: wordsOf(member), isScalar: isScalar({ ...one, schema: member }, resolve) });
    for (const value of [...listAt(schema, "enum"), at(schema, "const")])
      if (["string", "number", "boolean"].includes(typeof value)) values.set(String(value), value);
    if (at(schema, "type") === "boolean") for (const value of [true, false]) values.set(String(value), value);
  }
  return { keys, values };
}

/** By their names: in `properties`, or as the alternatives of a pattern such as `^(get|put)$`. */
function membersOf(schema: unknown): [key: string, member: unknown][] {
  const named = Object.entries(objectAt(schema, "patternProperties")).flatMap(([pattern, member]) => {
    const [, alternatives] = /^\^\(([\w|-]+)\)\$$/.exec(pattern) ?? [];
    return alternatives?.split("|").map((key): [string, unknown] => [key, member]) ?? [];
  });
  return [...Object.entries(objectAt(schema, "properties")), ...named];
}

/** Schemas that allow anything are mostly of texts; what allows texts and lists, such as `type`, lists the texts. */
function isScalar(one: SchemaAt, resolve: Resolve): boolean {
  const all = expanded([one], resolve);
  if (all.some(({ schema }) => listAt(schema, "enum").length > 0)) return true;
  return all.length > 0 && !all.some(({ schema }) => isStructure(schema));
}

function isStructure(schema: unknown): boolean {
  const types = [at(schema, "type"), ...listAt(schema, "type")];
  const keywords = ["properties", "patternProperties", "additionalProperties", "items"];
  return (
    types.some((type) => type === "object" || type === "array") || keywords.some((key) => at(schema, key) !== undefined)
  );
}

/** With all that each schema refers to or is combined from. */
function expanded(roots: readonly SchemaAt[], resolve: Resolve): SchemaAt[] {
  const all: SchemaAt[] = [];
  const seen = new Set<unknown>();
  const visit = (one: SchemaAt): void => {
    if (seen.has(one.schema) || typeof one.schema !== "object" || one.schema === null) return;
    seen.add(one.schema);
    all.push(one);
    const ref = at(one.schema, "$ref") ?? at(one.schema, "$dynamicRef");
    const target = typeof ref === "string" ? resolve(ref, one) : null;
    if (target !== null) visit(target);
    for (const keyword of combining) for (const schema of listAt(one.schema, keyword)) visit({ ...one, schema });
    for (const keyword of ["then", "else"]) visit({ ...one, schema: at(one.schema, keyword) });
    for (const schema of Object.values(objectAt(one.schema, "dependentSchemas"))) visit({ ...one, schema });
  };
  for (const one of roots) visit(one);
  return all;
}

function below(one: SchemaAt, token: string): SchemaAt[] {
  const { schema } = one;
  const properties = objectAt(schema, "properties");
  const memberSchemas: unknown[] = Object.hasOwn(properties, token) ? [properties[token]] : [];
  for (const [pattern, member] of Object.entries(objectAt(schema, "patternProperties")))
    if (new RegExp(pattern, "u").test(token)) memberSchemas.push(member);
  if (memberSchemas.length === 0)
    memberSchemas.push(at(schema, "additionalProperties"), at(schema, "unevaluatedProperties"));
  if (/^\d+$/.test(token)) memberSchemas.push(listAt(schema, "prefixItems")[Number(token)], at(schema, "items"));
  return memberSchemas.map((each) => ({ ...one, schema: each }));
}

function wordsOf(schema: unknown): string {
  const description = at(schema, "description") ?? at(schema, "title");
  return typeof description === "string" ? description : "";
}

function at(value: unknown, key: string): unknown {
  return valueAt(value, [key]);
}

function objectAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const member = at(value, key);
  return typeof member === "object" && member !== null && !Array.isArray(member) ? { ...member } : {};
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const member = at(value, key);
  return Array.isArray(member) ? member : [];
}
