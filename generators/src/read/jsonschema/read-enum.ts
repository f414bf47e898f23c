// `enum` and `const` -> the values they list.

import { type EnumSchema, type Json, type NeverSchema, noAnnotations, type Schema } from "../../model/schema.ts";
import { canonical } from "../../model/values/equality.ts";
import { Node } from "../../source/index.ts";
import { checkExact } from "./annotations.ts";
import { isBigint, isOfType, type TypeSet } from "./json-types.ts";
import { jsonOf, reject } from "./keyword-values.ts";
import type { SchemaReader } from "./schema-reader.ts";

/** One part each for `enum` and `const`; the values of an open enum restrict nothing. */
export function readFixed(reading: SchemaReader, node: Node, isOpen: boolean): (EnumSchema | NeverSchema)[] {
  const listed = readEnum(reading, node);
  return [...(isOpen ? [] : listed), ...readConst(reading, node)];
}

function readEnum(reading: SchemaReader, node: Node): (EnumSchema | NeverSchema)[] {
  const field = node.get("enum");
  if (field === undefined) return [];
  if (!field.isArray || (field.items().length === 0 && reading.dialect === "openapi-3.0")) {
    reject(reading, field, "an array of at least one value");
    return [];
  }
  if (field.items().length === 0) {
    reading.report.add("impossible-schema", field, { reason: "enum lists no value" });
    return [{ kind: "never", at: node, annotations: noAnnotations }];
  }
  if (reading.isOver("enumValues", field)) return [];
  checkExact(reading.report, field);
  const values = new Map<string, Json>();
  for (const item of field.items()) {
    const text = canonical(jsonOf(item));
    if (values.has(text)) {
      const value = typeof item.value === "string" ? item.value : text;
      reading.report.add("duplicate-value", item, { what: "the enum value", value }, { severity: "warning" });
    }
    values.set(text, jsonOf(item));
  }
  return [
    { kind: "enum", values: [...values.values()], ...markOf(reading, node), at: node, annotations: noAnnotations },
  ];
}

function readConst(reading: SchemaReader, node: Node): EnumSchema[] {
  const field = node.get("const");
  if (field === undefined) return [];
  checkExact(reading.report, field);
  return [{ kind: "enum", values: [jsonOf(field)], ...markOf(reading, node), at: node, annotations: noAnnotations }];
}

function markOf(reading: SchemaReader, node: Node): { readonly bigint?: true } {
  return isBigint(reading, node) ? { bigint: true } : {};
}

/** Values that `type` excludes: `null` in the enum of a `string` is nearly always meant to be allowed. */
export function checkListed(reading: SchemaReader, node: Node, types: TypeSet): void {
  const items = node.get("enum")?.items() ?? [];
  const excluded = items.filter((item) => !isOfType(jsonOf(item), types));
  if (excluded.length === items.length) return;
  for (const item of excluded) {
    const what = `the enum value ${JSON.stringify(item.value)}`;
    const advice = `add its type to "type", or remove it`;
    reading.report.add("no-effect", item, { what, reason: `the type is ${namesOfTypes(types)}`, advice });
  }
}

/** `enum` next to `type`: the values of that type. */
export function narrow(reading: SchemaReader, schema: EnumSchema | NeverSchema, types: TypeSet): Schema {
  if (schema.kind === "never") return schema;
  const values = schema.values.filter((value) => isOfType(value, types));
  if (values.length > 0) return { ...schema, values };
  const keyword = schema.at instanceof Node && schema.at.has("enum") ? "enum" : "const";
  const listed = schema.values.map((value) => JSON.stringify(value)).join(", ");
  const place = { document: schema.at.document, parent: schema.at, key: keyword };
  reading.report.add("impossible-schema", place, {
    reason: `the type is ${namesOfTypes(types)}, and ${keyword} says ${listed}`,
  });
  return { kind: "never", at: schema.at, annotations: noAnnotations };
}

function namesOfTypes({ types, integer }: TypeSet): string {
  return [...types].map((type) => (type === "number" && integer ? "integer" : type)).join(" or ");
}

/**
 * The values known so far of an enum that may grow: any string is accepted, the values are for readers and editors.
 * `x-extensible-enum` with a list, as in Zalando's guidelines; or an `enum` of strings that is open by `x-extensible-enum: true`
 * or by the configuration. `null` for all others. A single value is a constant, which only its author opens.
 */
export function knownValuesOf(reading: SchemaReader, node: Node): readonly string[] | null {
  const mark = node.get("x-extensible-enum");
  const field = node.has("enum") ? node.get("enum") : mark;
  if (field?.isArray !== true) return null;
  const values = field.items().map((item) => item.value);
  const known = values.filter((value) => typeof value === "string");
  if (known.length === 0 || values.some((value) => typeof value !== "string" && value !== null)) return null;
  if (!node.has("enum") || mark?.value === true) return known;
  return reading.registry.options.openEnums === true && mark?.value !== false && known.length > 1 ? known : null;
}

/** Whether only the configuration opens it. */
export function isOpenedByRule(node: Node): boolean {
  return node.has("enum") && node.get("x-extensible-enum")?.value !== true;
}

/** Whether `enum` accepts other values: only where the type is string anyway. */
export function isOpenEnum(reading: SchemaReader, node: Node, types: TypeSet | null): boolean {
  return node.has("enum") && types?.types.has("string") === true && knownValuesOf(reading, node) !== null;
}
