// A handler where others have responded, called by the wrong framework, or sent what never ends.
import { getRequestListener } from "@hono/node-server";
import express5 from "express";
import express4 from "express4";
import { fastify } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { createWebhookHandler, type FastifyReplyLike, type NodeRequest, type NodeResponse } from "../../src/index.ts";
import { deliveryOf, now, secret, shipped } from "../deliveries.ts";
import { listen } from "./frameworks.ts";

const handler = createWebhookHandler({ secret, now, on: { "order.shipped": () => {} }, onError: () => {} });

describe("a response that other code has given", () => {
  test.each([
    ["sent its headers", { headersSent: true }],
    ["ended", { writableEnded: true }],
  ])("stands when it has %s", async (_, state) => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const refuse = (): never => {
      throw new Error("headers cannot be set after they are sent");
    };
    const request: NodeRequest = { method: "POST", headers, body: rawBody, on: () => {}, off: () => {} };
    const response: NodeResponse = { statusCode: 503, ...state, setHeader: refuse, end: refuse };
    await expect(handler.node(request, response)).resolves.toBeUndefined();
    await expect(handler.express(request, response)).resolves.toBeUndefined();
    expect(response.statusCode).toBe(503);
  });

  test.each([
    ["Express 5", express5],
    ["Express 4", express4],
  ])("is called in %s, by middleware that does not wait", async (_, express) => {
    const settled = Promise.withResolvers<void>();
    const app = express()
      .use((_request, response, next) => {
        next();
        response.statusCode = 503;
        response.end("busy");
      })
      .post("/hook", (request, response) => handler.express(request, response).then(settled.resolve, settled.reject));
    const { url, close } = await listen(app);
    onTestFinished(close);
    const { rawBody, headers } = await deliveryOf(shipped);
    expect((await fetch(url, { method: "POST", headers, body: rawBody })).status).toBe(503);
    await settled.promise;
  });

  test("is called in Fastify", async () => {
    const { rawBody, headers } = await deliveryOf(shipped);
    const refuse = (): never => {
      throw new Error("the reply was sent already");
    };
    const reply: FastifyReplyLike = { sent: true, code: refuse, header: refuse, send: refuse };
    await expect(handler.fastify({ method: "POST", headers, body: rawBody }, reply)).resolves.toBeUndefined();
  });
});

describe("the function itself, given to a framework", () => {
  const context = { req: { raw: new Request("http://127.0.0.1/") } };
  const incoming = { method: "POST", headers: { "content-type": "application/json" } };

  test.each([
    ["Express, node:http or Fastify", incoming],
    ["Hono", context],
    ["nothing", undefined],
  ])("throws at once, naming the right one: %s", (_, first) => {
    for (const call of [handler, handler.fetch]) {
      const made = (): unknown => Reflect.apply(call, undefined, [first, {}]);
      expect(made).toThrow(TypeError);
      for (const name of ["handler.express", "handler.node", "handler.fastify", "handler.hono"]) {
        expect(made).toThrow(name);
      }
    }
  });
});

describe("a body without end", () => {
  test("is read on for a while after the response, and then cut off", async () => {
    const limited = createWebhookHandler({ secret, on: {}, maxBodyBytes: 4096, onError: () => {} });
    for (const chunk of [new Uint8Array(65_536), new Uint8Array(4097)]) {
      const cancelled = Promise.withResolvers<void>();
      let pulled = 0;
      const body = new ReadableStream({
        // Not at once, so that reading on for ever would fail this test and not stop it.
        pull: async (controller) => {
          await new Promise((resolve) => setImmediate(resolve));
          pulled += chunk.length;
          controller.enqueue(chunk);
        },
        cancel: () => cancelled.resolve(),
      });
      const request = new Request("http://127.0.0.1/", { method: "POST", body, duplex: "half" });
      expect((await limited(request)).status).toBe(413);
      await cancelled.promise;
      expect(pulled).toBeGreaterThan(1024 * 1024);
      expect(pulled).toBeLessThan(32 * 1024 * 1024);
    }
  });

  test("does no harm to the response, nor to what comes after it", async () => {
    const { url, close } = await listen(getRequestListener(handler));
    onTestFinished(close);
    expect((await fetch(url, { method: "POST", body: "x".repeat(2_000_000) })).status).toBe(413);
    const { rawBody, headers } = await deliveryOf(shipped);
    expect((await fetch(url, { method: "POST", headers, body: rawBody })).status).toBe(200);
  });
});

describe("Fastify's plugin", () => {
  test("leaves other methods of its URL to the application, before and after it", async () => {
    for (const first of [true, false]) {
      const app = fastify();
      if (first) app.get("/hook", async () => "mine");
      app.register(handler.fastify, { url: "/hook" });
      if (!first) app.register(async (child) => void child.get("/hook", async () => "mine"));
      onTestFinished(() => app.close());
      expect((await app.inject({ method: "GET", url: "/hook" })).body).toBe("mine");
      expect((await app.inject({ method: "PUT", url: "/hook" })).statusCode).toBe(404);
    }
  });
});
