// The `mocks` target: what it generates compiles with types per status, and mocks requests in a Node process with msw/node.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiOptionsOf } from "../../../generators/src/model/api-options.ts";
import { problemsOfOptions } from "../../../generators/src/targets/option-values.ts";
import { compilerErrorsOf, testedCompilers } from "../../../generators/test/scenarios/compile.ts";
import { generate, generateFrom } from "../../../generators/test/scenarios/generation.ts";
import mocks from "../src/index.ts";

/** In this package, so that generated code finds `msw` and `zod`. */
const directory = mkdtempSync(path.join(import.meta.dirname, "../.generated-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

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

const usage = `
import { handlersWith, mockGetOrder, mockPutOrder, type ResponseWith } from "./mocks/index.gen.ts";
import type { GetOrderResponse } from "./types/index.gen.ts";
mockGetOrder();
mockGetOrder(200, { id: 1, status: "sent" }, { once: true });
mockGetOrder(404, { title: "No" });
mockGetOrder([429, { status: 200, contentType: "application/json", headers: { ETag: "a" }, body: { id: 1, status: "new" } }]);
mockPutOrder(({ path, body, request }) => ({ status: path.id > 1 && body.status === "new" && request.url !== "" ? 204 : 204 }));
handlersWith({ baseUrl: "https://api.example", delay: 1 });
const sample: ResponseWith<GetOrderResponse, 200> = mockGetOrder.sample(200);
sample.body.id.toFixed();
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

const behaviour = `
import { setupServer } from "msw/node";
import { handlers, mockGetOrder, mockPutOrder } from "./mocks/index.gen.ts";
const server = setupServer(...handlers);
server.listen({ onUnhandledRequest: "error" });
const seen = [];
const ask = async (path, init) => {
  const response = await fetch(\`https://any.example\${path}\`, init).catch((error) => error);
  if (response instanceof Error) return seen.push(response.constructor.name);
  const text = await response.text();
  seen.push([response.status, response.headers.get("content-type"), text]);
};
await ask("/orders/3?fields=id,status");
await ask("/v2/orders/open");
await ask("/orders/x");
await ask("/orders/3/label.png");
await ask("/lines");
await ask("/lines");
const put = (body) => ({ method: "PUT", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
await ask("/orders/3", put({ status: "sent" }));
await ask("/orders/3", put({ status: "lost" }));
server.use(mockGetOrder(404, { title: "No" }, { once: true }));
await ask("/orders/3");
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
server.close();
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
      [mocks],
      directory,
    );
    expect(diagnostics).not.toContain("error");
    writeFileSync(path.join(directory, "usage.ts"), usage);
    writeFileSync(path.join(directory, "behaviour.js"), behaviour);
  });

  it.each(testedCompilers)("its mocks are typed per status, with %s", async (compiler) => {
    const options = { lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"], skipLibCheck: true };
    expect(await compilerErrorsOf(compiler, directory, ["usage.ts", "mocks/*.ts"], options)).toBe("");
  });

  it("its mocks respond in a Node process", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["behaviour.js"], { cwd: directory });
    const json = "application/json";
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual([
      [200, json, '{"id":7,"status":"new","note":"A note"}'],
      [200, "text/csv", "text"],
      [400, "application/problem+json", expect.stringContaining('"in":"path","path":["id"]')],
      [200, "image/png", "example"],
      [200, "application/jsonl", "1\n"],
      [200, "application/jsonl", "1\n"],
      [204, null, ""],
      [422, "application/problem+json", expect.stringContaining('"in":"body","path":["status"]')],
      [404, json, '{"title":"No"}'],
      [400, json, '{"title":"A title"}'],
      [200, json, expect.stringContaining('"id":7')],
      [200, json, expect.stringContaining('"id":7')],
      [200, json, '{"id":4,"status":"sent","note":"a,b"}'],
      [500, json, expect.stringContaining("is not as described")],
      [204, null, ""],
    ]);
  });
});

it("the example of the README runs, with our own description and its generated client", async () => {
  const own = path.join(directory, "own");
  const root = path.join(import.meta.dirname, "../../..");
  const targets = ["client", mocks] as const;
  const { diagnostics } = await generateFrom(
    { cwd: root, openapi: "spec/openapi.yaml" },
    targets,
    path.join(own, "generated"),
  );
  expect(diagnostics).not.toContain("error");
  const readme = readFileSync(path.join(import.meta.dirname, "../README.md"), "utf8");
  const [, example = ""] = /^```ts title="orders.ts"\n(.*?)^```$/ms.exec(readme) ?? [];
  writeFileSync(path.join(own, "orders.ts"), example);
  const { stdout } = await promisify(execFile)(process.execPath, ["orders.ts"], { cwd: own });
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
    expect(await compilerErrorsOf(compiler, own, ["orders.ts"], options)).toBe("");
});

it("dates are refused, and wrong options are named", () => {
  expect(mocks.refuses?.(apiOptionsOf({ dates: "date" }))).toMatch(/texts/);
  expect(mocks.refuses?.(apiOptionsOf({}))).toBeNull();
  expect(problemsOfOptions(mocks, { seed: 1.5, optional: 1, longestExample: -1 }).map(({ at }) => at)).toEqual([
    "seed",
    "optional",
    "longestExample",
  ]);
  expect(problemsOfOptions(mocks, { seed: 4, optional: false, longestExample: 0 })).toEqual([]);
});

it("the runtime imports nothing but the generated server and msw", () => {
  const text = readFileSync(path.join(import.meta.dirname, "../src/runtime/mock.ts"), "utf8");
  expect([...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from)).toEqual(["@fulfillment/server", "msw"]);
});
