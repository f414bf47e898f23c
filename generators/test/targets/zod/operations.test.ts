// The schemas of operations: one small API with everything that an operation can have, and the types of our own description.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report } from "../../../src/diagnostics/index.ts";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { contextOf, emitAll, generate, temporaryDirectory } from "../../scenarios/generation.ts";
import { write } from "./judges.ts";

interface Schemas {
  readonly path?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly cookies?: z.ZodType;
  readonly body?: Readonly<Record<string, z.ZodType>>;
  readonly responses: Readonly<
    Record<string, { readonly headers?: z.ZodType; readonly body?: Readonly<Record<string, z.ZodType>> }>
  >;
}

const root = path.resolve(import.meta.dirname, "../../../..");
const own = temporaryDirectory();
const small = temporaryDirectory();
const { api } = readApi({ cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" }, new Report());
const operations = api?.http?.operations ?? [];
let parcels: Readonly<Record<string, Schemas>>;

const description = `
openapi: 3.1.1
info: { title: Parcels, version: "1" }
paths:
  /parcels/{id}:
    put:
      operationId: put-parcel
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
        - { name: X-Trace, in: header, schema: { type: string, minLength: 2 } }
        - { name: session, in: cookie, required: true, schema: { type: string } }
        - { name: constructor, in: query, schema: { type: string } }
        - { name: filter, in: query, style: deepObject, schema: { $ref: "#/components/schemas/Filter" } }
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: "#/components/schemas/Parcel" } }
          multipart/form-data: { schema: { $ref: "#/components/schemas/Upload" } }
          application/octet-stream: {}
          text/plain: { schema: { type: string, maxLength: 3 } }
          text/csv: { schema: { type: object } }
      responses:
        "200": { description: Done., content: { "application/json": { schema: { type: array, items: { $ref: "#/components/schemas/Parcel" } } } } }
        "204": { description: Nothing., headers: { X-Left: { required: true, schema: { type: integer } } } }
        4XX: { description: Wrong., content: { "text/plain": { schema: { type: string } } } }
        default: { description: Other. }
components:
  schemas:
    Filter: { type: object, properties: { city: { type: string } } }
    Parcel: { type: object, required: [weight], properties: { weight: { type: number, multipleOf: 0.1 } } }
    Upload:
      type: object
      required: [label]
      properties:
        label: { type: string, contentMediaType: application/pdf }
        note: { type: string }
        more: { type: array, items: { $ref: "#/components/schemas/Upload" } }
        scan: { contentMediaType: image/png }
`;

beforeAll(async () => {
  if (api === null) throw new Error("the description cannot be read");
  write(await emitAll(api, ["zod"], contextOf(null)), own.directory);
  const { diagnostics, files } = await generate(new Map([["openapi.yaml", description]]), ["zod"], small.directory);
  if (files.length === 0) throw new Error(diagnostics);
  parcels = await import(pathToFileURL(path.join(small.directory, "zod/operations.gen.ts")).href);
});

afterAll(() => {
  own.dispose();
  small.dispose();
});

function verdict(schema: z.ZodType | undefined, value: unknown): boolean {
  if (schema === undefined) throw new Error("there is no such schema");
  return schema.safeParse(value).success;
}

describe("an operation with everything", () => {
  const schemas = (): Schemas => {
    const found = parcels["putParcelSchemas"];
    if (found === undefined) throw new Error(`only ${Object.keys(parcels).join(", ")}`);
    return found;
  };
  const file = new Blob(["%PDF"]);

  it.each<readonly [string, (all: Schemas) => z.ZodType | undefined, unknown, boolean]>([
    ["a path", ({ path: part }) => part, { id: 1 }, true],
    ["a path with a bad parameter", ({ path: part }) => part, { id: 0 }, false],
    ["headers", ({ headers }) => headers, { "X-Trace": "ab" }, true],
    ["no headers", ({ headers }) => headers, {}, true],
    ["a bad header", ({ headers }) => headers, { "X-Trace": "a" }, false],
    ["cookies", ({ cookies }) => cookies, { session: "s" }, true],
    ["a missing cookie", ({ cookies }) => cookies, {}, false],
    ["no parameter named constructor", ({ query }) => query, {}, true],
    ["a parameter named constructor", ({ query }) => query, { constructor: 1 }, false],
    ["a deep object", ({ query }) => query, { filter: { city: "Ulm" } }, true],
    ["a bad deep object", ({ query }) => query, { filter: { city: 1 } }, false],
    ["JSON", ({ body }) => body?.["application/json"], { weight: 0.7 }, true],
    ["bad JSON", ({ body }) => body?.["application/json"], { weight: 0.75 }, false],
    ["parts", ({ body }) => body?.["multipart/form-data"], { label: file, note: "n" }, true],
    [
      "parts in parts",
      ({ body }) => body?.["multipart/form-data"],
      { label: file, more: [{ label: "text inside" }] },
      true,
    ],
    ["a text for bytes", ({ body }) => body?.["multipart/form-data"], { label: "%PDF" }, false],
    [
      "a part of any type that is bytes",
      ({ body }) => body?.["multipart/form-data"],
      { label: file, scan: file },
      true,
    ],
    ["no bytes in such a part", ({ body }) => body?.["multipart/form-data"], { label: file, scan: 1 }, false],
    ["bytes for a text", ({ body }) => body?.["multipart/form-data"], { label: file, note: file }, false],
    ["bytes", ({ body }) => body?.["application/octet-stream"], file, true],
    ["a text for a binary body", ({ body }) => body?.["application/octet-stream"], "x", false],
    ["a text", ({ body }) => body?.["text/plain"], "abc", true],
    ["a long text", ({ body }) => body?.["text/plain"], "abcd", false],
    ["a text that stands for something else", ({ body }) => body?.["text/csv"], "a,b", true],
    ["a response", ({ responses }) => responses["200"]?.body?.["application/json"], [{ weight: 1 }], true],
    ["a bad response", ({ responses }) => responses["200"]?.body?.["application/json"], { weight: 1 }, false],
    ["response headers", ({ responses }) => responses["204"]?.headers, { "X-Left": 1 }, true],
    ["a missing response header", ({ responses }) => responses["204"]?.headers, {}, false],
    ["a response of a range", ({ responses }) => responses["4XX"]?.body?.["text/plain"], "no", true],
  ])("accepts or rejects %s", (_, of, value, accepted) => {
    expect(verdict(of(schemas()), value)).toBe(accepted);
  });

  it("has nothing for what is not described", () => {
    expect(schemas().responses["default"]).toEqual({});
    expect(schemas().responses["204"]?.body).toBeUndefined();
  });
});

describe("the types", () => {
  const check = `
import type { z } from "zod";
import type * as types from "../types/index.gen.ts";
import type * as schemas from "./index.gen.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Given<Value> = Exclude<Value, undefined>;
`;

  it.each(testedCompilers)("of schemas are the types of the description, says %s", async (compiler) => {
    const rows = (api?.schemas ?? []).map(
      ({ name }) => `export const is${name}: Same<z.infer<typeof schemas.${name}Schema>, types.${name}> = true;`,
    );
    const parts = operations.flatMap(({ name, typeName, parameters, requestBody }) => [
      ...(["path", "query"] as const)
        .filter((part) => parameters.some((parameter) => parameter.in === part))
        .map(
          (part) =>
            `export const ${name}_${part}: Same<z.infer<(typeof schemas.${name}Schemas)["${part}"]>, Given<types.${typeName}Request["${part}"]>> = true;`,
        ),
      ...(requestBody === null
        ? []
        : [
            `export const ${name}_body: Same<z.infer<(typeof schemas.${name}Schemas)["body"][string]>, Given<types.${typeName}Request["body"]>> = true;`,
          ]),
    ]);
    expect(rows.length + parts.length).toBeGreaterThan(70);
    writeFileSync(path.join(own.directory, "zod/check.ts"), `${check}${[...rows, ...parts].join("\n")}\n`);
    expect(await compilerErrorsOf(compiler, own.directory, ["**/*.ts"])).toBe("");
  });

  it("of an operation with everything compile", async () => {
    expect(await compilerErrorsOf("typescript-7.0", small.directory, ["**/*.gen.ts"])).toBe("");
  });
});
