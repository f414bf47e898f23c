// HTTP requests to what they are for: POST /gifts sends one, GET /gifts tells where all are, /hook takes the webhooks.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import type { Api } from "./api.ts";
import { ShipToSchema } from "./generated/zod/index.gen.ts";
import type { GiftLedger } from "./gift-ledger.ts";
import { createReceiver } from "./receiver.ts";
import { type Sent, sendGift } from "./send-gift.ts";

export interface Shop {
  readonly api: Api;
  readonly campaignId: string;
  readonly ledger: GiftLedger;
  readonly secret: () => string;
}

/** The address is validated against the API's schema, so that a user of the form sees errors at once. */
const giftSchema = z.object({ shipTo: ShipToSchema, sku: z.string().min(1) });

export function createApp(shop: Shop): Server {
  const receiver = createReceiver(shop.secret, shop.ledger);
  return createServer((request, response) => {
    if (request.url === "/hook") return receiver.node(request, response);
    respond(shop, request, response).catch((error: unknown) => {
      console.error(error);
      write(response, 500, { message: "This is our fault." });
    });
    return undefined;
  });
}

async function respond(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${request.url}`;
  if (route === "GET /gifts") return write(response, 200, shop.ledger.all());
  if (route !== "POST /gifts") return write(response, 404, { message: "There are GET /gifts and POST /gifts." });
  const gift = giftSchema.safeParse(await json(request).catch(() => null));
  if (!gift.success) return write(response, 422, { reasons: [z.prettifyError(gift.error)] });
  const sent = await sendGift(shop.api, shop.campaignId, gift.data);
  if (sent.kind === "ordered") {
    shop.ledger.note({ orderId: sent.orderId, status: "AWAITING_SHIPMENT", trackingNumber: null });
  }
  return write(response, statuses[sent.kind], sent);
}

const statuses: Readonly<Record<Sent["kind"], number>> = { ordered: 201, refused: 422, later: 503, unknown: 502 };

function write(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
