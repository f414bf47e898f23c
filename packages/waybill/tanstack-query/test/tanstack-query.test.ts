// The target: what it reports, what it writes without operations, and that text of a description stays text.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { problemsOfOptions } from "../../../../generators/src/targets/option-values.ts";
import { compilerErrorsOf } from "../../../../generators/test/scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { leaksOf, syntaxErrorsOf } from "../../../../generators/test/scenarios/output-text.ts";
import tanstackQuery from "../src/index.ts";
import { blockOf, generateShop } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);

const head = 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\n';

it("nothing is written without operations", async () => {
  const asyncapi = `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { c: { messages: { m: { payload: {} } } } }`;
  const inputs = new Map([["asyncapi.yaml", asyncapi]]);
  const { files } = await generate(inputs, [tanstackQuery], path.join(directory, "none"));
  expect(files.filter(({ target }) => target === "tanstack-query")).toEqual([]);
  const empty = await generateShop(path.join(directory, "empty"), {}, `${head}paths: {}\n`);
  expect(empty.files.filter(({ target }) => target === "tanstack-query")).toEqual([]);
});

it("operations whose names the target uses itself compile", async () => {
  const names = ["send", "request", "signal", "throwing", "key", "keyFactory", "queryKeyOf", "QueryOptions", "body"];
  const paths = names.map(
    (name) =>
      `  /${name}: { get: { operationId: ${name}, responses: { "204": { description: Fine. } } }, post: { operationId: ${name}Post, responses: { "200": { description: Fine. } } } }`,
  );
  const place = path.join(directory, "own");
  const { diagnostics } = await generateShop(place, { framework: "core" }, `${head}paths:\n${paths.join("\n")}\n`);
  expect(diagnostics).toBe("");
  expect(await compilerErrorsOf("typescript-7.0", place, ["**/*.gen.ts"])).toBe("");
});

it("the data of a response with the same values in several media types is that of its JSON", async () => {
  const place = path.join(directory, "media");
  const media = ["text/plain", "application/json", "text/json"].map(
    (type) => `${type}: { schema: { $ref: "#/components/schemas/W" } }`,
  );
  const schema = "{ type: object, required: [temp], properties: { temp: { type: integer } } }";
  const description = `${head}paths: { /w: { get: { operationId: getW, responses: { "200": { description: OK, content: { ${media.join(", ")} } } } } } }
components: { schemas: { W: ${schema} } }
`;
  await generateShop(place, { framework: "core" }, description);
  const usage = `
import { createSend } from "./client/index.gen.ts";
import { getWOptions, type QueryData } from "./tanstack-query/index.gen.ts";
import type { GetWResponse } from "./types/index.gen.ts";
export const temp = (data: QueryData<GetWResponse>): number => data.temp;
export const options = (): Promise<QueryData<GetWResponse>> =>
  getWOptions(createSend({ baseUrl: "" })).queryFn({ signal: new AbortController().signal });
`;
  writeFileSync(path.join(place, "usage.ts"), usage.trimStart());
  expect(await compilerErrorsOf("typescript-7.0", place)).toBe("");
});

it("text of a description stays text", async () => {
  const mark = "STOLEN";
  const hostile = `"*/ ${mark}(); /* \\u2028 \`\${${mark}()}\` \\" ${mark}"`;
  const operation = `operationId: ${hostile}, tags: [${hostile}], summary: ${hostile}, responses: { "200": { description: Fine. } }`;
  const description = `openapi: 3.1.1\ninfo: { title: ${hostile}, version: "1" }\npaths: { /a: { get: { ${operation} } } }\n`;
  const { files } = await generateShop(path.join(directory, "hostile"), {}, description);
  const own = files.filter(({ target }) => target === "tanstack-query");
  // Without a mutation there is no file of mutations.
  expect(own.map((file) => file.path)).toEqual(["queries.gen.ts", "index.gen.ts"]);
  for (const { text } of own) {
    expect(syntaxErrorsOf(text)).toEqual([]);
    expect(leaksOf(text, `${mark}(`)).toEqual([]);
  }
});

