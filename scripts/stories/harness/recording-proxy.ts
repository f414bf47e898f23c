// A reverse proxy on this machine: hands requests on to a service as they are, and reports each response before it passes it on.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import type { HeaderPair, Exchange as WireExchange } from "@waybill/conformance";
import { listenLocally } from "../../testing/programs.ts";

/** A request with its response. */
export interface Exchange {
  /** `GET /v1/orders/list` */
  readonly operation: string;
  readonly status: number;
  /** The body of the response. */
  readonly body: Buffer;
  /** All of it, as it went over the wire. */
  readonly wire: WireExchange;
}

export interface RecordingProxy {
  readonly url: string;
  close(): void;
}

/** `record` has returned before the client sees the response. It is a 502 when the service cannot be reached. */
export async function startRecordingProxy(
  service: string,
  record: (exchange: Exchange) => void,
): Promise<RecordingProxy> {
  const server = createServer((request, response) => {
    handOn(service, request, response, record).catch((error: unknown) => {
      response.writeHead(502, { "Content-Type": "text/plain" }).end(String(error));
    });
  });
  return {
    url: await listenLocally(server),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handOn(
  service: string,
  request: IncomingMessage,
  response: ServerResponse,
  record: (exchange: Exchange) => void,
): Promise<void> {
  const { method = "", url = "", headers } = request;
  const sent = send(new URL(url, service), { method, headers });
  const asked = await buffer(request);
  sent.end(asked);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once("response", resolve).once("error", reject);
  const received = await promise;
  const body = await buffer(received);
  const status = received.statusCode ?? 0;
  const wire = {
    request: {
      method,
      target: url,
      server: service,
      headers: pairsOf(request),
      body: asked.length === 0 ? null : asked,
    },
    response: { status, headers: pairsOf(received), body },
  };
  record({ operation: `${method} ${new URL(url, service).pathname}`, status, body, wire });
  response.writeHead(status, received.rawHeaders).end(body);
}

function pairsOf({ rawHeaders }: IncomingMessage): HeaderPair[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));
}
