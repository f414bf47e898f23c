// Named enums -> a constant object each, with a member for each value, named by the description: `Status.Off`.
import {
  code,
  type Declaration,
  exported,
  exportedConstant,
  exportFrom,
  type FileSpec,
  literal,
  objectOf,
  propertyKey,
  typeAlias,
} from "../../emit/index.ts";
import type { Json, NamedSchema, Schema } from "../../model/schema.ts";
import { docOf, docOfText } from "../docs.ts";
import { typeNamed } from "./named-type.ts";
import { valueNodeOf } from "./schema-type.ts";
import { declaredCodeOf } from "./type-code.ts";
import { memberOf, objectNode } from "./type-node.ts";

const file = { target: "types", path: "enums.gen.ts" } as const;

/** `null` without such enums. The index exports each by its name, so that it is the type and the constant. */
export function enumObjects(
  schemas: readonly NamedSchema[],
): { readonly file: FileSpec; readonly exports: Declaration } | null {
  const enums = schemas.flatMap((named) => {
    const members = named.isOutput === true ? null : enumMembersOf(named.schema);
    return members === null ? [] : [{ named, members }];
  });
  if (enums.length === 0) return null;
  const declarations = enums.flatMap(({ named, members }) => declarationsOf(named, members));
  const namedExports = enums.map(({ named }) => named.name);
  return {
    file: { ...file, summary: "The values of enums, by name.", declarations },
    exports: exportFrom(file, { namedExports }),
  };
}

export interface EnumMember {
  readonly name: string;
  readonly value: string | number | bigint;
  readonly text: string;
}

function declarationsOf(named: NamedSchema, members: readonly EnumMember[]): Declaration[] {
  const { name, schema, at } = named;
  const types = members.map((member) =>
    memberOf(
      member.name,
      typeof member.value === "bigint" ? { kind: "literal", value: member.value } : valueNodeOf(member.value),
      { doc: docOfText(member.text) },
    ),
  );
  const type = code`Readonly<${declaredCodeOf(objectNode(types))}>`;
  const initializer = objectOf(
    members.map((member) => code`${propertyKey(member.name)}: ${literal(member.value)}`),
    true,
  );
  const doc = docOf({ annotations: schema.annotations, at }, name);
  return [
    exportedConstant({ name, type, initializer }, doc),
    exported(typeAlias(name, code`${typeNamed(named)}`, docOfText(""))),
  ];
}

/** `null` for what is no enum of texts or numbers, or of numbers without names. */
export function enumMembersOf(schema: Schema): readonly EnumMember[] | null {
  const values = valuesOf(schema);
  if (values === null) return null;
  const { extensions, enumDescriptions } = schema.annotations;
  const names = statedNames(extensions, values.length);
  const texts = listOf(extensions["x-enum-descriptions"] ?? extensions["x-enumDescriptions"]);
  const members = values.flatMap((value, index): EnumMember[] => {
    if (value === null) return [];
    const described = Object.hasOwn(enumDescriptions, String(value)) ? enumDescriptions[String(value)] : texts?.[index];
    return [{ name: names?.[index] ?? String(value), value, text: described ?? "" }];
  });
  const isNamed = names !== null || members.every(({ value }) => typeof value === "string");
  const isDistinct = new Set(members.map(({ name }) => name)).size === members.length;
  return members.length > 0 && isNamed && isDistinct ? members : null;
}

/** Those of an enum, or of a text that has known values. */
function valuesOf(schema: Schema): readonly (string | number | bigint | null)[] | null {
  if (schema.kind === "union") {
    const others = schema.members.filter(({ kind }) => kind !== "null");
    const [only] = others;
    return only === undefined || others.length > 1 ? null : valuesOf(only);
  }
  if (schema.kind === "string") return schema.known ?? null;
  if (schema.kind !== "enum" || !schema.values.every(isNameable)) return null;
  return schema.bigint === true
    ? schema.values.map((value) => (typeof value === "number" ? BigInt(value) : value))
    : schema.values;
}

function isNameable(value: Json): value is string | number | null {
  return value === null || typeof value === "string" || typeof value === "number";
}

/** As OpenAPI Generator, NSwag and AutoRest write them, in the order of the values. */
function statedNames(extensions: Readonly<Record<string, unknown>>, count: number): readonly string[] | null {
  const microsoft: unknown = Object(extensions["x-ms-enum"]).values;
  const candidates = [
    extensions["x-enum-varnames"],
    extensions["x-enumNames"],
    Array.isArray(microsoft) ? microsoft.map((one: unknown) => Object(one).name) : undefined,
  ];
  return candidates.map(listOf).find((names) => names !== null && names.length === count) ?? null;
}

function listOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
}
