// One client that places orders and cancels some of them as fast as it is answered, and writes down what was acknowledged.
import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Account } from "../../demo/account.ts";
import { orderBody } from "../../demo/account.ts";
import { type Answer, type ApiClient, Unanswered } from "./api-client.ts";
import type { Ledger, Line } from "./ledger.ts";

const created = z.object({ orderId: z.string(), status: z.literal("AWAITING_SHIPMENT") });
const cancelled = z.object({ message: z.literal("Order cancelled successfully") });

/** One request in so many is a cancellation. */
const cancelEvery = 4;

export class Shopper {
  readonly #account: Account;
  readonly #ledger: Ledger;
  /** Its own orders that it has not tried to cancel. */
  readonly #open: string[] = [];

  constructor(account: Account, ledger: Ledger) {
    this.#account = account;
    this.#ledger = ledger;
  }

  /** Goes on with whatever service `next` names, until it names none. A request without an answer is not repeated. */
  async shop(next: () => ApiClient | null): Promise<void> {
    for (let client = next(); client !== null; client = next()) {
      try {
        await this.#step(client);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
      }
    }
  }

  async #step(client: ApiClient): Promise<void> {
    const orderId =
      randomInt(cancelEvery) === 0 ? this.#open.splice(randomInt(this.#open.length + 1), 1)[0] : undefined;
    if (orderId === undefined) await this.#place(client);
    else await this.#cancel(client, orderId);
  }

  async #place(client: ApiClient): Promise<void> {
    const lines = someLines(this.#account.skus);
    const answer = await client.ask("/v1/orders/create", { body: { ...orderBody(this.#account), products: lines } });
    const parsed = created.safeParse(answer.body);
    if (answer.status !== 201 || !parsed.success) return this.#object("create", answer);
    this.#ledger.placed(parsed.data.orderId, lines);
    this.#open.push(parsed.data.orderId);
  }

  async #cancel(client: ApiClient, orderId: string): Promise<void> {
    this.#ledger.cancelSent(orderId);
    const answer = await client.ask("/v1/orders/cancel", { body: { orderId } });
    if (answer.status !== 201 || !cancelled.safeParse(answer.body).success) return this.#object("cancel", answer);
    this.#ledger.cancelled(orderId);
  }

  #object(what: string, { status, body }: Answer): void {
    this.#ledger.refused(`${what} answered ${status}: ${JSON.stringify(body)}`);
  }
}

/** One SKU may stand on several lines, and the last ones are scarce: some orders find no stock. */
function someLines(skus: readonly string[]): Line[] {
  return Array.from({ length: randomInt(1, 4) }, () => ({
    sku: skus[randomInt(skus.length)] ?? "",
    quantity: randomInt(1, 4),
  }));
}
