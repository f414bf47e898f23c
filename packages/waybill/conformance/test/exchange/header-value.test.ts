import { expect, test } from "vitest";
import { valueOfText } from "../../src/exchange/media-type.ts";
import { type JsonSchema, openApiOf, opened } from "../description/opened.ts";

test.each<[JsonSchema, string, unknown]>([
  [{ type: "integer" }, "5", 5],
  [{ type: "integer" }, "5.0", 5],
  [{ type: "number" }, "-1.5e3", -1500],
  [{ type: "number" }, "+1", "+1"],
  [{ type: "number" }, "0x10", "0x10"],
  [{ type: "number" }, "", ""],
  [{ type: "boolean" }, "false", false],
  [{ type: "boolean" }, "1", "1"],
  [{ type: "string" }, "5", "5"],
  [true, "5", "5"],
  [{ type: ["integer", "null"] }, "", null],
  [{ type: ["string", "integer"] }, "5", 5],
  [
    {
      anyOf: [
        { type: "integer", maximum: 3 },
        { type: "string", minLength: 1 },
      ],
    },
    "5",
    "5",
  ],
  [{ anyOf: [{ type: "integer", maximum: 3 }, { type: "boolean" }] }, "5", 5],
  [{ allOf: [{ type: "integer" }, { minimum: 3 }] }, "5", 5],
  [{ $ref: "#/components/schemas/Count" }, "5", 5],
  [{ enum: [1, "1", true] }, "1", "1"],
  [{ enum: [1, true] }, "true", true],
  [{ enum: [1] }, "2", "2"],
  [{ type: "array", items: { type: "integer" } }, "1, 2,x", [1, 2, "x"]],
  [{ type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" } }, "1,2", ["1", 2]],
  [{ type: "array" }, "", []],
  [
    { type: "object", properties: { R: { type: "integer" } }, additionalProperties: { type: "boolean" } },
    "R,1, s,true",
    { R: 1, s: true },
  ],
  [{ type: "object" }, "R,1,s", "R,1,s"],
])("a header value is read by its schema: %j of %j", (It, text, value) => {
  const description = opened({ "openapi.yaml": openApiOf({ It, Count: { type: "integer" } }) });
  const schema = description.schemas.find(({ name }) => name === "It")?.schema;
  expect(schema === undefined ? undefined : valueOfText(schema, text)).toEqual(value);
});
