// The `mocks` target: what it generates compiles with types per status, and mocks requests in a Node process with msw/node.
// @module-tag compilers
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOfOptions } from "../../../../generators/src/targets/option-values.ts";
import { compilerErrorsOf, testedCompilers } from "../../../../generators/test/scenarios/compile.ts";
import { generate, generateFrom } from "../../../../generators/test/scenarios/generation.ts";
import mocks from "../src/index.ts";

const require = createRequire(import.meta.url);

/** In this package, so that generated code finds `msw` and `zod`. */
const directory = mkdtempSync(path.join(import.meta.dirname, "../.generated-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The major versions of MSW, and the option of each that rejects requests without a handler. */
const versions = [
  { msw: 3, folder: directory, option: "onUnhandledFrame" },
  { msw: 2, folder: path.join(directory, "msw-2"), option: "onUnhandledRequest" },
] as const;

/** The same files beside MSW 2. */
function copyBesideMsw2(from: string): string {
  const to = path.join(from, "msw-2");
  const generated = ["client", "generated", "mocks", "runtime", "server", "types", "zod"].filter((name) =>
    existsSync(path.join(from, name)),
  );
  for (const name of generated) cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  mkdirSync(path.join(to, "node_modules"), { recursive: true });
  symlinkSync(path.dirname(require.resolve("msw-2/package.json")), path.join(to, "node_modules/msw"));
  return to;
}

const shop = `
openapi: 3.1.1
info: { title: Shop, version: "1" }
servers: [{ url: "https://api.shop.example/v2" }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get:
      operationId: getOrder
      parameters: [{ name: fields, in: query, style: form, explode: false, schema: { type: array, items: { type: string } } }]
      responses:
        "200":
          description: The order.
          headers: { ETag: { required: true, schema: { type: string } } }
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Order" }
        4XX: { description: No., content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
    put:
      operationId: putOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "204": { description: Stored. } }
  /orders/open:
    get: { operationId: listOpen, responses: { "200": { description: All., content: { text/csv: { schema: { type: string } } } } } }
  /orders/{id}/label.png:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getLabel, responses: { "200": { description: A label., content: { image/png: {} } } } }
  /lines:
    get: { operationId: getLines, responses: { "200": { description: Lines., content: { application/jsonl: { itemSchema: { type: integer } } } } } }
  /changes:
    get:
      operationId: listChanges
      parameters: [{ name: cursor, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer } }]
      responses:
        2XX: { description: A page., content: { application/json: { schema: { type: object, required: [changes], properties: { changes: { type: array, items: { type: string } }, nextCursor: { type: string } } } } } }
        default: { description: No. }
  /pages:
    get:
      operationId: listPages
      parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1 } }, { name: per_page, in: query, schema: { type: integer } }]
      responses: { "200": { description: A page., content: { application/json: { schema: { type: array, items: { type: integer } } } } } }
  /logs:
    get:
      operationId: listLogs
      parameters: [{ name: after, in: query, schema: { type: string } }]
      responses:
        "200":
          description: A page.
          headers: { X-Next: { schema: { type: string, examples: [b] } } }
          content: { application/json: { schema: { type: array, items: { type: string } } } }
  /search:
    post:
      operationId: searchOrders
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { pageToken: { type: string }, pageSize: { type: integer } } } } } }
      responses:
        "200": { description: A page., content: { application/json: { schema: { type: object, required: [results], properties: { results: { type: array, items: { type: integer } }, nextPageToken: { type: [string, "null"] } } } } } }
  /key:
    get:
      operationId: getKey
      responses:
        "200":
          description: The member that no schema describes decides which alternative it is.
          content:
            application/json:
              schema:
                oneOf:
                  - { type: object, required: [kty], properties: { kty: { const: RSA } } }
                  - { type: object, properties: { kty: { const: RSA }, use: { type: string } }, not: { required: [alg] } }
              example: { kty: RSA, alg: RS256 }
  /stock:
    get:
      operationId: getStock
      responses:
        "200": { description: The stock. }
        "500": { description: Down., content: { text/plain: { schema: { const: five hundred } } } }
        5XX: { description: Ours., content: { text/plain: { schema: { const: server } } } }
        default: { description: Any., content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
  /linked:
    get:
      operationId: listLinked
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses:
        "200":
          description: A page.
          headers: { Link: { schema: { type: string }, example: '<https://api.shop.example/linked?page=2>; rel="next"' } }
          content: { application/json: { schema: { type: array, items: { type: integer } } } }
  /watch:
    get:
      operationId: watch
      responses:
        "200":
          description: Changes.
          content:
            text/event-stream:
              itemSchema:
                oneOf:
                  - { type: object, required: [event, data], properties: { event: { const: added }, data: { $ref: "#/components/schemas/Problem" } } }
                  - { type: object, required: [event, data], properties: { event: { const: note }, data: { type: string } } }
  /strict:
    post:
      operationId: send
      requestBody: { required: true, content: { application/jsonl: { itemSchema: { type: integer } } } }
      responses:
        "204": { description: Fine. }
        "422": { description: Invalid., content: { application/json: { schema: { type: object, required: [detail], properties: { detail: { type: string } }, additionalProperties: false } } } }
  /impossible:
    get:
      operationId: getImpossible
      responses: { "200": { description: None., content: { application/json: { schema: { type: string, minLength: 2, maxLength: 1 } } } } }
components:
  schemas:
    Order:
      type: object
      required: [id, status]
      properties:
        id: { type: integer, readOnly: true, examples: [7] }
        status: { enum: [new, sent] }
        note: { type: [string, "null"] }
    Problem: { type: object, required: [title], properties: { title: { type: string } } }
`.replace("3.1.1", "3.2.0");

const pagination = [
  { operation: "searchOrders", cursor: { body: "pageToken" }, next: "nextPageToken" },
  { operation: "listLogs", cursor: "after", next: { header: "X-Next" } },
];

const usage = `
import { handlersWith, mockGetOrder, mockGetStock, mockPutOrder, type ResponseWith } from "./mocks/index.gen.ts";
import type { GetOrderResponse } from "./types/index.gen.ts";
mockGetOrder();
mockGetOrder(200, { id: 1, status: "sent" }, { once: true });
mockGetOrder(404, { title: "No" });
mockGetOrder([429, { status: 200, contentType: "application/json", headers: { ETag: "a" }, body: { id: 1, status: "new" } }]);
mockPutOrder(({ path, body, request }) => ({ status: path.id > 1 && body.status === "new" && request.url !== "" ? 204 : 204 }));
handlersWith({ baseUrl: "https://api.example", delay: 1 });
const sample: ResponseWith<GetOrderResponse, 200> = mockGetOrder.sample(200);
sample.body.id.toFixed();
mockGetStock.sample(404).body.title.trim();
mockGetStock([503, 429, 200]);
// @ts-expect-error: the status is not described
mockGetOrder(302);
// @ts-expect-error: the body is that of another status
mockGetOrder(200, { title: "No" });
// @ts-expect-error: the header is missing
mockGetOrder({ status: 200, contentType: "application/json", body: { id: 1, status: "new" } });
// @ts-expect-error: a sequence has a step
mockGetOrder([]);
// @ts-expect-error: path parameters have their types
mockGetOrder(({ path }) => path.id.length);
`;

const paging = `
import { setupServer } from "msw/node";
import { createClient } from "./client/index.gen.ts";
import { handlers, mockListChanges } from "./mocks/index.gen.ts";
const server = setupServer(...handlers);
server.listen({ [process.argv[2]]: "error" });
const client = createClient({ baseUrl: "https://any.example" });
const seen = [];
const all = async (name, pages) => {
  const items = [];
  for await (const item of pages) items.push(item);
  seen.push([name, items.length]);
};
await all("cursor", client.listChanges.pages());
await all("page", client.listPages.pages());
await all("header", client.listLogs.pages());
await all("link", client.listLinked.pages());
await all("body", client.searchOrders.pages({ body: {} }));
server.use(mockListChanges(206));
await all("status", client.listChanges.pages());
server.use(mockListChanges([206, 200]));
await all("sequence", client.listChanges.pages());
const own = mockListChanges(({ request }) => {
  const at = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
  return { status: 200, contentType: "application/json", body: { changes: ["a"], ...(at < 3 ? { nextCursor: String(at + 1) } : {}) } };
});
server.use(own);
await all("own", client.listChanges.pages());
server.close();
console.log(JSON.stringify(seen));
`;

const behaviour = `
import { createServer } from "node:http";
import { setupServer } from "msw/node";
import { handlers, mockGetOrder, mockGetStock, mockPutOrder } from "./mocks/index.gen.ts";
const real = createServer((_, response) => response.end("real")).listen(0);
const server = setupServer(...handlers);
server.listen({ [process.argv[2]]: "error" });
const seen = [];
const ask = async (path, init, origin = "https://any.example") => {
  const response = await fetch(origin + path, init).catch((error) => error);
  if (response instanceof Error) return seen.push("rejected");
  const text = await response.text();
  seen.push([response.status, response.headers.get("content-type"), text]);
};
await ask("/orders/3?fields=id,status");
await ask("/v2/orders/open");
await ask("/orders/x");
await ask("/orders/3/label.png");
await ask("/lines");
await ask("/lines");
await ask("/watch");
const send = (body) => ({ method: "POST", body, headers: { "content-type": "application/jsonl" } });
await ask("/strict", send("1\\n2\\n"));
await ask("/strict", send("1\\nx\\n"));
const put = (body) => ({ method: "PUT", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
await ask("/orders/3", put({ status: "sent" }));
await ask("/orders/3", put({ status: "lost" }));
server.use(mockGetOrder(404, { title: "No" }, { once: true }));
await ask("/orders/3");
for (const status of [500, 503, 404]) {
  server.use(mockGetStock(status));
  await ask("/stock");
}
server.use(mockGetStock(429, { title: "Slow down" }));
await ask("/stock");
server.use(mockGetStock([502, 200], { baseUrl: "https://any.example" }));
await ask("/stock");
await ask("/stock");
seen.push(mockGetOrder.sample(404));
server.use(mockGetOrder([400, 200]));
await ask("/orders/3");
await ask("/orders/3");
await ask("/orders/3");
server.use(mockGetOrder(({ path, query }) => ({ ...mockGetOrder.sample(200), headers: { ETag: "b" }, body: { id: path.id, status: "sent", note: String(query.fields) } })));
await ask("/orders/4?fields=a,b");
server.use(mockGetOrder(200, { id: "no number" }));
await ask("/orders/4");
server.resetHandlers();
server.use(mockPutOrder({ baseUrl: "https://other.example/v9" }));
await ask("/orders/3", put({ status: "sent" }));
await ask("/nowhere", {}, "http://localhost:" + real.address().port);
server.close();
real.close();
console.log(JSON.stringify(seen));
`;

describe("a small description", () => {
  beforeAll(async () => {
    const inputs = new Map([["openapi.yaml", shop]]);
    await expect(generate(inputs, [mocks], directory)).rejects.toThrow(
      /no sample of the status 200 of "getImpossible": .*give an example/,
    );
    const { diagnostics } = await generate(
      new Map([["openapi.yaml", shop.replace("maxLength: 1", "maxLength: 3")]]),
      ["client", mocks],
      directory,
      { pagination },
    );
    expect(diagnostics).not.toContain("error");
    copyBesideMsw2(directory);
    for (const { folder } of versions) {
      writeFileSync(path.join(folder, "usage.ts"), usage);
      writeFileSync(path.join(folder, "behaviour.js"), behaviour);
      writeFileSync(path.join(folder, "paging.js"), paging);
    }
  });

  it.each(versions.flatMap(({ msw, folder }) => testedCompilers.map((compiler) => ({ msw, folder, compiler }))))(
    "its mocks are typed per status, with MSW $msw and $compiler",
    async ({ folder, compiler }) => {
      const options = { lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"], skipLibCheck: true };
      expect(await compilerErrorsOf(compiler, folder, ["usage.ts", "mocks/*.ts"], options)).toBe("");
    },
  );

  it.each(versions)("its mocks respond in a Node process, with MSW $msw", async ({ folder, option }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ["behaviour.js", option], { cwd: folder });
    const json = "application/json";
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual([
      [200, json, '{"id":7,"status":"new","note":"A note"}'],
      [200, "text/csv", "text"],
      [400, json, expect.stringContaining('"in":"path","path":["id"]')],
      [200, "image/png", expect.stringMatching(/PNG.*IHDR.*IEND/s)],
      [200, "application/jsonl", "1\n"],
      [200, "application/jsonl", "1\n"],
      [200, "text/event-stream", 'event: added\ndata: {"title":"A title"}\n\nevent: note\ndata: text\n\n'],
      [204, null, ""],
      [422, json, '{"detail":"text"}'],
      [204, null, ""],
      [422, "application/problem+json", expect.stringContaining('"in":"body","path":["status"]')],
      [404, json, '{"title":"No"}'],
      [500, "text/plain", "five hundred"],
      [503, "text/plain", "server"],
      [404, json, '{"title":"A title"}'],
      [429, json, '{"title":"Slow down"}'],
      [502, "text/plain", "server"],
      [200, null, ""],
      { status: 404, contentType: json, body: { title: "A title" } },
      [400, json, '{"title":"A title"}'],
      [200, json, expect.stringContaining('"id":7')],
      [200, json, expect.stringContaining('"id":7')],
      [200, json, '{"id":4,"status":"sent","note":"a,b"}'],
      [500, json, expect.stringContaining("is not as described")],
      [204, null, ""],
      "rejected",
    ]);
  });
});

it.each(versions)("iterating over the pages of a mock ends, with MSW $msw", async ({ folder, option }) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["paging.js", option], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual([
    ["cursor", 1],
    ["page", 1],
    ["header", 1],
    ["link", 1],
    ["body", 1],
    ["status", 1],
    ["sequence", 1],
    ["own", 4],
  ]);
});

it("the example of the README runs, with our own description and its generated client", async () => {
  const own = path.join(directory, "own");
  const root = path.join(import.meta.dirname, "../../../..");
  const targets = ["client", mocks.with({ factories: true })] as const;
  const { diagnostics } = await generateFrom(
    { cwd: root, openapi: "spec/openapi.yaml" },
    targets,
    path.join(own, "generated"),
  );
  expect(diagnostics).not.toContain("error");
  const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  const [, example = ""] = /^```ts title="orders.ts"\n(.*?)^```$/ms.exec(readme) ?? [];
  writeFileSync(path.join(own, "orders.ts"), example);
  const [, factories = ""] = /^```ts title="factories.ts"\n(.*?)^```$/ms.exec(readme) ?? [];
  writeFileSync(
    path.join(own, "factories.ts"),
    `${factories}\n// @ts-expect-error there is no such member\norderSample({ nothing: 1 });\n`,
  );
  const printed = await promisify(execFile)(process.execPath, ["factories.ts"], { cwd: own });
  expect(printed.stdout).toBe("ord_7 true true\n");
  const settings = { lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"], skipLibCheck: true };
  expect(await compilerErrorsOf("typescript-7.0", own, ["factories.ts", "generated/mocks/*.gen.ts"], settings)).toBe(
    "",
  );
  const older = copyBesideMsw2(own);
  writeFileSync(path.join(older, "orders.ts"), example.replace("onUnhandledFrame", "onUnhandledRequest"));
  for (const folder of [own, older]) await expectOrders(folder);
});

/** What the example of the README prints. */
async function expectOrders(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ["orders.ts"], { cwd: folder });
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^200 \{"id":"ord_01/),
    '404 {"message":"Order not found"}',
    expect.stringMatching(/^200 \{"id":"ord_2"/),
    expect.stringMatching(/^200 \{"id":"ord_3"/),
    '500 {"message":"Internal server error"}',
    expect.stringMatching(/^200 \{"id":"ord_01/),
  ]);
  const options = { lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"], skipLibCheck: true };
  for (const compiler of testedCompilers)
    expect(await compilerErrorsOf(compiler, folder, ["orders.ts"], options)).toBe("");
}

it("a factory returns a new value each time, of objects with what is given, of others what is given", async () => {
  const { factoryOf } = await import("../src/runtime/factories.ts");
  const order = factoryOf<{ id: number; lines: { count: number }[] }>({ id: 1, lines: [{ count: 1 }] });
  const first = order();
  first.lines.push({ count: 2 });
  expect(order()).toEqual({ id: 1, lines: [{ count: 1 }] });
  expect(order({ lines: [] })).toEqual({ id: 1, lines: [] });
  expect([factoryOf<string>("open")(), factoryOf<string>("open")("shipped")]).toEqual(["open", "shipped"]);
  expect([factoryOf<number[]>([1])(), factoryOf<number[]>([1])([2]), factoryOf<number>(0)(7)]).toEqual([[1], [2], 7]);
});

const typedValues = `
openapi: 3.1.1
info: { title: Log, version: "1" }
paths:
  /entries:
    post:
      operationId: createEntry
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } } }
      responses:
        "200":
          description: Stored.
          headers: { X-Stored: { required: true, schema: { type: string, format: date-time } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } }
    get:
      operationId: followEntries
      responses: { "200": { description: All., content: { application/jsonl: { itemSchema: { $ref: "#/components/schemas/Entry" } } } } }
components:
  schemas:
    Day: { type: string, format: date-time, examples: ["2026-01-02T03:04:05.000Z"] }
    Entry:
      type: object
      required: [at, size, others]
      properties:
        at: { $ref: "#/components/schemas/Day" }
        size: { type: integer, format: int64, examples: [7] }
        others: { type: array, minItems: 1, items: { anyOf: [{ $ref: "#/components/schemas/Day" }, { type: boolean }] } }
`.replace("3.1.1", "3.2.0");

const typedUsage = `
import { setupServer } from "msw/node";
import { createClient } from "./client/index.gen.ts";
import { daySample, entrySample, handlers, mockCreateEntry } from "./mocks/index.gen.ts";
const server = setupServer(...handlers);
server.listen();
const client = createClient({ baseUrl: "https://any.example", throws: true });
const sample = mockCreateEntry.sample(200);
const size: bigint = sample.body.size;
const hour: number = sample.body.at.getUTCHours() + daySample().getUTCHours() + sample.headers["X-Stored"].getTime() * 0;
const sent = await client.createEntry({ body: entrySample({ size: 2n ** 60n }) });
server.use(mockCreateEntry(({ body }) => ({ ...sample, body: { ...body, size: body.size + 1n } })));
const changed = await client.createEntry({ body: entrySample({ size: 2n ** 60n }) });
const items = [];
for await (const { at } of await client.followEntries()) items.push(at.getUTCFullYear());
console.log(size, hour, sent.size, changed.size === 2n ** 60n + 1n, changed.others[0] instanceof Date, items);
server.close();
`;

it("samples have Dates and bigint where options ask for them, and travel as JSON", async () => {
  const folder = path.join(directory, "typed");
  const targets = ["client", mocks.with({ factories: true })] as const;
  const options = { dates: "date", int64: "bigint" } as const;
  const { diagnostics } = await generate(new Map([["openapi.yaml", typedValues]]), targets, folder, options);
  expect(diagnostics).not.toContain("error");
  writeFileSync(path.join(folder, "typed.ts"), typedUsage);
  const { stdout } = await promisify(execFile)(process.execPath, ["typed.ts"], { cwd: folder });
  expect(stdout).toBe("7n 6 7n true true [ 2026 ]\n");
  const settings = { lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"], skipLibCheck: true };
  expect(await compilerErrorsOf("typescript-7.0", folder, ["typed.ts", "mocks/*.ts"], settings)).toBe("");
});

it("wrong options are named", () => {
  expect(problemsOfOptions(mocks, { seed: 1.5, optional: 1, longestExample: -1 }).map(({ at }) => at)).toEqual([
    "seed",
    "optional",
    "longestExample",
  ]);
  expect(problemsOfOptions(mocks, { seed: 4, optional: false, longestExample: 0 })).toEqual([]);
});

it("the runtime imports nothing but the shared one and msw", () => {
  const text = readFileSync(path.join(directory, "mocks/runtime.gen.ts"), "utf8");
  expect([...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from)).toEqual([
    "../runtime/serve.gen.ts",
    "../runtime/server.gen.ts",
    "msw",
  ]);
});
