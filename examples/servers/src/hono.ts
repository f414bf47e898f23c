// Hono: the handler takes a Request and returns a Response, on Node here and the same on Deno, Bun and workers.
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { createFetchHandler } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions } from "./service.ts";
import { listening, type Started, type StartOptions } from "./start.ts";

export function createApp(options: ServiceOptions): Hono {
  const app = new Hono();
  app.use(async ({ header }, next) => {
    await next();
    header("X-Served-By", "hono");
  });
  app.get("/health", (context) => context.json({ ok: true }));
  const handler = createFetchHandler({ ...createService(options), prefix: "/api" });
  app.all("/api/*", ({ req }) => handler(req.raw));
  return app;
}

export function start({ port, ...options }: StartOptions): Promise<Started> {
  const server = createAdaptorServer({ fetch: createApp(options).fetch });
  return listening(server.listen(port, "127.0.0.1"));
}
