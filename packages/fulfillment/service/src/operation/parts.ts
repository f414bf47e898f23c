// The parts of a running service that a program which starts it may wrap: each function takes a part and returns its replacement.
import type { HostLimits, Serve } from "@fulfillment/server";
import type { buildConnector } from "undici";
import type { Resolve } from "../addresses/resolve.ts";
import type { Api } from "../api/reply.ts";
import type { WebhookParts } from "../api/webhooks.ts";
import type { Poster, SignDelivery } from "../deliveries/post.ts";
import type { ApiRoute } from "../http/api-service.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { HeadersOf } from "../http/rate-headers.ts";
import type { Visit } from "../http/visit.ts";
import type { RateLimiter } from "../rate-limit/limiter.ts";
import type { Database } from "../storage/database.ts";
import type { StoredOutbox } from "../storage/outbox.ts";

/** A part -> its replacement, which may use the part, and must keep the contract of its type. */
export type Wrap<Part> = (part: Part) => Part;

/**
 * For programs that embed the service, and for tests: to measure a part, to follow it, to add to it or to put another in its
 * place. What is left out is used as it is; called once each, at the start. Nothing but the caller of `startService` can
 * set these: no setting, flag or variable of the environment reaches them.
 */
export interface ServiceParts {
  /** What orders, keys, subscriptions and deliveries are kept in. Closed by the service, not by what wraps it. */
  readonly database?: Wrap<Database>;
  readonly limiter?: Wrap<RateLimiter>;
  /** Names of webhook URLs -> addresses, when a URL is set and when it is connected to. */
  readonly resolve?: Wrap<Resolve>;
  /** Which webhook URLs are allowed. */
  readonly checkUrl?: Wrap<WebhookParts["checkUrl"]>;
  /** Opens the connections of deliveries, and refuses forbidden addresses: a replacement must do that too. */
  readonly connect?: Wrap<buildConnector.connector>;
  /** A delivery -> its headers and bytes. */
  readonly sign?: Wrap<SignDelivery>;
  /** Sends deliveries, tests included. */
  readonly poster?: Wrap<Poster>;
  /** Where events wait to be delivered. */
  readonly outbox?: Wrap<StoredOutbox>;
  /** What each operation does. */
  readonly api?: Wrap<Api>;
  /** The operations that there are, each with the schemas that judge requests. */
  readonly routes?: Wrap<readonly ApiRoute[]>;
  readonly authenticate?: Wrap<Authenticate>;
  /** A request -> its response, from the key to the handler. */
  readonly serve?: Wrap<Serve<Visit>>;
  /** What connections and requests may take. */
  readonly limits?: Wrap<HostLimits>;
  /** What is left of a budget -> the headers of a response about it. */
  readonly headers?: Wrap<HeadersOf>;
}

export function wrapped<Part>(part: Part, wrap: Wrap<Part> | undefined): Part {
  return wrap === undefined ? part : wrap(part);
}
