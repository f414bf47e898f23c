// The handlers of the portal -> a service of the generated server: who asks, whether a page of the service asks, and errors of one shape.

import {
  type AnyResponse,
  type FoundRequest,
  type Handlers,
  type Incoming,
  Refusal,
  routes,
  type Service,
} from "@fulfillment/portal-api/server";
import { fieldProblems } from "../api/wording.ts";
import type { Log } from "../deliveries/log.ts";
import { findSession } from "../domain/sessions.ts";
import { boundedRoutes } from "../http/bounded-validation.ts";
import { isLoopback } from "../http/client-address.ts";
import { largeBodiesInTurn } from "../http/large-bodies.ts";
import { boundedResponses, type Taker } from "../http/large-responses.ts";
import type { SessionRow } from "../storage/queries/users.ts";
import type { PortalApi, PortalContext, PortalParts } from "./context.ts";
import { invalidFields, problem, tooMany } from "./problems.ts";
import type { VisitorLimit } from "./visitor-limit.ts";

/** What is known of a request while it is served. */
export interface PortalVisit extends Taker {
  readonly id: string;
  readonly client: string;
  readonly startedAt: number;
  session: SessionRow | null;
  operationId: string | null;
  /** As the description writes it: a path may hold the token of a link, and is never logged. */
  path: string | null;
  /** Of a 429 that the visitor limit gives. */
  waitMs: number;
}

export interface PortalServiceParts {
  readonly api: PortalApi;
  readonly portal: PortalParts;
  readonly visitors: VisitorLimit;
  /** Where the pages come from, such as `https://portal.example`; `null`: from the host that the request names, on this machine. */
  readonly origin: string | null;
  readonly log: Log;
  /** Also validates responses: for tests. */
  readonly checkResponses?: boolean;
}

export type PortalService = Service<keyof Handlers, PortalContext, PortalVisit>;

const largestBody = 262_144;
/** 5,000 rows of 800 characters, and some more, so that the preview can report too many. */
const largestUpload = 4_194_304;

export function createPortalService(parts: PortalServiceParts): PortalService {
  const { api, portal, visitors, origin, log, checkResponses = false } = parts;
  const senderOf = ({ session, client }: PortalVisit): string => session?.account_id ?? client;
  const inTurn = largeBodiesInTurn(senderOf);
  const bounded = boundedResponses(senderOf);
  return {
    routes: boundedRoutes(routes),
    handlers: api,
    around: (serve) => bounded.around(inTurn(serve)),
    largestBody: ({ tags }) => (tags.includes("Imports") ? largestUpload : largestBody),
    checkResponses,
    onRequest: (request) => foreignResponse(request, origin),
    context: async (request, visit) => {
      const { route } = request;
      visit.operationId = route.operationId;
      visit.path = route.path;
      const sessionId = cookieOf(request.header("cookie"), portal.cookie.name);
      if (!asksForSession(request)) {
        if (isOfVisitors(request)) limitVisitor(request, visit, visitors);
        await bounded.room(request, visit);
        return { session: null, sessionId, client: visit.client };
      }
      const session = sessionId === null ? null : await findSession(portal.database, sessionId, portal.now());
      if (session === null) return null;
      visit.session = session;
      if (!isAllowed(request, session)) throw new Refusal("unauthorized", { status: 403 });
      await bounded.room(request, visit);
      return { session, sessionId, client: visit.client };
    },
    refuse: (refusal, _, visit) => responseTo(refusal, visit),
    onError: (error, _, visit) =>
      log.error({ requestId: visit.id, operationId: visit.operationId, err: error }, "portal request failed"),
    onResponse: (response, { method }, visit) => {
      response.headers.push(...alwaysHeaders);
      log.info(
        {
          requestId: visit.id,
          method,
          path: visit.path,
          status: response.status,
          durationMs: Math.round((performance.now() - visit.startedAt) * 1000) / 1000,
          accountId: visit.session?.account_id ?? null,
          userId: visit.session?.user_id ?? null,
          operationId: visit.operationId,
          client: visit.client,
        },
        "portal response",
      );
    },
  };
}

