// The text of a header or parameter -> the JSON value it stands for, in the simple style that headers have.
import { type Json, type Schema, unreachable } from "waybill/description";

/** Text that is not of the schema's type stays text, so that the judge refuses it. */
export function valueOfText(schema: Schema, text: string): Json {
  switch (schema.kind) {
    case "number":
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "null":
      return text === "" ? null : text;
    case "array":
      return text === "" ? [] : text.split(",").map((item) => valueOfText(schema.items, item.trim()));
    case "object": {
      const parts = text.split(",");
      const pairs = parts.flatMap((name, index): [string, Json][] => {
        if (index % 2 === 1) return [];
        const property = schema.properties.find((one) => one.name === name);
        return [[name, valueOfText(property?.schema ?? schema.additional, parts[index + 1] ?? "")]];
      });
      return Object.fromEntries(pairs);
    }
    case "ref":
      return valueOfText(schema.target.schema, text);
    case "union": {
      const values = schema.members.map((member) => valueOfText(member, text));
      return values.find((value) => typeof value !== "string") ?? text;
    }
    case "intersection":
      return (
        schema.members.map((member) => valueOfText(member, text)).find((value) => typeof value !== "string") ?? text
      );
    case "enum":
      return schema.values.find((value) => String(value) === text) ?? text;
    case "any":
    case "never":
    case "string":
    case "not":
    case "conditional":
      return text;
    default:
      return unreachable(schema);
  }
}
