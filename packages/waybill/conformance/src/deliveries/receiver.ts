// A port on this machine -> the deliveries that arrive there, each reported at once.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pairsOfRaw } from "../exchange/exchange.ts";
import type { Delivery } from "./check-delivery.ts";

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** The response to a delivery; a number is a status at once, with an empty body. */
export type Reply = number | SlowReply | BrokenReply;

export interface SlowReply {
  readonly status: number;
  readonly afterMs: number;
  /** Ends the wait before that. */
  readonly released?: Promise<unknown>;
  /** Called when the sender hangs up before, with the milliseconds that it has waited. */
  readonly onGivenUp: (ms: number) => void;
}

/** The connection breaks before the response, or in its middle. */
export interface BrokenReply {
  readonly breaks: "before" | "within";
}

export interface ReceiverOptions {
  readonly port: number;
  readonly now: () => number;
  /** Called before the response is sent. */
  readonly onDelivery: (delivery: Delivery) => Reply;
}

/** The most bytes of one delivery that are kept. */
const mostBytes = 5_000_000;

export async function openReceiver({ port, now, onDelivery }: ReceiverOptions): Promise<Receiver> {
  const server = createServer((request, response) => {
    read(request, now).then(
      (delivery) => respond(response, onDelivery(delivery)),
      () => void response.destroy(),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function respond(response: ServerResponse, reply: Reply): void {
  if (typeof reply === "number") {
    response.writeHead(reply).end();
  } else if ("breaks" in reply) {
    if (reply.breaks === "before") response.destroy();
    else {
      response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "1000" });
      response.write("cut", () => void response.destroy());
    }
  } else {
    const started = performance.now();
    const end = (): void => {
      if (!response.headersSent && !response.destroyed) response.writeHead(reply.status).end();
    };
    const timer = setTimeout(end, reply.afterMs);
    void reply.released?.then(end);
    response.once("close", () => {
      clearTimeout(timer);
      if (!response.writableEnded) reply.onGivenUp(performance.now() - started);
    });
  }
}

async function read(request: IncomingMessage, now: () => number): Promise<Delivery> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= mostBytes) chunks.push(chunk);
  }
  const { method = "", url = "/", rawHeaders } = request;
  return { method, target: url, headers: pairsOfRaw(rawHeaders), body: Buffer.concat(chunks), at: now() };
}
