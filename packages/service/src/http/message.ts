// Requests and responses as the pipeline sees them, independent of the host: a socket server or a Fetch handler.
import type { RateState } from "../rate-limit/limiter.ts";

export interface IncomingRequest {
  /** For the log. */
  readonly id: string;
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly pathname: string;
  /** As sent, without the `?`. */
  readonly query: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** The client's IP address, as text. */
  readonly client: string;
  /** The body, or why there is none. Called once at most. */
  readonly readBody: (limit: number) => Promise<Buffer | UnreadBody>;
}

/** `null`: the body is larger than the limit. Otherwise what is wrong with the request that it came with. */
export interface UnreadBody {
  readonly broken: string | null;
}

export interface OutgoingResponse {
  readonly status: number;
  /** `null`: no body. */
  readonly contentType: string | null;
  readonly body: string;
  readonly rate: RateState;
  /** The methods of the path, where another was used. */
  readonly allow: string | null;
  /** For logs and metrics: the operation, once it is known, and whose request it was. */
  readonly operationId: string | null;
  readonly accountId: string | null;
}

/** A response -> its headers by `headersOf`. */
export type HeadersOf = (response: OutgoingResponse, length: number | null) => string[];

/**
 * Header names and values in turn, ready for `writeHead`: on every response, with any status (requirements, Limits).
 * `length`: of the body, in bytes; `null` to omit it.
 */
export function headersOf(
  { rate, contentType, allow }: Pick<OutgoingResponse, "rate" | "contentType" | "allow">,
  length: number | null,
): string[] {
  const limit = String(rate.limit);
  const remaining = String(rate.remaining);
  const headers = [
    "RateLimit-Limit",
    limit,
    "RateLimit-Remaining",
    remaining,
    "RateLimit-Reset",
    String(rate.resetSeconds),
    "X-RateLimit-Limit",
    limit,
    "X-RateLimit-Remaining",
    remaining,
    "X-RateLimit-Reset",
    String(rate.resetAt),
  ];
  if (contentType !== null) headers.push("Content-Type", contentType);
  if (length !== null) headers.push("Content-Length", String(length));
  if (allow !== null) headers.push("Allow", allow);
  return headers;
}
