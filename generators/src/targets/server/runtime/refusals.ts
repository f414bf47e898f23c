// What is invalid in a request -> a response that lists it: a problem (RFC 9457), unless a service has its own format.
import type { Issue } from "./runtime.ts";

/** What a handler returns: one of the described responses. */
export interface Answer {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly headers?: object | undefined;
  readonly body?: unknown;
}

export type RefusalCode =
  | "malformed_path"
  | "not_found"
  | "method_not_allowed"
  | "unauthorized"
  | "invalid_parameters"
  | "missing_body"
  | "malformed_body"
  | "unsupported_media_type"
  | "body_too_large"
  | "invalid_body"
  | "body_parsed"
  | "not_implemented"
  | "internal_error";

/** The issues of a request, with their locations. */
export interface RequestIssue extends Issue {
  readonly in: "path" | "query" | "headers" | "cookies" | "body";
}

export interface RefusalDetails {
  readonly status: number;
  readonly issues?: readonly RequestIssue[];
  /** With 405: the methods that the path has. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** A request that is rejected, or that failed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly status: number;
  readonly issues: readonly RequestIssue[];
  readonly allow: readonly string[];

  constructor(code: RefusalCode, { status, issues = [], allow = [], cause }: RefusalDetails) {
    super(titles[code], { cause });
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.allow = allow;
  }
}

const titles: Readonly<Record<RefusalCode, string>> = {
  malformed_path: "A parameter in the path is not percent-encoded UTF-8",
  not_found: "There is nothing at this path",
  method_not_allowed: "The path does not have this method",
  unauthorized: "The request does not prove who sends it",
  invalid_parameters: "Parameters are not as described",
  missing_body: "The request has to have a body",
  malformed_body: "The body is not what its content type says",
  unsupported_media_type: "The body has to be of another content type",
  body_too_large: "The body is too large",
  invalid_body: "The body is not as described",
  body_parsed: "The body was parsed before it could be read",
  not_implemented: "The operation has no handler yet",
  internal_error: "Something went wrong",
};

/** `{ title, status, code, issues? }`, where each issue is `{ in, path, message }`. */
export function problemOf({ code, status, issues, message }: Refusal): Answer {
  const body = { title: message, status, code, ...(issues.length === 0 ? {} : { issues }) };
  return { status, contentType: "application/problem+json", body };
}
