// Several services and one client address that asks for more than its budget -> how many requests were served.
import { type Api, Unanswered } from "./api.ts";

export interface Rush {
  /** Requests with any response but 429. */
  readonly served: number;
  readonly limited: number;
  /** Counted or not: that cannot be known. */
  readonly unanswered: number;
  /** What is wrong with it; empty: nothing. */
  readonly faults: readonly string[];
}

export interface RushPlan {
  readonly budget: number;
  readonly requests: number;
  readonly connections: number;
  /** In `X-Forwarded-For`. */
  readonly address: string;
  /** Which service a connection asks next. */
  readonly apiFor: (connection: number) => Api;
  /** Called after each response, with how many requests were served by then. */
  readonly onServed?: (served: number) => void;
}

export async function rush({ budget, requests, connections, address, apiFor, onServed }: RushPlan): Promise<Rush> {
  const seen = { served: 0, limited: 0, unanswered: 0 };
  const faults: string[] = [];
  const remaining = new Set<number>();
  let left = requests;
  const connect = async (connection: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      try {
        const { status, headers } = await apiFor(connection).ask("/v1/auth", {
          headers: { "X-Forwarded-For": address },
        });
        if (status === 429) seen.limited += 1;
        else {
          seen.served += 1;
          remaining.add(Number(headers["ratelimit-remaining"]));
          if (status !== 200) faults.push(`a request has status ${status}`);
          onServed?.(seen.served);
        }
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        seen.unanswered += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => connect(connection)));
  const { served, unanswered } = seen;
  if (served > budget) faults.push(`${served} requests were served of a budget of ${budget}`);
  if (served + unanswered < budget) faults.push(`only ${served} requests were served of a budget of ${budget}`);
  if (remaining.size !== served)
    faults.push(`${served - remaining.size} responses have the RateLimit-Remaining of another`);
  return { ...seen, faults };
}
