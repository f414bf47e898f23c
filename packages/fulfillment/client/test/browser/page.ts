// What runs in the page: the client's calls, each under a name that the tests call, with results that are JSON.
import { type CallOptions, FulfillmentClient, FulfillmentError } from "../../src/index.ts";

export interface Setting {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** What a call came to: its body, or its error. */
export type Outcome =
  | { readonly body: unknown }
  | { readonly code: string; readonly status: number | null; readonly remaining: number | null }
  | { readonly thrown: string };

const clients = new Map<"current", FulfillmentClient>();
const controllers = new Map<"current", AbortController>();

export function use(setting: Setting): void {
  clients.set("current", new FulfillmentClient(setting));
}

export function warehouses(): Promise<Outcome> {
  return outcomeOf(({ orders }) => orders.warehouses());
}

export function get(orderId: string): Promise<Outcome> {
  return outcomeOf(({ orders }) => orders.get(orderId));
}

export function cancel(orderId: string): Promise<Outcome> {
  return outcomeOf(({ orders }) => orders.cancel(orderId));
}

export function create(order: Parameters<FulfillmentClient["orders"]["create"]>[0]): Promise<Outcome> {
  return outcomeOf(({ orders }) => orders.create(order));
}

/** The rate limit of the response, as far as a page may read its headers. */
export async function rateLimit(): Promise<unknown> {
  return (await client().auth.check().result()).rateLimit;
}

export function check(options: CallOptions): Promise<Outcome> {
  return outcomeOf(({ auth }) => auth.check(options));
}

/** Settles when `abort` was called. */
export function warehousesUntilAborted(): Promise<Outcome> {
  const controller = new AbortController();
  controllers.set("current", controller);
  return outcomeOf(({ orders }) => orders.warehouses({ signal: controller.signal }));
}

export function abort(): void {
  controllers.get("current")?.abort(new Error("the user went away"));
}

async function outcomeOf(call: (client: FulfillmentClient) => Promise<unknown>): Promise<Outcome> {
  try {
    return { body: await call(client()) };
  } catch (error) {
    if (!(error instanceof FulfillmentError)) return { thrown: String(error) };
    const { code, response, rateLimit: limit } = error;
    return { code, status: response?.status ?? null, remaining: limit?.remaining ?? null };
  }
}

function client(): FulfillmentClient {
  const current = clients.get("current");
  if (current === undefined) throw new Error("call `use` first");
  return current;
}
