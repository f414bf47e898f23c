// Fills and quotes over NATS, on one connection for both sides.
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { application, peer, publish, request, respond, type Transport } from "./generated/channels/index.gen.ts";
import { natsTransport } from "./generated/channels/nats.gen.ts";

export interface Bus {
  readonly connection: NatsConnection;
  readonly transport: Transport;
}

export async function openBus(servers: string): Promise<Bus> {
  const connection = await connect({ servers });
  return { connection, transport: natsTransport(connection, { headers }) };
}

/** The desk gives quotes until the signal is aborted. */
export async function giveQuotes({ transport }: Bus, signal: AbortSignal): Promise<void> {
  try {
    await respond(
      transport,
      application.giveQuote,
      ({ payload, headers: own }, reply) => {
        const price = payload.symbol === "wheat" ? 210 : 180;
        return reply({ headers: { request: own.request }, payload: { price } });
      },
      { signal },
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export async function quoteOf({ transport }: Bus, symbol: string): Promise<number> {
  const message = { headers: { request: crypto.randomUUID() }, payload: { symbol } };
  const { payload } = await request(transport, peer.giveQuote, message, { timeout: 5000 });
  return payload.price;
}

export async function reportFill({ transport }: Bus, quantity: number, attempt: number): Promise<void> {
  const message = { headers: { trace: "t-1", attempt }, payload: { symbol: "wheat", quantity, price: 210 } };
  await publish(transport, application.reportFill, message, { parameters: { region: "south" } });
}
