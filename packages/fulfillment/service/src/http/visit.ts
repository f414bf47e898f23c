// A request of a host -> what is known about it while it is served: who asks, what is left of the budget, which operation it is.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { RateState } from "../rate-limit/limiter.ts";
import type { Account } from "./authenticate.ts";
import { clientOf } from "./client-address.ts";

export interface Visit {
  /** For the log. */
  readonly id: string;
  /** As sent. */
  readonly url: string;
  /** The address as the connection or a trusted proxy gives it, and whose budget it is. */
  readonly address: string;
  readonly client: string;
  /** `null` where the host writes responses itself. */
  readonly socket: Socket | null;
  readonly startedAt: number;
  account: Account | null;
  rate: RateState | null;
  operationId: string | null;
}

export function visitOf({ socket, url = "/" }: IncomingMessage, { id, address }: Pick<Visit, "id" | "address">): Visit {
  return begun({ id, url, address, client: clientOf(address, socket.remoteAddress), socket });
}

/** `client` is the address that the host knows the request to come from. */
export function visitOfFetch({ url }: Request, client: string): Visit {
  return begun({ id: crypto.randomUUID(), url, address: client, client, socket: null });
}

function begun(requestFields: Pick<Visit, "id" | "url" | "address" | "client" | "socket">): Visit {
  return { ...requestFields, startedAt: performance.now(), account: null, rate: null, operationId: null };
}
