// Other addresses of this machine, where the limit counts addresses -> requests that are taken from their budgets, one after the other.
import type { Exchange, SentRequest } from "../exchange/exchange.ts";
import { type RateRule, remainingIn } from "./rate-watch.ts";
import { NoResponse } from "./session.ts";

/** So many requests of each are left to the cases that need two clients. */
const kept = 20;

export class OtherAddresses {
  private readonly left: string[];
  private readonly rule: RateRule | null;
  private isUsed = false;

  constructor(addresses: readonly string[], rule: RateRule | null) {
    this.left = rule?.scope === "client-ip" ? [...addresses] : [];
    this.rule = rule;
  }

  get isThere(): boolean {
    return this.left.length > 0;
  }

  /** The requests of `work` come from them. */
  async during(work: () => Promise<void>): Promise<void> {
    this.isUsed = true;
    try {
      await work();
    } finally {
      this.isUsed = false;
    }
  }

  /** `null` where requests come from the usual address: none is left, or no other one is asked for. */
  async send(request: SentRequest, exchange: (request: SentRequest) => Promise<Exchange>): Promise<Exchange | null> {
    const [from] = this.left;
    if (!this.isUsed || from === undefined) return null;
    try {
      const done = await exchange({ ...request, from });
      const left = remainingIn(done, this.rule?.remaining ?? []);
      if (left !== null && left <= kept) this.left.shift();
      return done;
    } catch (error) {
      // This machine may have no such address; where the service is gone, the next request shows it.
      if (!(error instanceof NoResponse)) throw error;
      this.left.shift();
      return await this.send(request, exchange);
    }
  }
}

/** The option as a list. */
export function addressesIn(given: string | readonly string[] | null | undefined): readonly string[] {
  return typeof given === "string" ? [given] : (given ?? []);
}
