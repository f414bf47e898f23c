// The text of a header -> its JSON value, read in the style `simple`.
import { type Json, matches, type ObjectSchema, type Schema, unreachable } from "waybill/description";

/** Text that is not of the type of the schema stays text, so that validation rejects it. */
export function valueOfText(schema: Schema, text: string): Json {
  switch (schema.kind) {
    case "number":
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "null":
      return text === "" ? null : text;
    case "array":
      return text === "" ? [] : listOfText(schema.items, schema.prefixItems, text);
    case "object":
      return objectOfText(schema, text);
    case "ref":
      return valueOfText(schema.target.schema, text);
    case "unevaluated":
      return valueOfText(schema.schema, text);
    case "union":
    case "intersection": {
      const values = schema.members.map((member) => valueOfText(member, text));
      const fitting = values.find((value) => matches(schema, value));
      return fitting ?? (matches(schema, null) && values.includes(null) ? null : typed(values, text));
    }
    case "conditional":
      return typed([valueOfText(schema.then, text), valueOfText(schema.else, text)], text);
    case "enum":
      return schema.values.find((value) => value === text) ?? schema.values.find((one) => String(one) === text) ?? text;
    case "any":
    case "never":
    case "string":
    case "not":
      return text;
    default:
      return unreachable(schema);
  }
}

/** A value of a type other than string explains the fault better. */
function typed(values: readonly Json[], text: string): Json {
  return values.find((value) => typeof value !== "string") ?? text;
}

function listOfText(items: Schema, prefixItems: readonly Schema[], text: string): Json[] {
  return text.split(",").map((item, index) => valueOfText(prefixItems[index] ?? items, item.trim()));
}

/** `R,100,G,200`: names and values in turn. */
function objectOfText(schema: ObjectSchema, text: string): Json {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length % 2 === 1) return text;
  const pairs = parts.flatMap((name, index): [string, Json][] => {
    if (index % 2 === 1) return [];
    const property = schema.properties.find((one) => one.name === name);
    return [[name, valueOfText(property?.schema ?? schema.additional, parts[index + 1] ?? "")]];
  });
  return Object.fromEntries(pairs);
}
