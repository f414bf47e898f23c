// Bodies that were read before: stored raw bytes are used, anything else is reported with the fix.

import { getRequestListener } from "@hono/node-server";
import express5 from "express";
import express4 from "express4";
import { fastify } from "fastify";
import { Hono } from "hono";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createWebhookHandler, type ErrorContext, type NodeAdapter } from "../../src/index.ts";
import { deliveryOf, now, secret, shipped } from "../deliveries.ts";
import { listen, post, type Served } from "./frameworks.ts";

const errors: { error: unknown; context: ErrorContext }[] = [];
const handler = createWebhookHandler({
  secret,
  now,
  maxBodyBytes: 4096,
  on: { "order.shipped": () => {} },
  onError: (error, context) => void errors.push({ error, context }),
});

beforeEach(() => {
  errors.length = 0;
});

describe.each([
  ["Express 5", express5],
  ["Express 4", express4],
])("the adapter for %s", (_, express) => {
  test("express.json() before it is reported with the fix", async () => {
    await isRefused(await serve(listen(express().use(express.json()).post("/hook", handler.express))), [
      "mount the webhook before app.use(express.json())",
      "express.raw({ type: '*/*', limit: '1mb' })",
      "Object.assign(req, { rawBody: buf })",
    ]);
  });

  test("each of the three ways out works", async () => {
    const before = express().post("/hook", handler.express).use(express.json());
    const raw = express().post("/hook", express.raw({ type: "*/*", limit: "1mb" }), handler.express);
    // As in the message: this compiles against the types of Express, too.
    const keeping = express.json({ verify: (req, _res, buf) => void Object.assign(req, { rawBody: buf }) });
    const kept = express().use(keeping).post("/hook", handler.express);
    for (const app of [before, raw, kept]) await isHandled(await serve(listen(app)));
  });

  test("text is taken, a parser for other types is no obstacle, and mounting by path works", async () => {
    const text = express().post("/hook", express.text({ type: "*/*" }), handler.express);
    const others = express()
      .use(express.urlencoded({ extended: false }))
      .post("/hook", handler.express);
    const mounted = express().use("/hook", handler.express);
    for (const app of [text, others, mounted]) await isHandled(await serve(listen(app)));
  });

  test("stored bytes are checked against the limit, too", async () => {
    const app = express().post("/hook", express.raw({ type: "*/*" }), handler.express);
    const { url } = await serve(listen(app));
    const delivery = await deliveryOf(JSON.stringify({ ...shipped, padding: "x".repeat(4096) }));
    expect(await post(url, delivery)).toMatchObject({ status: 413 });
  });

  test("node's own adapter does in Express", async () => {
    await isHandled(await serve(listen(express().post("/hook", handler.node))));
  });
});