/** Of every response of the API: nothing of it is stored, shown as something else, or read by other sites. */
const alwaysHeaders: readonly [name: string, value: string][] = [
  ["Cache-Control", "no-store"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Referrer-Policy", "no-referrer"],
  ["X-Content-Type-Options", "nosniff"],
];

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Beside `SameSite` of the cookie, three things that a page of another site cannot have: its own `Origin`, `Sec-Fetch-Site`, and a
 * header that a browser sends to another origin only with permission, which is never given.
 */
function foreignResponse({ method, pathname, header }: Incoming, origin: string | null): AnyResponse | undefined {
  const host = header("host") ?? "";
  // Without an origin it listens on loopback: any other name is one of another site that leads here (DNS rebinding).
  if (origin === null && !isLoopback(URL.parse(`http://${host}`)?.hostname ?? "")) return foreign;
  if (safeMethods.has(method)) return undefined;
  const site = header("sec-fetch-site");
  const from = header("origin");
  const expectedOrigin = origin ?? `http://${host}`;
  const isForeign =
    (site !== null && site !== "same-origin") || (from !== null && from.toLowerCase() !== expectedOrigin.toLowerCase());
  const needsHeader = pathname.startsWith("/portal/");
  if (!isForeign && (!needsHeader || header("x-portal-request") !== null)) return undefined;
  return foreign;
}

const foreign = problem(403, "foreign_request", "This request did not come from a page of the portal.");

type Found = FoundRequest<keyof Handlers>;

function asksForSession({ route }: Found): boolean {
  return route.security.some((alternative) => JSON.stringify(alternative).includes('"session"'));
}

function isOfVisitors({ route }: Found): boolean {
  return route.security.length === 0;
}

function isAllowed({ route }: Found, { role }: SessionRow): boolean {
  const roles = route.extensions["x-portal-roles"];
  return !Array.isArray(roles) || roles.includes(role);
}

function limitVisitor({ route, method }: Found, visit: PortalVisit, visitors: VisitorLimit): void {
  const places = method === "POST" && route.path.endsWith("/orders") ? "order" : "request";
  const waitMs = visitors.hit(visit.client, places);
  if (waitMs === 0) return;
  visit.waitMs = waitMs;
  throw new Refusal("unauthorized", { status: 429 });
}

/** The value of a cookie that is sent once; one that is sent twice is somebody's attempt to plant one. */
function cookieOf(header: string | null, name: string): string | null {
  const values = (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  const [only] = values;
  return values.length === 1 && only !== undefined && only !== "" ? only : null;
}

function responseTo(refusal: Refusal, visit: PortalVisit): AnyResponse {
  const { code, status, issues, body, route } = refusal;
  if (status === 429) return tooMany(visit.waitMs);
  if (status === 403) return problem(403, "forbidden", "Only owners can do this.");
  switch (code) {
    case "unauthorized":
      return problem(401, "unauthenticated", "Sign in to continue.");
    case "not_found":
    case "malformed_path":
      return problem(404, "not_found", "There is nothing here.");
    case "method_not_allowed":
      return problem(405, "method_not_allowed", "This path does not have this method.");
    case "invalid_body":
      return invalidFields(fieldProblems(issues, body));
    case "invalid_parameters": {
      const names = [...new Set(issues.map(({ path }) => path.map(String).join(".")))];
      return problem(400, "invalid_request", `Invalid parameters: ${names.join(", ")}.`);
    }
    case "missing_body":
    case "malformed_body":
    case "unsupported_content_encoding":
    case "malformed_request":
    case "request_timeout":
    case "headers_too_large":
      return problem(400, "invalid_request", "The request cannot be read.");
    case "body_too_large":
      return problem(413, "too_large", "The request body is too large.");
    case "unsupported_media_type": {
      const types = route?.requestBody?.content.map(({ type }) => type).join(" or ") ?? "another media type";
      return problem(415, "unsupported_media_type", `Send ${types}.`);
    }
    default:
      return problem(500, "internal_error", "The service failed. Try again.");
  }
}
