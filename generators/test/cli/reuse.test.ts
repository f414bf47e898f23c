// What was made from the model is taken again for as long as what was looked at for it is the same.
import { expect, test } from "vitest";
import { Kept } from "../../src/cli/kept.ts";
import { reuseOf } from "../../src/cli/reuse.ts";
import type { Api } from "../../src/model/api.ts";
import { apiOf } from "../source/memory-files.ts";

const schemas = {
  A: { type: "object", properties: { b: { $ref: "#/components/schemas/B" }, n: { type: "integer", minimum: 0 } } },
  B: { type: "string", description: "b", enum: ["x", "y"] },
  C: { type: "array", items: { $ref: "#/components/schemas/A" } },
};

function apiWith(changes: object, info: object = { title: "T", version: "1" }): Api {
  const all = { ...schemas, ...changes };
  return apiOf({ "openapi.yaml": JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas: all } }) });
}

/** Looks at A alone, and inside of that at B or not. */
function made(kept: Kept, api: Api, how: { readonly inner: string } = { inner: "A" }): string[] {
  const calls: string[] = [];
  const reuse = reuseOf(kept, "api", api);
  const look = (name: string): string => {
    calls.push(name);
    return JSON.stringify(api.schemas.find((one) => one.name === name)?.schema.notes);
  };
  reuse.texts("outer", () => [look("A"), ...reuse.texts("inner", () => [look(how.inner)])]);
  return calls;
}

function keptFrom(api: Api, inner = "A"): Kept {
  const kept = new Kept();
  made(kept, api, { inner });
  return new Kept(kept.entries());
}

test("nothing is made again when nothing of it has changed", () => {
  expect(made(keptFrom(apiWith({})), apiWith({}))).toEqual([]);
  expect(made(keptFrom(apiWith({})), apiWith({ B: { type: "boolean" } }))).toEqual([]);
  expect(made(keptFrom(apiWith({})), apiWith({ C: { const: "-" } }))).toEqual([]);
});

test.each([
  ["a word", { A: { ...schemas.A, title: "a" } }],
  ["a bound", { A: { ...schemas.A, properties: { ...schemas.A.properties, n: { type: "integer", minimum: 1 } } } }],
  ["a default", { A: { ...schemas.A, default: { n: 5 } } }],
  ["the order of members", { A: { ...schemas.A, properties: { n: { type: "integer", minimum: 0 }, b: {} } } }],
  ["what is referred to", { A: { ...schemas.A, properties: { b: { $ref: "#/components/schemas/C" } } } }],
])("what was looked at has changed: %s", (_, changes) => {
  expect(made(keptFrom(apiWith({})), apiWith(changes))).toEqual(["A", "A"]);
});

test("a part that is made again makes the whole again, and a part that is not leaves it what it depends on", () => {
  const changed = apiWith({ B: { type: "boolean" } });
  expect(made(keptFrom(apiWith({}), "B"), changed, { inner: "B" })).toEqual(["A", "B"]);
  const again = new Kept(keptFrom(apiWith({}), "B").entries());
  made(again, apiWith({ A: { ...schemas.A, title: "a" } }), { inner: "B" });
  expect(made(new Kept(again.entries()), apiWith({ A: { ...schemas.A, title: "a" }, B: {} }), { inner: "B" })).toEqual([
    "A",
    "B",
  ]);
});

test("what is no content of a named schema counts for everything", () => {
  expect(made(keptFrom(apiWith({})), apiWith({}, { title: "T", version: "2" }))).toEqual(["A", "A"]);
  expect(made(keptFrom(apiWith({})), apiWith({ D: { type: "string" } }))).toEqual(["A", "A"]);
});
