// Requests of visitors who did not sign in -> how long a client has to wait that made too many.

export type VisitorAction = "request" | "order";

interface Allowance {
  readonly most: number;
  readonly windowMs: number;
}

/** Many recipients may share an address. */
const allowances: Readonly<Record<VisitorAction, Allowance>> = {
  request: { most: 600, windowMs: 60_000 },
  order: { most: 60, windowMs: 3_600_000 },
};

/** Beyond it, the clients that came first are forgotten: memory is bounded. */
const mostClients = 50_000;

interface Count {
  since: number;
  count: number;
}

/** Counts in this process, by fixed windows: it keeps a client from filling an account with orders, and from trying tokens. */
export class VisitorLimit {
  readonly #now: () => number;
  readonly #counts: Readonly<Record<VisitorAction, Map<string, Count>>> = { request: new Map(), order: new Map() };

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the client may go on; 0: it may now, and is counted. */
  hit(client: string, action: VisitorAction): number {
    const waitMs = this.#count(client, "request");
    return action === "request" || waitMs > 0 ? waitMs : this.#count(client, action);
  }

  #count(client: string, action: VisitorAction): number {
    const { most, windowMs } = allowances[action];
    const counts = this.#counts[action];
    const now = this.#now();
    const known = counts.get(client);
    if (known === undefined || now - known.since >= windowMs) {
      counts.delete(client);
      counts.set(client, { since: now, count: 1 });
      const [oldest] = counts.keys();
      if (counts.size > mostClients && oldest !== undefined) counts.delete(oldest);
      return 0;
    }
    if (known.count >= most) return known.since + windowMs - now;
    known.count += 1;
    return 0;
  }
}
