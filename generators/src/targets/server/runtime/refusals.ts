// What is invalid in a request -> a response that lists it: a problem (RFC 9457), unless a service has its own format.
import type { Issue, Route } from "./runtime.ts";

/** What a handler returns: one of the described responses. */
export interface AnyResponse {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly headers?: object | undefined;
  readonly body?: unknown;
}

export type RefusalCode =
  | "malformed_request"
  | "request_timeout"
  | "headers_too_large"
  | "malformed_path"
  | "not_found"
  | "method_not_allowed"
  | "unauthorized"
  | "invalid_parameters"
  | "missing_body"
  | "malformed_body"
  | "unsupported_media_type"
  | "unsupported_content_encoding"
  | "body_too_large"
  | "invalid_body"
  | "body_parsed"
  | "precondition_failed"
  | "precondition_required"
  | "not_implemented"
  | "internal_error";

/** The issues of a request, with their locations: all that the validator says of each. */
export interface RequestIssue extends Issue {
  readonly in: "path" | "query" | "headers" | "cookies" | "body";
}

export interface RefusalDetails {
  readonly status: number;
  readonly issues?: readonly RequestIssue[];
  /** With 405: the methods that the path has. */
  readonly allow?: readonly string[];
  /** With 415: what would be accepted; with 401: the challenge. Sent if the response has this status. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly route?: Route;
  /** The body that its schema rejects. */
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** A request that is rejected, or that failed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly status: number;
  readonly issues: readonly RequestIssue[];
  readonly allow: readonly string[];
  /** `Accept` or `Accept-Encoding` (RFC 9110, 15.5.16), `WWW-Authenticate` (15.5.2). */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whose parameters or body are not as described; `null` for what is rejected before or elsewhere. */
  readonly route: Route | null;
  /** With `invalid_body`: the body as it was read. */
  readonly body: unknown;

  constructor(code: RefusalCode, details: RefusalDetails) {
    const { status, issues = [], allow = [], headers = [], route = null, body, cause } = details;
    super(titles[code], { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.allow = allow;
    this.headers = headers;
    this.route = route;
    this.body = body;
  }
}

const titles: Readonly<Record<RefusalCode, string>> = {
  malformed_request: "The request is not valid HTTP",
  request_timeout: "The request did not arrive in time",
  headers_too_large: "The headers of the request are too large",
  malformed_path: "A parameter in the path is not percent-encoded UTF-8",
  not_found: "There is nothing at this path",
  method_not_allowed: "The method is not allowed at this path",
  unauthorized: "The request has no valid credentials",
  invalid_parameters: "A parameter is invalid",
  missing_body: "The request body is missing",
  malformed_body: "The request body is malformed",
  unsupported_media_type: "The content type of the request body is not supported",
  unsupported_content_encoding: "The Content-Encoding of the request body is not supported",
  body_too_large: "The request body is too large",
  invalid_body: "The request body is invalid",
  body_parsed: "The request body was parsed before it could be read",
  precondition_failed: "There is another version by now",
  precondition_required: "The request needs a condition: If-Match, or If-None-Match",
  not_implemented: "The operation has no handler yet",
  internal_error: "Something went wrong",
};

/** `{ title, status, code, issues? }`, where each issue is `{ in, path, message }`. */
export function problemOf({ code, status, issues, message }: Refusal): AnyResponse {
  const listed = issues.map(({ in: place, path, message: text }) => ({ in: place, path, message: text }));
  const body = { title: message, status, code, ...(issues.length === 0 ? {} : { issues: listed }) };
  return { status, contentType: "application/problem+json", body };
}
