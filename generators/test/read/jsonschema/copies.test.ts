// A schema that both descriptions contain word for word is one schema; copies that differ, or have other targets, are two.
import { expect, it, test } from "vitest";
import { type Files, readFiles } from "../../source/memory-files.ts";

const order = (rest = ""): string => `
    Order:
      type: object
      required: [lines]
      properties:
        lines: { type: array, items: { $ref: "#/components/schemas/Line" } }
        parent: { $ref: "#/components/schemas/Order" }${rest}`;
const line = (type: string): string => `
    Line: { type: object, properties: { amount: ${type} } }`;

const openapi = (schemas: string, version = "3.1.1"): string =>
  `openapi: ${version}\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:${schemas}\n`;

const asyncapi = (schemas: string): string => `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  orders: { messages: { created: { payload: { $ref: "#/components/schemas/Order" } } } }
components:
  schemas:${schemas}
`;

function found(files: Files): { names: string[]; codes: string[] } {
  const { api, report } = readFiles(files);
  return { names: api?.schemas.map(({ name }) => name) ?? [], codes: report.list().map(({ code }) => code) };
}

const integer = "{ type: integer }";

test.each([
  ["that refer to others and to themselves", order() + line(integer), order() + line(integer)],
  ["in another order", order() + line(integer), line(integer) + order()],
  ["of a file", `\n    Line: { $ref: line.yaml }${order()}`, order() + line(integer)],
  ["by a reference", order() + line(integer), `\n    Order: { $ref: "openapi.yaml#/components/schemas/Order" }`],
])("copies are one schema: %s", (_, http, messaging) => {
  const files = { "openapi.yaml": openapi(http), "asyncapi.yaml": asyncapi(messaging) };
  const read = found({ ...files, "line.yaml": "type: object\nproperties: { amount: { type: integer } }\n" });
  expect(read.codes).toEqual([]);
  expect(read.names.toSorted()).toEqual(["Line", "Order"]);
});

test.each([
  ["by a keyword", order() + line(integer), `${order("\n      maxProperties: 2")}${line(integer)}`, ["Order"]],
  ["by an annotation", order() + line(integer), `${order("\n      description: d")}${line(integer)}`, ["Order"]],
  ["in what they refer to", order() + line(integer), order() + line("{ type: number }"), ["Line", "Order"]],
  [
    "by a number beyond the precision of doubles",
    order() + line("{ const: 9007199254740993 }"),
    order() + line("{ const: 9007199254740992 }"),
    ["Line", "Order"],
  ],
  [
    "by an identifier",
    order("\n      $anchor: a") + line(integer),
    order("\n      $anchor: a") + line(integer),
    ["Order"],
  ],
])("schemas that differ are two: %s", (_, http, messaging, names) => {
  const { messages } = readFiles({ "openapi.yaml": openapi(http), "asyncapi.yaml": asyncapi(messaging) });
  const conflicts = [...messages.matchAll(/error conflicting-schema-name: .* called "(\w+)"/g)].map(([, name]) => name);
  expect(conflicts.toSorted()).toEqual(names);
});

it("copies in different dialects are two schemas", () => {
  const files = {
    "openapi.yaml": openapi(order() + line(integer), "3.0.3"),
    "asyncapi.yaml": asyncapi(order() + line(integer)),
  };
  expect(found(files).codes).toContain("conflicting-schema-name");
});
