// What to do with each event to a handler of deliveries for every framework.

import type { WebhookHandlerOptions } from "./handler-options.ts";
import { receiveWith } from "./receive.ts";
import {
  type ExpressAdapter,
  expressHandler,
  type FastifyAdapter,
  type FetchAdapter,
  fastifyHandler,
  fetchAdapter,
  type HonoContext,
  honoHandler,
  type NodeAdapter,
  nodeHandler,
} from "./runtime/adapters.gen.ts";

/** A handler of Fetch requests, which has the same for other frameworks on it. */
export interface WebhookHandler {
  /** Next: `export const POST = handler`. */
  (request: Request): Promise<Response>;
  /** Workers, Bun, Deno: `export default { fetch: handler.fetch }`. */
  readonly fetch: FetchAdapter;
  /** `createServer(handler.node)`, and pages/api of Next. */
  readonly node: NodeAdapter;
  /** `app.post("/hook", handler.express)`, before anything that parses bodies. */
  readonly express: ExpressAdapter;
  /** `app.register(handler.fastify, { url: "/hook" })`; nothing else of the application is touched. */
  readonly fastify: FastifyAdapter;
  /** `app.post("/hook", handler.hono)`. */
  readonly hono: (context: HonoContext) => Promise<Response>;
}

/**
 * Verifies each delivery and hands its event to the function for it. The status is 200 for handled events, for events without a handler,
 * what was handled before (with `seen`) and events that this version does not know; 400, 401 for what does not verify; 500 when
 * something fails here, without saying what. Errors are JSON, `{ code, message }`. Never rejects. Throws a `TypeError` when there
 * is no `on`, or it names an event that there is not, or `seen` is no store, and a `RangeError` for a number that cannot be meant.
 * A missing secret shows in the first response, not here: builds import handlers, too.
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const receive = receiveWith(options);
  const fetch = fetchAdapter(receive, misuse);
  const handler = (request: Request): Promise<Response> => fetch(request);
  return Object.assign(handler, {
    fetch,
    node: nodeHandler({ receive }),
    express: expressHandler({ receive }),
    fastify: fastifyHandler({ receive, plugin: "handler.fastify" }),
    hono: honoHandler({ receive }),
  } satisfies Adapters);
}

const misuse =
  "Express takes handler.express, node:http and Next's pages/api handler.node, Fastify handler.fastify, Hono handler.hono.";

type Adapters = Pick<WebhookHandler, "fetch" | "node" | "express" | "fastify" | "hono">;
