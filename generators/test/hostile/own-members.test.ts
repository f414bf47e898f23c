// Members with names that every object has are checked and kept like any other, at run time.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { generate, temporaryDirectory } from "../scenarios/generation.ts";
import { inherited } from "./payloads.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

/** Each schema says the same about one member, in its own way. */
const schemasFor = (name: string): Readonly<Record<string, unknown>> => {
  const required = object([[name, { type: "string" }]], { required: [name] });
  return {
    Open: required,
    Closed: object([[name, { type: "string" }]], { required: [name], additionalProperties: false }),
    Both: { allOf: [required, object([["other", { type: "integer" }]])] },
    Map: { type: "object", additionalProperties: { type: "string" }, required: [name] },
    Patterned: { type: "object", patternProperties: { "^.": { type: "string" } }, required: [name] },
    Named: { ...required, propertyNames: { enum: [name, "other"] } },
    Alternatives: { oneOf: [required, { type: "null" }] },
  };
};

const kinds = Object.keys(schemasFor("any"));
const modules = new Map<string, Readonly<Record<string, z.ZodType>>>();

beforeAll(async () => {
  for (const { name } of inherited) {
    const folder = path.join(directory, `of-${name}`);
    const info = { title: "Own members", version: "1" };
    const document = { openapi: "3.1.1", info, paths: {}, components: { schemas: schemasFor(name) } };
    const { diagnostics } = await generate(new Map([["openapi.yaml", JSON.stringify(document)]]), ["zod"], folder);
    expect(diagnostics).toBe("");
    modules.set(name, await import(pathToFileURL(path.join(folder, "zod/schemas.gen.ts")).href));
  }
});

describe.each(inherited)("the member $name", ({ name }) => {
  test.each(kinds)("accepts and returns a string as %s", (kind) => {
    const value: unknown = JSON.parse(`{${JSON.stringify(name)}: "kept"}`);
    const result = parse(name, kind, value);
    expect(result.success).toBe(true);
    expect(Object.entries(Object(result.data))).toEqual([[name, "kept"]]);
    expect(Object.getPrototypeOf(result.data)).toBe(Object.prototype);
  });

  test.each(kinds)("refuses another value as %s", (kind) => {
    expect(parse(name, kind, JSON.parse(`{${JSON.stringify(name)}: {"polluted": true}}`)).success).toBe(false);
    expect({}).not.toHaveProperty("polluted");
  });

  test.each(kinds)("is missing where it is only inherited, as %s", (kind) => {
    expect(parse(name, kind, {}).success).toBe(false);
  });
});

function parse(name: string, kind: string, value: unknown): z.ZodSafeParseResult<unknown> {
  const schema = modules.get(name)?.[`${kind}Schema`];
  if (schema === undefined) throw new Error(`there is no ${kind}Schema`);
  return schema.safeParse(value);
}

/** An object schema; `Object.fromEntries` makes a member of `__proto__`. */
function object(properties: readonly [string, unknown][], more: object = {}): object {
  return { type: "object", properties: Object.fromEntries(properties), ...more };
}
