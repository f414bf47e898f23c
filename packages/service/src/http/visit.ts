// A request of a host -> what is known about it while it is served: who asks, what is left of the budget, which operation it is.
import type { IncomingMessage } from "node:http";
import type { RateState } from "../rate-limit/limiter.ts";
import type { Account } from "./authenticate.ts";
import { clientOf } from "./client-address.ts";

export interface Visit {
  /** For the log. */
  readonly id: string;
  /** As sent. */
  readonly url: string;
  readonly authorization: string | undefined;
  /** The address as the connection or a trusted proxy gives it, and whose budget it is. */
  readonly address: string;
  readonly client: string;
  readonly startedAt: number;
  account: Account | null;
  rate: RateState | null;
  operationId: string | null;
}

export function visitOf(request: IncomingMessage, { id, address }: Pick<Visit, "id" | "address">): Visit {
  const { socket, url = "/" } = request;
  const client = clientOf(address, socket.remoteAddress);
  return { ...unknown(), id, url, address, client, authorization: authorizationOf(request) };
}

/** `client` is the address that the host knows the request to come from. */
export function visitOfFetch({ url, headers }: Request, client: string): Visit {
  const authorization = headers.get("authorization") ?? undefined;
  return { ...unknown(), id: crypto.randomUUID(), url, address: client, client, authorization };
}

function unknown(): Pick<Visit, "startedAt" | "account" | "rate" | "operationId"> {
  return { startedAt: performance.now(), account: null, rate: null, operationId: null };
}

/** Of several, Node would take the first: which of them is meant cannot be known, so none of them is. */
function authorizationOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 13 && name.toLowerCase() === "authorization") count += 1;
  }
  return count === 1 ? headers.authorization : undefined;
}
