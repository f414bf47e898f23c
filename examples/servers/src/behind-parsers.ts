// The same API behind middleware that has already read the body of a request: the handler uses what it read.
import express, { type Express } from "express";
import { type FastifyInstance, fastify } from "fastify";
import { Hono } from "hono";
import { cloneRawRequest } from "hono/request";
import { createFetchHandler, createNodeHandler } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions } from "./service.ts";

export function expressBehindParser(options: ServiceOptions): Express {
  const app = express();
  app.use(express.json());
  app.get("/health", (_request, response) => void response.json({ ok: true }));
  app.use("/api", createNodeHandler(createService(options)));
  return app;
}

export function fastifyBehindParsers(options: ServiceOptions): FastifyInstance {
  const app = fastify({ bodyLimit: 100_000 });
  const handler = createNodeHandler({ ...createService(options), prefix: "/api" });
  // What Fastify has no parser for stays unread.
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.get("/health", async () => ({ ok: true }));
  app.all("/api/*", (request, reply) => {
    reply.hijack();
    handler(Object.assign(request.raw, { body: request.body }), reply.raw);
  });
  return app;
}

export function honoBehindReader(options: ServiceOptions): Hono {
  const app = new Hono();
  const handler = createFetchHandler({ ...createService(options), prefix: "/api" });
  app.use(async ({ req }, next) => {
    // Such as a middleware that logs or validates.
    if (req.header("content-type") === "application/json") await req.text();
    await next();
  });
  app.get("/health", (context) => context.json({ ok: true }));
  app.all("/api/*", async ({ req }) => handler(req.raw.bodyUsed ? await cloneRawRequest(req) : req.raw));
  return app;
}
