// Express: the handler is mounted under its prefix, like a router.
import { once } from "node:events";
import express, { type Express } from "express";
import { createNodeHandler } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions, type Started, type StartOptions } from "./service.ts";

export function createApp(options: ServiceOptions): Express {
  const app = express();
  app.use((_request, response, next) => {
    response.set("X-Served-By", "express");
    next();
  });
  app.get("/health", (_request, response) => void response.json({ ok: true }));
  // Express removes the path of the mount from `request.url`, so the service has no prefix.
  app.use("/api", createNodeHandler(createService(options)));
  return app;
}

export async function start({ port, ...options }: StartOptions): Promise<Started> {
  const server = createApp(options).listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
