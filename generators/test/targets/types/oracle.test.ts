// Statements about the types of an API: the compiler agrees with the schemas on all of them, and finds types that are wrong.
import { afterAll, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { Api } from "../../../src/model/api.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { judgeTypes } from "./oracle.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const schemas = `
    Color: { type: string, enum: [red, green] }
    Draft: { type: object, properties: { name: { type: string }, color: { $ref: Color }, tags: { type: array, items: { type: string } } } }
    Named: { allOf: [{ $ref: Draft }], required: [name, color] }
    Chained: { $ref: Named, required: [tags] }
    Mixed: { allOf: [{ $ref: Draft }, { type: object, required: [name, size], properties: { size: { type: integer } } }] }
    OneOf: { type: object, properties: { a: { type: string }, b: { type: number } }, oneOf: [{ required: [a] }, { required: [b] }] }
    Needs: { type: object, required: [name] }
    NeedsToo: { allOf: [{ $ref: Draft }, { $ref: Needs }] }
    Map: { type: object, additionalProperties: { type: string } }
    MapToo: { $ref: Map, required: [name] }
    Open: { type: object, required: [color], properties: { color: { anyOf: [{ $ref: Color }, { type: string }] } } }
    Null: { type: [object, 'null'], properties: { a: { type: string } }, allOf: [{ required: [a] }] }
    Tuple: { type: array, prefixItems: [{ type: string }, { $ref: Color }], minItems: 1, maxItems: 2 }
    Written: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } }
    WrittenToo: { allOf: [{ $ref: Written }, { type: object, properties: { note: { type: string } } }], required: [id, note] }
`;

it("a type accepts each value of its schema, and none with a missing member, another type or an unlisted value", async () => {
  const { wrong, probes } = await judgeTypes([{ name: "right", api: apiOf(schemas) }], directory, { most: 20 });
  expect(wrong).toEqual([]);
  const kinds = Map.groupBy(probes.get("right") ?? [], ({ kind }) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length > 10]))).toEqual({
    valid: true,
    read: true,
    missing: true,
    undefined: true,
    type: true,
    value: true,
  });
});

function apiOf(text: string): Api {
  const report = new Report();
  const body = "requestBody: { content: { application/json: { schema: { $ref: WrittenToo } } } }";
  const paths = `paths: { /a: { post: { operationId: send, ${body}, responses: { "200": { description: Done. } } } } }`;
  const document = `openapi: 3.1.1\ninfo: { title: T, version: "1" }\n${paths}\ncomponents:\n  schemas:${text}`;
  const readText = (): string => document.replace(/\$ref: (\w+)/g, '$ref: "#/components/schemas/$1"');
  const { api } = readApi({ cwd: "/", openapi: "api.yaml", readText }, report);
  const errors = report.list().filter(({ severity }) => severity === "error");
  if (api === null || errors.length > 0) throw new Error(errors.map(textOf).join("\n"));
  return api;
}
