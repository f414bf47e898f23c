// A schema -> its type in a few words, and its constraints as facts.
import { type Json, type Schema, unreachable } from "waybill/description";
import type { Fact, Inline, Line } from "../blocks/block.ts";
import type { SiteMap } from "./site-map.ts";
import { enumNamesOf } from "./written.ts";

/** `array of Order`, with links to the pages of schemas. */
export function typeOf(schema: Schema, map: SiteMap): Line {
  switch (schema.kind) {
    case "any":
      return ["any value"];
    case "never":
      return ["must not be present"];
    case "null":
    case "boolean":
      return [schema.kind];
    case "number":
      return [schema.integer ? "integer" : "number", ...formatOf(schema.format)];
    case "string":
      return ["string", ...formatOf(schema.format)];
    case "enum":
      return enumType(schema.values);
    case "array":
      return schema.prefixItems.length > 0
        ? ["tuple"]
        : schema.items.kind === "any"
          ? ["array"]
          : ["array of ", ...typeOf(schema.items, map)];
    case "object":
      return ["object"];
    case "ref": {
      const path = map.ofSchema(schema.target);
      const name = map.nameOf(schema.target);
      const link: Inline = path === null ? { text: name } : { href: path, text: name };
      // What a name hides in one word is said beside it.
      const { schema: target } = schema.target;
      return ["string", "number", "boolean"].includes(target.kind) ? [link, ": ", ...typeOf(target, map)] : [link];
    }
    case "union": {
      const stated = statedMember(schema);
      return stated === null ? unionType(schema.members, map) : [...typeOf(stated, map), ", or any other type"];
    }
    case "intersection":
      return intersectionType(schema.members, map);
    case "not":
      return schema.schema.kind === "any" ? ["must not be present"] : ["not ", ...typeOf(schema.schema, map)];
    case "conditional":
      return ["conditional"];
    case "unevaluated":
      return typeOf(schema.schema, map);
    default:
      return unreachable(schema);
  }
}

function formatOf(format: string | null): Inline[] {
  return format === null ? [] : [{ text: ` <${format}>` }];
}

function enumType(values: readonly Json[]): Inline[] {
  const types = [
    ...new Set(values.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value))),
  ];
  if (values.length === 1) return [...types, " constant"];
  return [...types.flatMap((type, at) => (at === 0 ? [type] : [" or ", type])), ", one of a list"];
}

function unionType(members: readonly Schema[], map: SiteMap): Line {
  const ordered = [...members.filter(({ kind }) => kind !== "null"), ...members.filter(({ kind }) => kind === "null")];
  const memberTypes = ordered.slice(0, 4).map((member) => typeOf(member, map));
  const parts = memberTypes.flatMap((part, at): Inline[] => (at === 0 ? [...part] : [" or ", ...part]));
  return members.length > 4 ? [...parts, ` or ${members.length - 4} more`] : parts;
}

/** Annotations beside a reference are no type. */
function intersectionType(members: readonly Schema[], map: SiteMap): Line {
  const typed = members.filter(({ kind }) => !["any", "not", "conditional"].includes(kind));
  const refs = typed.filter(({ kind }) => kind === "ref");
  const relevantMembers = refs.length > 0 ? refs : typed;
  const [first] = relevantMembers;
  if (first === undefined) return ["any value"];
  if (relevantMembers.length === 1) return typeOf(first, map);
  if (relevantMembers.every(({ kind }) => kind === first.kind && kind !== "ref")) return typeOf(first, map);
  return relevantMembers
    .slice(0, 4)
    .flatMap((member, at): Inline[] => (at === 0 ? [...typeOf(member, map)] : [" and ", ...typeOf(member, map)]));
}

/** Everything that the schema object says itself, but for its parts. */
export function factsOf(schema: Schema): Fact[] {
  const { annotations } = schema;
  const only = memberBesidesNull(schema);
  return [
    ...limitsOf(schema),
    ...(annotations.default === null ? [] : [{ label: "Default", values: [coded(annotations.default.value)] }]),
    ...(annotations.examples.length === 0
      ? []
      : [{ label: "Example", values: annotations.examples.map(({ value }) => coded(value)) }]),
    // What holds for the value where it is not null.
    ...(only === null ? [] : factsOf(only)),
  ];
}

