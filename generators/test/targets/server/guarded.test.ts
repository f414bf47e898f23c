// Schemas behind guards: the verdicts and issues of the schemas, which are asked only about what a guard does not accept.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { guarded } from "../../../src/targets/server/runtime/guarded.ts";
import type { Schemas, Validator, Verdict } from "../../../src/targets/server/runtime/runtime.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();

afterAll(dispose);

const refusal: Verdict = { success: false, error: { issues: [{ path: ["a"], message: "no" }] } };

/** Counts how often it is asked. */
function refusing(): { readonly validator: Validator; readonly asked: () => number } {
  let count = 0;
  const safeParse = (): Verdict => {
    count += 1;
    return refusal;
  };
  return { validator: { safeParse }, asked: () => count };
}

it("a schema is not asked about what the guard accepts", () => {
  const { validator, asked } = refusing();
  const schemas = guarded({ query: validator, responses: {} }, { query: (value) => value === "good" });
  expect(schemas.query?.safeParse("good")).toEqual({ success: true, data: "good" });
  expect(asked()).toBe(0);
  expect(schemas.query?.safeParse("bad")).toBe(refusal);
  expect(asked()).toBe(1);
});

it("parts and media types without a guard are validated by their schemas", () => {
  const { validator } = refusing();
  const body = { "application/json": validator, constructor: validator };
  const schemas = guarded({ path: validator, body, responses: {} }, { body: { "application/json": () => true } });
  expect(schemas.path).toBe(validator);
  expect(schemas.body?.["constructor"]).toBe(validator);
  expect(schemas.body?.["application/json"]?.safeParse(1).success).toBe(true);
  expect([schemas.query, schemas.headers, schemas.cookies]).toEqual([undefined, undefined, undefined]);
});

const description = `
openapi: 3.1.1
info: { title: Parcels, version: "1" }
paths:
  /parcels/{id}:
    put:
      operationId: putParcel
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
        - { name: constructor, in: query, schema: { type: string, maxLength: 3 } }
      requestBody:
        content:
          application/json: { schema: { $ref: "#/components/schemas/Parcel" } }
          application/x-www-form-urlencoded: { schema: { type: object, properties: { weight: { type: integer } } } }
          text/plain: { schema: { enum: [light, heavy] } }
          multipart/form-data: { schema: { type: object, properties: { label: { type: string, format: binary } } } }
      responses: { "204": { description: stored } }
  /health:
    get: { operationId: health, responses: { "204": { description: well } } }
components:
  schemas:
    Parcel: { type: object, properties: { weight: { type: number } }, required: [weight], additionalProperties: false }
`;

interface Output {
  readonly putParcelRoute: { readonly schemas: Schemas };
  readonly putParcelSchemas: Schemas;
  readonly putParcelGuards: { readonly body: object };
}

let output: Output;

beforeAll(async () => {
  await generate(new Map([["openapi.yaml", description]]), ["server"], directory);
  const load = (file: string): Promise<Output> => import(pathToFileURL(path.join(directory, file)).href);
  output = { ...(await load("server/routes.gen.ts")), ...(await load("zod/index.gen.ts")) };
});

it("a guarded route has the verdicts of its schemas", () => {
  const { putParcelRoute: route, putParcelSchemas: schemas, putParcelGuards: guards } = output;
  expect(Object.keys(guards.body)).toEqual(["application/json", "application/x-www-form-urlencoded", "text/plain"]);
  const values: readonly unknown[] = [
    { id: 1 },
    { id: 0 },
    { constructor: "abcd" },
    {},
    { weight: 1.5 },
    { weight: 1, x: 1 },
    "heavy",
    "huge",
    null,
  ];
  const pairs: (readonly [Validator | undefined, Validator | undefined])[] = [
    [route.schemas.path, schemas.path],
    [route.schemas.query, schemas.query],
    ...Object.keys(schemas.body ?? {}).map((type) => [route.schemas.body?.[type], schemas.body?.[type]] as const),
  ];
  expect(pairs).toHaveLength(6);
  for (const [behind, schema] of pairs) {
    const verdicts = values.map((value) => behind?.safeParse(value).success);
    expect(verdicts).toEqual(values.map((value) => schema?.safeParse(value).success));
    expect(new Set(verdicts).size).toBe(2);
  }
});
