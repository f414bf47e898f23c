// Hono: the handler takes a Request and returns a Response, on Node here and the same on Deno, Bun and workers.
import { once } from "node:events";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createFetchHandler } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions, type Started, type StartOptions } from "./service.ts";

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
  return new Promise((resolve) => {
    const server = serve({ fetch: createApp(options).fetch, port, hostname: "127.0.0.1" }, (info) => {
      const close = async () => {
        server.close();
        await once(server, "close");
      };
      resolve({ url: `http://127.0.0.1:${info.port}`, close });
    });
  });
}
