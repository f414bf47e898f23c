// Starts the real service on this machine, with the actors beside it: accounts are made, orders shipped and delivered.
import { type Account, seed } from "../harness/account.ts";
import { fulfillment, localOptions, serve } from "../harness/fulfillment.ts";

export interface Service {
  readonly url: string;
  /** How many requests a client may make. */
  readonly budget: number;
  /** Makes an account with a campaign and products. */
  openAccount(name: string): Promise<Account>;
  /** Hands the order to a carrier, as the warehouse does. */
  ship(orderId: string): Promise<void>;
  /** Confirms delivery, as the carrier does. */
  deliver(orderId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Where its data lie. The directory is made if it is not there. */
  readonly data: string;
  /** How many requests a client may make. */
  readonly budget: number;
}

/** Listens on a free port, and delivers webhooks to this machine. What it logs goes to standard error. */
export async function startService({ data, budget }: ServiceOptions): Promise<Service> {
  const storage = ["--data", data];
  const { url, stop } = await serve([...storage, ...localOptions, "--rate-limit", String(budget)]);
  const orders = async (...parameters: string[]): Promise<void> => {
    await fulfillment("orders", ...parameters, ...storage);
  };
  return {
    url,
    budget,
    openAccount: (name) => seed(name, storage),
    ship: (orderId) => orders("ship", orderId, "--carrier", "ups", "--tracking", "1Z54W8790342616817"),
    deliver: (orderId) => orders("deliver", orderId),
    stop,
  };
}