describe("Fastify", () => {
  test("parses everywhere else as before, and never here", async () => {
    const app = fastify();
    app.post("/before", async (request) => request.body);
    app.register(handler.fastify, { url: "/hook" });
    app.register(async (child) => {
      child.post("/after", async (request) => request.body);
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    await isHandled({ url: `${url}/hook` });
    for (const path of ["/before", "/after"]) {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(url + path, { method: "POST", headers, body: `{"a":1}` });
      expect(await response.json()).toEqual({ a: 1 });
      const text = await fetch(url + path, { method: "POST", headers: { "Content-Type": "text/x" }, body: "x" });
      expect(text.status).toBe(415);
    }
  });

  test("its parser before it is reported, by this adapter and by node's", async () => {
    const app = fastify();
    app.post("/hook", handler.fastify);
    app.post("/node", async (request, reply) => {
      reply.hijack();
      await handler.node(request.raw, reply.raw);
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    await isRefused({ url: `${url}/hook` }, ["app.register(handler.fastify, { url })"]);
    await isRefused({ url: `${url}/node` }, ["app.register(handler.fastify, { url })"]);
  });

  test("a route whose parser leaves the bytes works, and they are checked against the limit, too", async () => {
    const app = fastify();
    app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.post("/hook", handler.fastify);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.close());
    await isHandled({ url: `${url}/hook` });
    const delivery = await deliveryOf(JSON.stringify({ ...shipped, padding: "x".repeat(4096) }));
    expect(await post(`${url}/hook`, delivery)).toMatchObject({ status: 413 });
  });

  test("needs the path", async () => {
    const app = fastify();
    // @ts-expect-error: the URL is missing
    app.register(handler.fastify, {});
    await expect(app.ready()).rejects.toThrow('app.register(handler.fastify, { url: "/hook" })');
  });
});

describe("Fetch and Hono", () => {
  test("a body that was read before is reported", async () => {
    const app = new Hono().post("/hook", async (c) => {
      await c.req.json();
      return await handler.hono(c);
    });
    await isRefused(await serve(listen(getRequestListener(app.fetch))), ["await request.arrayBuffer()"]);

    const { rawBody, headers } = await deliveryOf(shipped);
    const request = new Request("http://127.0.0.1/hook", { method: "POST", headers, body: rawBody });
    await request.text();
    expect(await (await handler(request)).json()).toMatchObject({ code: "body_parsed" });
    // Not every runtime keeps the body of a request that was read.
    const gone = new Request("http://127.0.0.1/hook", { method: "POST", headers });
    Object.defineProperty(gone, "bodyUsed", { value: true });
    expect(await (await handler(gone)).json()).toMatchObject({ code: "body_parsed" });
  });

  test("a body that someone is reading, too", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const request = new Request("http://127.0.0.1/hook", { method: "POST", headers, body: rawBody });
    request.body?.getReader();
    expect(await (await handler.fetch(request)).json()).toMatchObject({ code: "body_parsed" });
  });
});

describe("Next's pages/api, which parses before it calls", () => {
  const parsing =
    (next: NodeAdapter): NodeAdapter =>
    async (request, response) => {
      const chunks: Buffer[] = [];
      await new Promise<void>((resolve) => {
        request.on("data", (chunk) => Buffer.isBuffer(chunk) && chunks.push(chunk));
        request.on("end", () => resolve());
      });
      await next(Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()) }), response);
    };

  test("is reported with the fix", async () => {
    await isRefused(await serve(listen(parsing(handler.node))), [
      "export const config = { api: { bodyParser: false } }",
    ]);
  });
});

describe("without onError", () => {
  test("what the operator can fix is printed to the console, what others send is not", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    const silent = createWebhookHandler({ secret, now, on: {} });
    const { rawBody, headers } = await deliveryOf(shipped);
    const request = (): Request => new Request("http://127.0.0.1/", { method: "POST", headers, body: rawBody });
    const parsed = request();
    await parsed.text();
    expect((await silent(parsed)).status).toBe(500);
    expect(written).toHaveBeenCalledOnce();
    expect(String(written.mock.lastCall?.[1])).toContain("await request.arrayBuffer()");
    const others = createWebhookHandler({ secret: "another", now, on: {} });
    expect((await others(request())).status).toBe(401);
    expect(written).toHaveBeenCalledOnce();
  });
});

async function serve(served: Promise<Served>): Promise<Served> {
  const { url, close } = await served;
  onTestFinished(close);
  return { url, close };
}

async function isHandled({ url }: { readonly url: string }): Promise<void> {
  expect(await post(url, await deliveryOf(shipped))).toEqual({ status: 200, body: { received: true } });
  expect(errors).toEqual([]);
}

/** The response has only the code; the fix is for the operator. */
async function isRefused({ url }: { readonly url: string }, ways: readonly string[]): Promise<void> {
  errors.length = 0;
  const { status, body } = await post(url, await deliveryOf(shipped));
  expect({ status, body }).toMatchObject({ status: 500, body: { code: "body_parsed" } });
  expect(errors).toMatchObject([{ error: { code: "body_parsed" } }]);
  for (const way of ways) {
    expect(String(errors[0]?.error)).toContain(way);
    expect(JSON.stringify(body)).not.toContain(way);
  }
}
