// The handlers as a service: who may call them, which bodies are too large, and the format of its errors. It uses no framework either.
import {
  type AnyResponse,
  type FoundRequest,
  type Handlers,
  type PresentedCredentials,
  type Refusal,
  readCredentials,
  routes,
  type Service,
  securitySchemes,
} from "./generated/server/index.gen.ts";
import { type Context, handlers } from "./handlers.ts";
import type { Notes } from "./notes.ts";

export interface ServiceOptions {
  readonly notes: Notes;
  /** Called with each error that results in a 500. */
  readonly report: (error: unknown) => void;
}

export function createService<State = void>({
  notes,
  report,
}: ServiceOptions): Service<keyof Handlers, Context, State> {
  return {
    routes,
    handlers,
    context: (request) => (isAllowed(request) ? { notes, signal: request.signal } : null),
    refuse,
    onError: report,
    largestBody: ({ operationId }) => (operationId === "putAttachment" ? 10_000_000 : 100_000),
  };
}

/** Operations without security are for everyone. */
export function isAllowed(request: Pick<FoundRequest, "route" | "header" | "query">): boolean {
  const { security } = request.route;
  return security.length === 0 || readCredentials(security, securitySchemes, request).some(isKnown);
}

/** Each alternative of this description is one scheme: a token or a key. */
function isKnown({ schemes }: PresentedCredentials): boolean {
  return schemes.every(
    ({ credential }) =>
      (credential.kind === "bearer" && credential.token === "token-of-ada") ||
      (credential.kind === "apiKey" && credential.value === "key-of-ada"),
  );
}

/** The errors of this API in place of problem documents: `{ error, issues? }`. */
export function refuse({ code, status, issues }: Refusal): AnyResponse {
  const listed = issues.map(({ in: place, path, message }) => `${[place, ...path].join(".")}: ${message}`);
  const body = { error: code, ...(listed.length === 0 ? {} : { issues: listed }) };
  // 422 is for bodies that are not as described; this API uses one status for all invalid requests.
  return { status: status === 422 ? 400 : status, body };
}