it("keys begin with the words of the title that distinguish it", async () => {
  const scopeOf = async (title: string): Promise<string> => {
    const description = `openapi: 3.1.1\ninfo: { title: ${title}, version: "1" }\npaths: { /a: { get: { operationId: a, responses: { "204": { description: Fine. } } } } }\n`;
    const { files } = await generateShop(path.join(directory, "scope"), {}, description);
    const text = files.map((file) => file.text).join("\n");
    return /aKey: OperationKey<readonly \["(.*?)"/.exec(text)?.[1] ?? "";
  };
  expect(await scopeOf("The Acme Orders REST API (v2)")).toBe("Acme Orders");
  expect(await scopeOf("Web API v1")).toBe("Web API v1");
});

describe("a mistake is reported", () => {
  it("when invalidation names what does not exist", async () => {
    const unknown: [Record<string, string[]>, string][] = [
      [{ createOrders: ["orders"] }, "createOrders"],
      [{ createOrder: ["stock"] }, "stock"],
      [{ listOrders: ["orders"] }, "listOrders"],
    ];
    for (const [invalidates, name] of unknown)
      await expect(generateShop(path.join(directory, "unknown-key"), { invalidates })).rejects.toThrow(
        `the option "invalidates" names "${name}", which does not exist`,
      );
  });

  it("when an operation with pages and another operation export the same name", async () => {
    const list = (name: string): string =>
      `{ get: { operationId: ${name}, parameters: [{ name: offset, in: query, schema: { type: integer } }, { name: limit, in: query, schema: { type: integer } }], responses: { "200": { description: Fine., content: { application/json: { schema: { type: array, items: { type: string } } } } } } } }`;
    const description = `${head}paths:\n  /a: ${list("list")}\n  /b: ${list("listInfinite")}\n`;
    const failure = generateShop(path.join(directory, "clash"), {}, description);
    await expect(failure).rejects.toThrow('"list" and "listInfinite" would both export listInfiniteKey');
  });

  it("as a warning when an operation returns a sequence", async () => {
    const description = `${head}paths: { /a: { get: { operationId: watch, responses: { "200": { description: Fine., content: { text/event-stream: { itemSchema: { type: object } } } } } } } }\n`;
    const failure = generateShop(path.join(directory, "sequence"), {}, description.replace("3.1.1", "3.2.0"));
    await expect(failure).rejects.toThrow('"watch" returns a sequence, so it gets no query');
  });

  it("when the option queries names no operation", async () => {
    const failure = generateShop(path.join(directory, "unknown"), { queries: ["searchOrder"] });
    await expect(failure).rejects.toThrow(
      'the option "queries" names the operation "searchOrder", which does not exist',
    );
  });

  it.each([
    [{ framework: "preact" }, [{ at: "framework", message: "must be react, vue, solid, svelte, angular or core" }]],
    [{ scope: 1 }, [{ at: "scope", message: "must be a string" }]],
    [{ queries: "searchOrders" }, [{ at: "queries", message: "must be a list of operationIds" }]],
    [{ framework: "vue", scope: "shop", queries: ["searchOrders"] }, []],
  ])("in the options %j", (given, problems) => {
    expect(problemsOfOptions(tanstackQuery, given)).toEqual(problems);
  });
});

it("types come from the package of the framework, and nothing else does", async () => {
  const { files } = await generateShop(path.join(directory, "imports"), { framework: "svelte" });
  const imports = files
    .filter(({ target }) => target === "tanstack-query")
    .flatMap(({ text }) => text.match(/^import .*"@tanstack.*$/gm) ?? []);
  expect(imports).toEqual(['import type { DataTag, InfiniteData } from "@tanstack/svelte-query";']);
  expect(blockOf("svelte")).toContain('from "@tanstack/svelte-query"');
});

it("a bigint of a request is a string in its key, which is hashed as JSON", async () => {
  const place = path.join(directory, "int64");
  const inputs = new Map([
    [
      "openapi.yaml",
      `${head}paths: { "/orders/{id}": { get: { operationId: getOrder, parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }], responses: { "204": { description: Done. } } } } }\n`,
    ],
  ]);
  await generate(inputs, [tanstackQuery], place, { int64: "bigint" });
  const { getOrderKey }: { readonly getOrderKey: (request: object) => readonly unknown[] } = await import(
    path.join(place, "tanstack-query/index.gen.ts")
  );
  expect(getOrderKey({ path: { id: 9007199254740993n } }).at(-1)).toEqual({ path: { id: "9007199254740993" } });
});
