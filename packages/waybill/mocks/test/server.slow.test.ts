// `waybill mock`: our own client and Ajv accept what it sends for our own description and public ones; preferences, validation, events.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { verifyWebhook } from "@fulfillment/webhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readApi } from "waybill/description";
import { startServer } from "../../../../generators/test/local-server.ts";
import { unpack } from "../../../../scripts/corpus/descriptions.ts";
import { testedToolkit } from "../../../../scripts/testing/bundled-programs.ts";
import { isLong } from "../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { sparingNode } from "../../../../scripts/testing/sparing-node.ts";
import { type MockOptions, mockHandlerOf } from "../src/server/mock-handler.ts";
import { callEveryOperation } from "./every-operation.ts";

const root = path.join(import.meta.dirname, "../../../..");

it("our own client accepts every response to our own description, and Ajv every body", async () => {
  const { called, validated, skipped, problems } = await callEveryOperation({
    cwd: root,
    openapi: "spec/openapi.yaml",
  });
  expect(problems).toEqual([]);
  expect(skipped).toEqual([]);
  expect([called, validated]).toEqual([22, 21]);
});

it("new values are as valid", async () => {
  const run = await callEveryOperation({ cwd: root, openapi: "spec/openapi.yaml", prefer: "dynamic=true" });
  expect(run.problems).toEqual([]);
});

