// A server that accepts every request and responds to none.

import { once } from "node:events";
import { startServer } from "../../../../../generators/test/local-server.ts";

export interface SilentServer {
  readonly url: string;
  /** Resolves when a request for this path has arrived, now or before. */
  arrival(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const arrived = new Set<string>();
  const { url, server, close } = await startServer(({ url = "" }) => arrived.add(url));
  return {
    url,
    arrival: async (path) => {
      while (!arrived.has(path)) await once(server, "request");
    },
    close,
  };
}
