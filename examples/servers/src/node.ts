// node:http: the handler is the server; the guard also responds to what is no complete request.
import { once } from "node:events";
import { createServer } from "node:http";
import { createNodeHandler, guardNodeServer } from "./generated/server/index.gen.ts";
import { createService, refuse, type Started, type StartOptions } from "./service.ts";

export async function start({ port, ...options }: StartOptions): Promise<Started> {
  const handler = createNodeHandler({ ...createService(options), prefix: "/api" });
  const server = createServer({
    // The guard checks the Host header itself.
    requireHostHeader: false,
    // From the first byte of a request to the last one of its headers, and of its body.
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    // A silent client is asked whether it is still there.
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  const guarded = guardNodeServer(server, handler, {
    refuse,
    // What the API does not serve. Without this, it responds with its 404.
    besides: (request, response) => {
      if (request.url !== "/health") return false;
      response.writeHead(200, ["Content-Type", "application/json"]);
      response.end(JSON.stringify({ ok: true }), "utf8");
      return true;
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: async () => {
      server.close();
      // Requests under way get five seconds.
      guarded.drain(5_000);
      await once(server, "close");
    },
  };
}
