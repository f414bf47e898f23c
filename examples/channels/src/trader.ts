// A trader, who is a peer of the application: reads prices, and places orders over one WebSocket.
import { deskChannel, peer, request, subscribe } from "./generated/channels/index.gen.ts";
import { eventSourceTransport } from "./generated/channels/server-sent-events.gen.ts";
import { openWebSocket } from "./generated/channels/web-socket.gen.ts";

/** The prices until trading halts; reconnects if the connection breaks. */
export async function pricesOf(host: string, symbol: "wheat" | "maize"): Promise<number[]> {
  const stream = eventSourceTransport({ url: `http://${host}` });
  const prices: number[] = [];
  for await (const message of subscribe(stream, peer.publishPrices, { parameters: { symbol } })) {
    if (message.name === "trading.halted") break;
    prices.push(message.payload.price);
  }
  return prices;
}

/** Places an order -> the first notice of the desk and its reply, as text. */
export async function order(host: string, symbol: string, quantity: number): Promise<string> {
  const desk = await openWebSocket(deskChannel, { url: `ws://${host}`, query: { trader: "ada", notices: true } });
  const notices = subscribe(desk, peer.giveNotice);
  const payload = { type: "place-order", reference: crypto.randomUUID(), symbol, quantity } as const;
  const reply = await request(desk, peer.takeOrder, { payload });
  const notice = await notices.next();
  await desk.close();
  const text = notice.done === true ? "" : notice.value.payload.text;
  return reply.name === "orderPlaced" ? `${text} It costs ${reply.payload.price}.` : `${text} ${reply.payload.reason}`;
}
