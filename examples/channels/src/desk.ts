// The desk, which is the application that is described: prices as server-sent events, and a WebSocket for each trader.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import {
  application,
  type Connection,
  deskChannel,
  matchUrl,
  pricesChannel,
  publish,
  respond,
} from "./generated/channels/index.gen.ts";
import { eventStream } from "./generated/channels/server-sent-events.gen.ts";
import { acceptWebSocket } from "./generated/channels/web-socket.gen.ts";

/** What the desk asks for a unit of each thing that it trades. */
const prices: Readonly<Record<string, readonly number[]>> = { wheat: [210, 211.5, 209], maize: [180, 181] };

export interface Desk {
  /** `127.0.0.1:8090` */
  readonly host: string;
  readonly close: () => Promise<void>;
}

export async function startDesk(port = 0): Promise<Desk> {
  const server = createServer((request, response) => void sendPrices(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (accepted) => void serveTrader(request, accepted));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: chosen } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${chosen}`,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Ends after each price, so that a trader has to connect again: the id of the last event says where to continue. */
async function sendPrices(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const matched = matchUrl(pricesChannel, request.url ?? "/");
  if (matched === null) {
    response.writeHead(404).end();
    return;
  }
  const { symbol } = matched.parameters;
  const seen = Number(request.headers["last-event-id"] ?? 0);
  const { body, headers, connection } = eventStream(pricesChannel, { retry: 10 });
  response.writeHead(200, headers);
  Readable.fromWeb(body).pipe(response);
  const price = prices[symbol]?.[seen];
  const { publishPrices } = application;
  const next = { id: String(seen + 1) };
  if (price !== undefined)
    await publish(connection, publishPrices, { name: "price.changed", payload: { price } }, next);
  else
    await publish(connection, publishPrices, { name: "trading.halted", payload: { reason: "the day is over" } }, next);
  await connection.close();
}

async function serveTrader(request: IncomingMessage, socket: WebSocket): Promise<void> {
  const desk = acceptWebSocket(deskChannel, socket);
  try {
    const matched = matchUrl(deskChannel, request.url ?? "/");
    if (matched === null) return socket.close(1008, "no such channel");
    if (matched.query.notices === true) await giveNotice(desk, `Good morning, ${matched.query.trader}.`);
    await respond(
      desk,
      application.takeOrder,
      ({ payload }, reply) => {
        const { reference, symbol, quantity } = payload;
        const price = prices[symbol]?.[0];
        if (price === undefined)
          return reply({
            name: "orderRefused",
            payload: { type: "order-refused", reference, reason: `There is no ${symbol} today.` },
          });
        return reply({ name: "orderPlaced", payload: { type: "order-placed", reference, price: price * quantity } });
      },
      // The socket is of one trader: a bad order closes it.
      {
        onError: (error) => {
          throw error;
        },
      },
    );
  } catch (error) {
    socket.close(1008, error instanceof Error ? error.message.slice(0, 100) : "");
  }
}

async function giveNotice(desk: Connection<typeof deskChannel>, text: string): Promise<void> {
  await publish(desk, application.giveNotice, { payload: { type: "notice", text } });
}
