// Several service processes and one client address that asks for more than its budget -> who was let through.
import { type ApiClient, Unanswered } from "./api-client.ts";
import type { Check } from "./audit.ts";

export interface Rush {
  /** Requests that were answered with anything but 429. */
  readonly allowed: number;
  readonly limited: number;
  /** Requests that the killed process had taken and never answered: counted or not, nobody can tell. */
  readonly unanswered: number;
  /** What `RateLimit-Remaining` said to each that was allowed. */
  readonly remaining: readonly number[];
  /** Answers other than 200 and 429. */
  readonly unexpected: readonly string[];
}

export interface RushPlan {
  readonly requests: number;
  readonly connections: number;
  /** In X-Forwarded-For: the client that they all come from. */
  readonly address: string;
  /** Which service the connection asks next. */
  readonly clientFor: (connection: number) => ApiClient;
  /** Called after each that was allowed, with how many there were by then. */
  readonly onAllowed: (allowed: number) => void;
}

export async function rush(plan: RushPlan): Promise<Rush> {
  const seen = { allowed: 0, limited: 0, unanswered: 0, remaining: [] as number[], unexpected: [] as string[] };
  let left = plan.requests;
  const connect = async (connection: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask(plan, connection, seen);
    }
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, connection) => connect(connection)));
  return seen;
}

interface Seen {
  allowed: number;
  limited: number;
  unanswered: number;
  readonly remaining: number[];
  readonly unexpected: string[];
}

async function ask({ clientFor, address, onAllowed }: RushPlan, connection: number, seen: Seen): Promise<void> {
  try {
    const answer = await clientFor(connection).ask("/v1/auth", { headers: { "X-Forwarded-For": address } });
    if (answer.status === 429) {
      seen.limited += 1;
      return;
    }
    if (answer.status !== 200) seen.unexpected.push(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    seen.allowed += 1;
    seen.remaining.push(Number(answer.headers["ratelimit-remaining"]));
    onAllowed(seen.allowed);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    seen.unanswered += 1;
  }
}

/** No request too many was let through, and none too few, but for those that a killed process may have counted. */
export function checkRush(name: string, { allowed, unanswered, remaining, unexpected }: Rush, limit: number): Check {
  const faults = [...unexpected];
  if (allowed > limit) faults.push(`${allowed} were let through, ${allowed - limit} too many`);
  if (allowed + unanswered < limit) faults.push(`${allowed} were let through, ${limit - allowed - unanswered} too few`);
  const places = new Set(remaining);
  if (places.size !== allowed)
    faults.push(`${allowed - places.size} were told the same RateLimit-Remaining as another`);
  const wrong = remaining.filter((place) => !(place >= 0 && place < limit));
  if (wrong.length > 0) faults.push(`${wrong.length} were told that ${wrong[0]} of ${limit} remain, or the like`);
  return { name, asked: allowed, faults };
}
