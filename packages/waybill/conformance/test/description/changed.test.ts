// Descriptions that are changed before they are read: bodies are validated against what they are then.
import { expect, it } from "vitest";
import { placeOf } from "../../src/description/description.ts";
import { errorsOfBody, openApiOf, opened } from "./opened.ts";

it("a body is validated against the schema that an overlay has patched, whose place is in the overlay", () => {
  const description = opened({
    "openapi.yaml": openApiOf({ It: { type: "object", properties: { a: { type: "string" } } } }),
    "fix.overlay.yaml": `overlay: 1.1.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.components.schemas
    update: { Size: { enum: [s, m] } }
  - target: $.components.schemas.It
    update: { required: [a], properties: { size: { $ref: "#/components/schemas/Size" } } }
`,
  });
  expect(errorsOfBody(description, { a: "x", size: "s" })).toEqual([]);
  expect(errorsOfBody(description, { size: "l" })).toHaveLength(2);
  const size = description.schemas.find(({ name }) => name === "Size");
  expect(size === undefined ? null : placeOf(size.schema.at)).toBe("fix.overlay.yaml:5:15");
});

it("a body is validated against a schema of Swagger 2.0, in which it is nullable", () => {
  const description = opened({
    "openapi.yaml": `swagger: "2.0"
info: { title: T, version: "1" }
paths:
  /it: { get: { operationId: getIt, responses: { 200: { description: It., schema: { $ref: "#/definitions/It" } } } } }
definitions:
  It: { type: object, properties: { a: { type: string, x-nullable: true }, b: { $ref: b.yaml } } }
`,
    "b.yaml": "{ type: integer }\n",
  });
  expect(errorsOfBody(description, { a: null, b: 1 })).toEqual([]);
  expect(errorsOfBody(description, { a: 1, b: "x" })).toHaveLength(2);
});
