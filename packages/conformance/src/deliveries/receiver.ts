// A port on this machine -> the deliveries that arrive there, each reported at once.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { pairsOfRaw } from "../exchange/exchange.ts";
import type { Delivery } from "./check-delivery.ts";

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly port: number;
  readonly now: () => number;
  /** Called before the response is sent; returns its status. */
  readonly onDelivery: (delivery: Delivery) => number;
}

/** The most bytes of one delivery that are kept. */
const mostBytes = 5_000_000;

export async function openReceiver({ port, now, onDelivery }: ReceiverOptions): Promise<Receiver> {
  const server = createServer((request, response) => {
    read(request, now).then(
      (delivery) => void response.writeHead(onDelivery(delivery)).end(),
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