describeWithCorpus("public descriptions", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-corpus-"));
  beforeAll(() => void unpack(corpusPath(), folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Every which of their operations is called.
  const step = isLong ? 1 : 20;
  const descriptions = [
    ["openapi/adyen-management.json", 5],
    ["openapi/digitalocean/specification/DigitalOcean-public.v2.yaml", 25],
    ["openapi/github.json", 40],
  ] as const;

  it.each(isLong ? descriptions : descriptions.slice(0, 1))(
    "every response to %s is as described",
    async (openapi, least) => {
      const { validated, problems } = await callEveryOperation({ cwd: folder, openapi, step });
      expect(problems).toEqual([]);
      expect(validated).toBeGreaterThan(least);
    },
    300_000,
  );
});

const shop = `
openapi: 3.1.1
info: { title: Shop, version: "1" }
servers: [{ url: "https://api.shop.example/v2" }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getOrder
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema: { type: object, required: [id], properties: { id: { type: integer } } }
              examples: { first: { value: { id: 1 } }, second: { value: { id: 2 } } }
            text/csv: { schema: { type: string }, example: "id\\n1" }
        4XX: { description: No. }
    put:
      operationId: putOrder
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { note: { type: string, maxLength: 3 }, size: { enum: [a, b, c, d, e, f, g, h, i] } } } } } }
      responses: { "204": { description: Stored. } }
  /orders:
    get:
      operationId: listOrders
      parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1 } }, { name: per_page, in: query, schema: { type: integer } }]
      responses:
        "200": { description: A page., content: { application/json: { schema: { type: object, required: [orders], properties: { orders: { type: array, items: { type: integer } } } }, example: { orders: [7] } } } }
  /events:
    get:
      operationId: listEvents
      parameters: [{ name: cursor, in: query, schema: { type: string } }]
      responses:
        "200": { description: A page., content: { application/json: { schema: { type: object, required: [events, next_cursor], properties: { events: { type: array, items: { type: integer } }, next_cursor: { type: [string, "null"] } } }, example: { events: [1, 2], next_cursor: c2 } } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
`;

describe("a small description", () => {
  const { api } = readApi({ cwd: "/shop", openapi: "openapi.yaml", readText: () => shop });
  if (api === null) throw new Error("the description cannot be read");
  const options: MockOptions = { url: null, secret: "s", dynamic: false, cors: true, auth: true };
  const loaded = mockHandlerOf(api, options);
  afterAll(async () => (await loaded).dispose());

  const ask = async (
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<unknown[]> => {
    const { handle } = await loaded;
    const sent = new Headers({ authorization: "Bearer any", ...headers });
    const { response } = await handle({
      method,
      url,
      headers: sent,
      body: body === undefined ? null : new Blob([body]).stream(),
    });
    const text = await response.text();
    return [response.status, text.startsWith("{") ? JSON.parse(text) : text, response.headers];
  };
  const json = { "content-type": "application/json" };

  const rows: readonly (readonly [name: string, asked: Parameters<typeof ask>, status: number, body: unknown])[] = [
    ["the first example", ["GET", "/orders/7"], 200, { id: 1 }],
    ["a path of the described server", ["GET", "/v2/orders/7"], 200, { id: 1 }],
    ["an example by name", ["GET", "/orders/7", { prefer: "example=second" }], 200, { id: 2 }],
    [
      "an unknown example",
      ["GET", "/orders/7", { prefer: "example=third" }],
      400,
      expect.objectContaining({ code: "unknown_example", title: expect.stringContaining("first, second") }),
    ],
    ["a status of a range", ["GET", "/orders/7", { prefer: "code=404" }], 404, ""],
    [
      "a status that is not described",
      ["GET", "/orders/7", { prefer: "code=503" }],
      400,
      expect.objectContaining({ code: "unknown_code" }),
    ],
    ["another media type", ["GET", "/orders/7", { accept: "text/csv, application/json;q=0.5" }], 200, "id\n1"],
    [
      "no acceptable media type",
      ["GET", "/orders/7", { accept: "image/png" }],
      406,
      expect.objectContaining({ code: "not_acceptable" }),
    ],
    [
      "no credentials",
      ["GET", "/orders/7", { authorization: "" }],
      401,
      expect.objectContaining({ code: "unauthorized" }),
    ],
    [
      "an invalid path parameter",
      ["GET", "/orders/x"],
      400,
      expect.objectContaining({ issues: [expect.objectContaining({ in: "path", path: ["id"] })] }),
    ],
    [
      "an invalid body",
      ["PUT", "/orders/7", json, '{"note":"long"}'],
      400,
      expect.objectContaining({ status: 400, issues: [expect.objectContaining({ in: "body", path: ["note"] })] }),
    ],
    ["a valid body", ["PUT", "/orders/7", json, '{"note":"ok"}'], 204, ""],
    [
      "another content type",
      ["PUT", "/orders/7", { "content-type": "text/plain" }, "a"],
      415,
      expect.objectContaining({ code: "unsupported_media_type" }),
    ],
    ["no body", ["PUT", "/orders/7", json], 400, expect.objectContaining({ code: "missing_body" })],
    ["HEAD", ["HEAD", "/orders/7"], 200, ""],
    ["OPTIONS", ["OPTIONS", "/orders/7"], 204, ""],
    ["another method", ["DELETE", "/orders/7"], 405, expect.objectContaining({ code: "method_not_allowed" })],
    ["the first page", ["GET", "/orders?page=1"], 200, { orders: [7] }],
    ["a later page is empty", ["GET", "/orders?page=2&per_page=1"], 200, { orders: [] }],
    ["the first page of a cursor", ["GET", "/events"], 200, { events: [1, 2], next_cursor: "c2" }],
    ["a cursor leads to the last page", ["GET", "/events?cursor=c2"], 200, { events: [], next_cursor: null }],
    ["another path", ["GET", "/customers"], 404, expect.objectContaining({ code: "not_found" })],
    [
      "a preflight",
      ["OPTIONS", "/orders/7", { origin: "http://a.example", "access-control-request-method": "PUT" }],
      204,
      "",
    ],
    [
      "events without an AsyncAPI description",
      ["GET", "/__waybill/events"],
      404,
      expect.objectContaining({ code: "no_events" }),
    ],
  ];

  it.each(rows)("the mock server responds as described: %s", async (_, asked, status, body) =>
    expect((await ask(...asked)).slice(0, 2)).toEqual([status, body]),
  );

  it("a preference that cannot be met is not printed as a failure", async () => {
    const printed = vi.spyOn(console, "error");
    await ask("GET", "/orders/7", { prefer: "code=503" });
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it("new values differ from request to request", async () => {
    const values = await Promise.all([1, 2, 3].map(() => ask("GET", "/orders/7", { prefer: "dynamic=true" })));
    expect(new Set(values.map(([, body]) => JSON.stringify(body))).size).toBe(3);
  });

  it("pages of any origin may read responses", async () => {
    const [, , headers] = await ask("GET", "/orders/7", { origin: "http://a.example" });
    expect(headers instanceof Headers && headers.get("access-control-allow-origin")).toBe("http://a.example");
  });
});

describe("the command", () => {
  const run = (...words: string[]) =>
    spawn(process.execPath, [...sparingNode, testedToolkit(), "mock", ...words], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });

  it("serves, delivers a signed event, logs each request and stops cleanly", async () => {
    const received: Promise<{ body: Buffer; headers: Record<string, string> }>[] = [];
    let resolveReceived: (delivery: { body: Buffer; headers: Record<string, string> }) => void = () => {};
    received.push(new Promise((resolve) => (resolveReceived = resolve)));
    await using receiver = await startServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      outgoing.writeHead(204).end();
      resolveReceived({
        body: Buffer.concat(chunks),
        headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      });
    });
    const child = run(
      "spec/openapi.yaml",
      "spec/asyncapi.yaml",
      "--port",
      "0",
      "--json",
      "--deliver-to",
      `${receiver.url}/hook`,
      "--secret",
      "top",
    );
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const next = async (): Promise<Record<string, unknown>> => JSON.parse((await lines.next()).value ?? "null");
      const { listening, operations } = await next();
      expect(operations).toBe(23);
      const response = await fetch(`${listening}/v1/orders/o1`, { headers: { authorization: "Bearer any" } });
      expect(response.status).toBe(200);
      expect(await next()).toMatchObject({ method: "GET", url: "/v1/orders/o1", status: 200, operation: "getOrder" });
      const sent = await fetch(`${listening}/__waybill/events/order.created`, { method: "POST" });
      expect(await sent.json()).toMatchObject({ ok: true, event: "order.created", signed: true, status: 204 });
      const ways: [string, string, number][] = [
        ["order.created", "https://evil.example", 403],
        ["order.created", "null", 403],
        ["order.created", "http://localhost:5173", 200],
        ["%", "http://127.0.0.1:5173", 404],
      ];
      for (const [name, origin, status] of ways) {
        const asked = { method: "POST", headers: { origin } };
        expect((await fetch(`${listening}/__waybill/events/${name}`, asked)).status).toBe(status);
      }
      const { body, headers } = (await received[0]) ?? { body: Buffer.alloc(0), headers: {} };
      const event = await verifyWebhook(body, headers, "top");
      expect(event).toMatchObject({ event: "order.created" });
      await expect(verifyWebhook(body, headers, "other")).rejects.toThrow();
      const exit = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
      child.kill("SIGTERM");
      expect(await exit).toBe(0);
    } finally {
      child.kill("SIGKILL");
      receiver.close();
    }
  });

  it("a selector that matches nothing is reported, and one that does selects what is served", async () => {
    const wrong = run("spec/openapi.yaml", "--include", "tag=ordres");
    const exit = new Promise((resolve) => wrong.once("exit", (code) => resolve(code)));
    let text = "";
    for await (const chunk of wrong.stderr) text += String(chunk);
    expect(await exit).toBe(2);
    expect(text).toContain("--include matches nothing");
    const child = run("spec/openapi.yaml", "--include", "path=/v1/orders/list", "--port", "0");
    for await (const chunk of child.stdout) {
      expect(String(chunk)).toMatch(/\(1 operation\)/);
      break;
    }
    child.kill();
  });

  it("wrong usage is reported, all of it at once", async () => {
    const child = run("spec/openapi.yaml", "--port", "x", "--cors", "--no-cors", "--event", "a");
    const exit = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
    let text = "";
    for await (const chunk of child.stderr) text += String(chunk);
    expect(await exit).toBe(2);
    for (const problem of ["--port must be a whole number", "cannot be used together", "--event needs --deliver-to"])
      expect(text).toContain(problem);
  });
});
