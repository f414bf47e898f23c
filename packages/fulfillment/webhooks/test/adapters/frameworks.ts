// A handler to a running server of each framework, with the handler where its README says to put it.

import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import express5 from "express";
import express4 from "express4";
import { fastify } from "fastify";
import { Hono } from "hono";
import { startServer } from "../../../../../generators/test/local-server.ts";
import type { WebhookHandler } from "../../src/index.ts";
import type { TestDelivery } from "../deliveries.ts";

/** Serves the handler at `/hook` and resolves with its URL. */
export type Serve = (handler: WebhookHandler) => Promise<Served>;

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export const frameworks: Readonly<Record<string, Serve>> = {
  "node:http": (handler) => listen(handler.node),
  "Express 5": (handler) => listen(express5().all("/hook", handler.express)),
  "Express 4": (handler) => listen(express4().all("/hook", handler.express)),
  Fastify: async (handler) => {
    const app = fastify();
    app.register(handler.fastify, { url: "/hook" });
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    return { url: `${address}/hook`, close: () => app.close() };
  },
  Hono: (handler) => listen(getRequestListener(new Hono().all("/hook", handler.hono).fetch)),
  Fetch: (handler) => listen(getRequestListener(handler)),
};

/** Serves a listener on a free port of this machine. */
export async function listen(listener: RequestListener): Promise<Served> {
  const { url, close } = await startServer(listener);
  return { url: `${url}/hook`, close };
}

export async function post(
  url: string,
  { rawBody, headers }: TestDelivery,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { method: "POST", headers, body: rawBody });
  return { status: response.status, body: await response.json() };
}
