// Which invalid values stay invalid when they travel as text in a path, a query or a header.
import { expect, it } from "vitest";
import type { Json } from "waybill/description";
import type { JsonSchema } from "../../../../../generators/test/targets/zod/judges.ts";
import { survivesAsText } from "../../src/run/variation.ts";
import { withAjv } from "./schema-with-ajv.ts";

const status: JsonSchema = { type: "string", enum: ["SHIPPED", "CANCELLED"] };
const list: JsonSchema = { type: "array", items: { type: "integer" }, minItems: 1 };

it.each<readonly [what: string, schema: JsonSchema, value: Json, survives: boolean]>([
  ["a number for a text is that text", { type: "string" }, 5, false],
  ["null for a text is that text", { type: "string" }, null, false],
  ["a list for a text is a text with commas", { type: "string" }, ["a", "b"], false],
  ["a text that is too long", { type: "string", maxLength: 2 }, "abc", true],
  ["an empty text", { type: "string", minLength: 1 }, "", true],
  ["digits for an integer are that integer", { type: "integer" }, "5", false],
  ["letters for an integer", { type: "integer" }, "abc", true],
  ["a fraction for an integer", { type: "integer" }, 1.5, true],
  ["null for an integer", { type: "integer" }, null, true],
  ["a list of one integer is read as the integer", { type: "integer" }, [5], false],
  ["true for an integer", { type: "integer" }, true, true],
  ["an integer that is too large", { type: "integer", maximum: 100 }, 101, true],
  ["a text for a boolean that spells it", { type: "boolean" }, "true", false],
  ["a number for a boolean", { type: "boolean" }, 1, true],
  ["a member that is not listed", status, "shipped", true],
  ["a blank behind", status, "SHIPPED ", true],
  ["a single value for a list", list, 5, false],
  ["a wrong element", list, ["x"], true],
  ["a wrong element among right ones", list, [1, "x"], true],
  ["an empty list, which has no text", list, [], false],
  ["an object for a text", { type: "string", maxLength: 1 }, {}, false],
  ["a member of a wrong type", { type: "object", properties: { a: { type: "integer" } } }, { a: "x" }, true],
  ["a member that spells its type", { type: "object", properties: { a: { type: "integer" } } }, { a: "1" }, false],
])("a wrong value stays wrong as text, or becomes right: %s", (_, text, value, survives) => {
  expect(survivesAsText(withAjv(text).schema, value)).toBe(survives);
});
