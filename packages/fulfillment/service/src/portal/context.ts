// What the handlers of the portal know of a request besides its values, and what they are made with.

import type { BodyText, Handlers } from "@fulfillment/portal-api/server";
import type { ApiAddress } from "@fulfillment/portal-api/types";
import type { WebhookParts } from "../api/webhooks.ts";
import type { Log } from "../deliveries/log.ts";
import type { Effects } from "../domain/effects.ts";
import type { PasswordCost } from "../domain/passwords.ts";
import type { ImportRunner } from "../operation/import-runner.ts";
import type { Notices } from "../operation/notices.ts";
import type { Database } from "../storage/database.ts";
import type { SessionRow } from "../storage/queries/users.ts";
import type { Line } from "../storage/turns.ts";
import type { Images } from "./images.ts";

/** Who asks. */
export interface PortalContext {
  /** Set for every operation whose security asks for a session. */
  readonly session: SessionRow | null;
  /** The id in the cookie, whether or not there is such a session. */
  readonly sessionId: string | null;
  /** The client's address, as the rate limit of `/v1` counts it. */
  readonly client: string;
}

/** What `Handlers` asks for, with text allowed in place of a value: stored orders are sent as they are. */
export type PortalApi = {
  readonly [Name in keyof Handlers]: (
    request: Parameters<Handlers[Name]>[0],
    context: PortalContext,
  ) => Promise<OrText<Awaited<ReturnType<Handlers[Name]>>>>;
};

type OrText<Response> = Response extends { readonly body: infer Body }
  ? Omit<Response, "body"> & { readonly body: Body | BodyText<Body> }
  : Response;

export interface PortalParts extends WebhookParts {
  readonly database: Database;
  readonly effects: Effects;
  readonly notices: Notices;
  readonly imports: ImportRunner;
  readonly passwordCost: PasswordCost;
  readonly cookie: SessionCookie;
  /** The budget of accounts that have none of their own, and its window. */
  readonly rateLimit: { readonly budget: number; readonly windowSeconds: number };
  /** What members are shown as the address of `/v1`, and of its documentation. */
  readonly api: ApiAddress;
  /** Logos of accounts, and pictures of their products. */
  readonly images: Images;
  /** Only so many passwords are hashed at once: each takes its memory. */
  readonly hashing: Line;
  /** The same for members at addresses from which they have signed in before. */
  readonly hashingKnown: Line;
  /** One piece of one search at once: however many search, others wait for one piece. */
  readonly searching: Line;
  readonly log: Log;
}

export interface SessionCookie {
  readonly name: string;
  /** `Set-Cookie` of a session that ends in so many seconds. */
  set(id: string, seconds: number): string;
  /** `Set-Cookie` that deletes the session's cookie. */
  clear(): string;
}

/** The name that only a secure origin can set for itself (RFC 6265bis, 4.1.3.2); over plain HTTP on loopback, browsers refuse it. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? "__Host-portal-session" : "portal-session";
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    name,
    set: (id, seconds) => `${name}=${id}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** Throws where the description asks for no session. */
export function memberOf({ session }: PortalContext): SessionRow {
  if (session === null) throw new Error("an operation without a session asks who is signed in");
  return session;
}
