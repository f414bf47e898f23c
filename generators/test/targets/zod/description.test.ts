// Our own description: for every schema, parameter-free body and message the generated Zod schema and Ajv on the very files of
// spec/ say the same of the examples and of what becomes of them when something about them is changed.
// @module-tag compilers
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { load as parseYaml } from "js-yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { Api } from "../../../src/model/api.ts";
import type { Json, NamedSchema, Schema } from "../../../src/model/schema.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { pointerOf } from "../../../src/source/index.ts";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { contextOf, emitAll, temporaryDirectory } from "../../scenarios/generation.ts";
import { ajvOf, load, write, zodAccepts } from "./judges.ts";
import { mutationsOf } from "./mutation.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const spec = path.join(root, "spec");
const report = new Report();
const { api } = readApi({ cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" }, report);
if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n"));
const examples = examplesByName(api);
const { directory, dispose } = temporaryDirectory();
let constants: (name: string) => z.ZodType;
let ajv: Ajv2020;

beforeAll(async () => {
  write(await emitAll(api, ["zod"], contextOf(null)), directory);
  constants = await load(directory, "zod/schemas.gen.ts");
  ajv = ajvOf();
  for (const name of readdirSync(spec, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".yaml"))
      ajv.addSchema(parseFile(path.join(spec, name)), pathToFileURL(path.join(spec, name)).href);
  }
});

afterAll(dispose);

describe.each(api.schemas.map((named) => ({ name: named.name, named })))("the schema $name", ({ name, named }) => {
  it("has examples, all accepted", () => {
    const seeds = examples.get(named) ?? [];
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds)
      expect({ seed, verdict: zodAccepts(constants(`${name}Schema`), seed) }).toEqual({ seed, verdict: true });
  });

  it("is judged as Ajv judges it", () => {
    const validate = ajv.compile({ $ref: placeOf(named.schema) });
    const schema = constants(`${name}Schema`);
    const judge = (value: unknown): void => {
      expect({ value, verdict: zodAccepts(schema, value) }).toEqual({ value, verdict: validate(value) });
    };
    const values = fc.constantFrom(...(examples.get(named) ?? [])).chain(mutationsOf);
    fc.assert(fc.property(values, judge), { seed: 7, numRuns: 400 });
  });
});

describe("the output", () => {
  it.each(testedCompilers)("compiles with %s", async (compiler) => {
    expect(await compilerErrorsOf(compiler, directory, ["**/*.gen.ts"])).toBe("");
  });
});

/** Where a schema stands, as Ajv knows it. */
function placeOf({ at }: Schema): string {
  return `${pathToFileURL(at.document.path).href}#${pointerOf(at)}`;
}

function parseFile(file: string): object {
  const value: unknown = parseYaml(readFileSync(file, "utf8"));
  if (typeof value !== "object" || value === null) throw new Error(`${file} holds no object`);
  return value;
}

/** The values that stand for each named schema anywhere in the examples. */
function examplesByName({ http, messaging }: Api): Map<NamedSchema, Json[]> {
  const found = new Map<NamedSchema, Json[]>();
  for (const { requestBody, responses, parameters } of http?.operations ?? []) {
    const media = [
      ...(requestBody?.content ?? []),
      ...responses.flatMap((response) => response.content),
      ...parameters,
    ];
    for (const { schema, examples: own } of media) for (const { value } of own) collect(schema, value.value, found);
  }
  for (const { payload, headers, examples: own } of messaging?.messages ?? []) {
    for (const example of own) {
      if (example.payload !== null) collect(payload, example.payload.value, found);
      if (headers !== null && example.headers !== null) collect(headers, example.headers.value, found);
    }
  }
  return found;
}

function collect(schema: Schema, value: Json, found: Map<NamedSchema, Json[]>): void {
  switch (schema.kind) {
    case "ref":
      if (!matches(schema, value)) return;
      found.set(schema.target, [...(found.get(schema.target) ?? []), value]);
      collect(schema.target.schema, value, found);
      return;
    case "array":
      for (const item of Array.isArray(value) ? value : []) collect(schema.items, item, found);
      return;
    case "object":
      for (const { name, schema: member } of schema.properties) {
        if (typeof value === "object" && value !== null && Object.hasOwn(value, name))
          collect(member, Reflect.get(value, name), found);
      }
      return;
    case "union":
    case "intersection":
      for (const member of schema.members) collect(member, value, found);
  }
}
