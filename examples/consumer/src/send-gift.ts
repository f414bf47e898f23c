// A gift -> an order, with every outcome as a type: a caller cannot forget one.
import type { Api } from "./api.ts";
import { NetworkError, TimeoutError } from "./generated/client/index.gen.ts";
import type { NewOrder, ShipTo } from "./generated/types/index.gen.ts";

export interface Gift {
  readonly shipTo: ShipTo;
  readonly sku: string;
}

export type Sent =
  | { readonly kind: "ordered"; readonly orderId: string }
  /** Somebody has to correct the gift. */
  | { readonly kind: "refused"; readonly reasons: readonly string[] }
  /** The request budget is spent. Nothing was ordered. */
  | { readonly kind: "later"; readonly seconds: number }
  /** It may have been ordered, or not: look at the orders before trying again. */
  | { readonly kind: "unknown"; readonly because: string };

/** Throws for errors that this code cannot handle: a rejected key, a failure of the service. */
export async function sendGift(api: Api, campaignId: string, gift: Gift): Promise<Sent> {
  try {
    const response = await api.createOrder({ body: orderOf(campaignId, gift) });
    switch (response.status) {
      case 201:
        return { kind: "ordered", orderId: response.body.orderId };
      case 400:
        return { kind: "refused", reasons: response.body.errors ?? [response.body.message] };
      case 429:
        return { kind: "later", seconds: response.headers["RateLimit-Reset"] ?? 60 };
      case 401:
        throw new Error("the API key is not accepted");
      case 500:
        throw new Error(`the service failed: ${response.body.message}`);
    }
  } catch (error) {
    if (error instanceof NetworkError || error instanceof TimeoutError) {
      return { kind: "unknown", because: error.message };
    }
    throw error;
  }
}

function orderOf(campaignId: string, { shipTo, sku }: Gift): NewOrder {
  return { campaignId, shipTo, products: [{ sku, quantity: 1 }] };
}
