// What a handler returns: the generated response types, without the headers that every response shares.
import type { BodyText, Handlers } from "@fulfillment/server";

/** Who asks, as far as handlers care. */
export interface Caller {
  readonly accountId: string;
}

/** What `Handlers` asks for, with the rate-limit headers left to the host, and text allowed in place of a value. */
export type Api = {
  readonly [Name in keyof Handlers]: (
    request: Parameters<Handlers[Name]>[0],
    caller: Caller,
  ) => Promise<ReplyOf<Awaited<ReturnType<Handlers[Name]>>>>;
};

/**
 * For a body that its schema refuses: what is wrong with fields that the schema has no objection to, in the words of
 * `errors`, so that a client sees all faults at once.
 */
export type FurtherErrors = {
  readonly [Name in keyof Handlers]?: (body: unknown, caller: Caller) => Promise<readonly string[]>;
};

type ReplyOf<Response> = Response extends { readonly body: infer Body }
  ? Omit<Response, "headers" | "body"> & { readonly body: Body | BodyText<Body> }
  : Omit<Response, "headers">;

/** Any handler's response, as the host sees it. */
export interface Reply {
  readonly status: number;
  /** Absent when there is no body. */
  readonly contentType?: string;
  readonly body?: unknown;
}

/** A 400 that is not about a field of the body: it has no `errors`. */
export function rejection(message: string): {
  readonly status: 400;
  readonly contentType: "application/json";
  readonly body: { readonly message: string };
} {
  return { status: 400, contentType: "application/json", body: { message } };
}

/** A 400 about fields of the body, one entry each. */
export function invalidBody(errors: readonly string[]): {
  readonly status: 400;
  readonly contentType: "application/json";
  readonly body: { readonly message: "Invalid request body"; readonly errors: string[] };
} {
  return {
    status: 400,
    contentType: "application/json",
    body: { message: "Invalid request body", errors: [...errors] },
  };
}
