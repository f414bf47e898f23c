// Express: the handler is mounted under its prefix, like a router.
import express, { type Express } from "express";
import { createNodeHandler } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions } from "./service.ts";
import { listening, type Started, type StartOptions } from "./start.ts";

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

export function start({ port, ...options }: StartOptions): Promise<Started> {
  return listening(createApp(options).listen(port, "127.0.0.1"));
}