/** The only member besides null; `null` where there are several, or where the schema is no union. */
export function memberBesidesNull(schema: Schema): Schema | null {
  if (schema.kind !== "union") return null;
  const [only, ...others] = schema.members.filter(({ kind }) => kind !== "null");
  return only === undefined || others.length > 0 ? null : only;
}

/**
 * Of a schema that names no type, such as one with `properties` alone, the only member that has anything to say: `object`, where every
 * other type is allowed and means nothing. `null` for other unions.
 */
export function statedMember(schema: Schema): Schema | null {
  if (schema.kind !== "union" || schema.mode !== "types") return null;
  const kinds = new Set(schema.members.map(({ kind }) => kind));
  if (!(["boolean", "number", "string", "array", "object"] as const).every((kind) => kinds.has(kind))) return null;
  const [only, ...others] = schema.members.filter((member) => !isBare(member));
  return only === undefined || others.length > 0 ? null : only;
}

/** Whether it says its type, and nothing else. */
function isBare(schema: Schema): boolean {
  if (factsOf(schema).length > 0) return false;
  switch (schema.kind) {
    case "null":
    case "boolean":
      return true;
    case "number":
    case "string":
      return schema.format === null;
    case "array":
      return schema.items.kind === "any" && schema.prefixItems.length === 0 && schema.contains === null;
    case "object":
      return (
        schema.properties.length + schema.patternProperties.length + schema.dependentSchemas.length === 0 &&
        schema.additional.kind === "any" &&
        schema.propertyNames === null
      );
    default:
      return false;
  }
}

function limitsOf(schema: Schema): Fact[] {
  switch (schema.kind) {
    case "number": {
      const { exact = {} } = schema;
      return [
        bound("Minimum", exact.minimum ?? schema.minimum),
        bound("Greater than", exact.exclusiveMinimum ?? schema.exclusiveMinimum),
        bound("Maximum", exact.maximum ?? schema.maximum),
        bound("Less than", exact.exclusiveMaximum ?? schema.exclusiveMaximum),
        bound("Multiple of", schema.multipleOf),
      ].flat();
    }
    case "string":
      return [
        range("Length", schema.minLength, schema.maxLength, "characters"),
        bound("Pattern", schema.pattern),
        bound("Encoding", schema.contentEncoding),
        bound("Media type", schema.contentMediaType),
        schema.known === undefined ? [] : [{ label: "Known values", values: schema.known.map(coded) }],
      ].flat();
    case "enum":
      return Object.keys(schema.annotations.enumDescriptions).length > 0 ||
        enumNamesOf(schema.annotations.extensions, schema.values) !== null
        ? []
        : [{ label: schema.values.length === 1 ? "Value" : "One of", values: schema.values.map(coded) }];
    case "array":
      return [
        range("Items", schema.minItems, schema.maxItems, ""),
        schema.uniqueItems ? [{ label: "", values: ["All items differ"] }] : [],
      ].flat();
    case "object":
      return [
        range("Properties", schema.minProperties, schema.maxProperties, ""),
        schema.requiredElsewhere.length === 0
          ? []
          : [{ label: "Also required", values: schema.requiredElsewhere.map(coded) }],
        schema.dependentRequired.map(({ name, requires }) => ({
          label: "Also required",
          values: [...requires.map(coded), "with", coded(name)],
        })),
        schema.additionalStated && schema.additional.kind === "never"
          ? [{ label: "", values: ["No other properties"] }]
          : [],
      ].flat();
    default:
      return [];
  }
}

function bound(label: string, value: number | string | null): Fact[] {
  return value === null ? [] : [{ label, values: [{ code: String(value) }] }];
}

function range(label: string, least: number | null, most: number | null, unit: string): Fact[] {
  if (least === null && most === null) return [];
  const text =
    most === null
      ? `at least ${least}`
      : least === null
        ? `at most ${most}`
        : least === most
          ? `exactly ${most}`
          : `${least} to ${most}`;
  const isOne = unit !== "" && /\b1$/.test(text);
  return [{ label, values: [`${text}${unit === "" ? "" : ` ${isOne ? unit.replace(/s$/, "") : unit}`}`] }];
}

export function coded(value: Json): Inline {
  return { code: typeof value === "string" ? value : JSON.stringify(value) };
}
