// A server that accepts every request and responds to none.
import { once } from "node:events";
import { createServer } from "node:http";

export interface SilentServer {
  readonly url: string;
  /** Resolves when a request for this path has arrived, now or before. */
  arrival(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const arrived = new Set<string>();
  const server = createServer(({ url = "" }) => arrived.add(url));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrival: async (path) => {
      while (!arrived.has(path)) await once(server, "request");
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
