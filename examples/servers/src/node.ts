// node:http: the handler is the server; the guard also responds to incomplete requests.
import { createServer } from "node:http";
import { createNodeHandler, guardNodeServer } from "./generated/server/index.gen.ts";
import { createService, refuse } from "./service.ts";
import { listening, type Started, type StartOptions } from "./start.ts";

export function start({ port, ...options }: StartOptions): Promise<Started> {
  const handler = createNodeHandler({ ...createService(options), prefix: "/api" });
  const server = createServer({
    // The guard checks the Host header itself.
    requireHostHeader: false,
    // From the first byte of a request to the last one of its headers, and of its body.
    headersTimeout: 10_000,
    requestTimeout: 60_000,
  });
  const guarded = guardNodeServer(server, handler, {
    refuse,
    // Paths outside the API. Without this, the API responds to them with its 404.
    besides: (request, response) => {
      if (request.url !== "/health") return false;
      response.writeHead(200, ["Content-Type", "application/json"]);
      response.end(JSON.stringify({ ok: true }), "utf8");
      return true;
    },
  });
  // Requests in progress get five seconds when the server closes.
  return listening(server.listen(port, "127.0.0.1"), () => guarded.drain(5_000));
}
