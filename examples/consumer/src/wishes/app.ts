// The server: your handlers behind node:http. `waybill scaffold` wrote this once; it is yours.
import { once } from "node:events";
import { createServer } from "node:http";
import { contextOf } from "./context.ts";
import { createNodeHandler, guardNodeServer, routes } from "./generated/server/index.gen.ts";
import { handlers } from "./handlers.ts";

export interface StartOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Replaces what authenticates requests, for tests. */
  readonly context?: typeof contextOf;
}

export interface Started {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Resolves once the server listens. */
export async function start({ port, context = contextOf }: StartOptions): Promise<Started> {
  const handler = createNodeHandler({ routes, handlers, context, prefix: "/api" });
  const server = createServer({
    // The guard checks the Host header itself.
    requireHostHeader: false,
    // From the first byte of a request to the last one of its headers, and of its body.
    headersTimeout: 10_000,
    requestTimeout: 60_000,
  });
  // Serves requests, and responds to what is none: broken, late or cut off. `besides` takes routes of your own.
  const guarded = guardNodeServer(server, handler);
  server.listen(port);
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://localhost:${bound}`,
    close: async () => {
      server.close();
      // Requests under way get five seconds.
      guarded.drain(5_000);
      await once(server, "close");
    },
  };
}
