// What came of attempts -> which subscriptions' endpoints keep timing out, and so hold a place for as long as one can be held.
import type { Target } from "./outbox.ts";
import type { Outcome } from "./post.ts";

/** So many timeouts in a row make an endpoint silent. */
const mostTimeouts = 3;

/** An attempt without a response that took half of the 10 seconds counts: one that fails at once holds nothing up. */
const longMs = 5000;

/** Endpoints remembered: beyond that, the one that has not timed out for longest is forgotten. */
const mostRemembered = 10_000;

export class Silence {
  readonly #timeouts = new Map<string, { readonly url: string; readonly count: number }>();

  /** Any other outcome than a timeout, or another URL, resets the count. */
  record({ subscriptionId, url }: Target, outcome: Outcome): void {
    const before = this.#timeouts.get(subscriptionId);
    this.#timeouts.delete(subscriptionId);
    if (outcome.kind !== "unreached" || outcome.durationMs < longMs) return;
    this.#timeouts.set(subscriptionId, { url, count: (before?.url === url ? before.count : 0) + 1 });
    if (this.#timeouts.size <= mostRemembered) return;
    for (const oldest of this.#timeouts.keys()) {
      this.#timeouts.delete(oldest);
      return;
    }
  }

  has(subscriptionId: string): boolean {
    return (this.#timeouts.get(subscriptionId)?.count ?? 0) >= mostTimeouts;
  }
}
