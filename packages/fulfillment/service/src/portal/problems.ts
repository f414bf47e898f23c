// A reason -> the error responses of the portal, all of one shape.

import type { FieldProblem, Problem, ProblemCode } from "@fulfillment/portal-api/types";
import type { FieldFault } from "../domain/orders/references.ts";

export interface ProblemResponse<Status extends number> {
  readonly status: Status;
  readonly contentType: "application/json";
  readonly body: Problem;
}

export function problem<Status extends number>(
  status: Status,
  code: ProblemCode,
  message: string,
): ProblemResponse<Status> {
  return { status, contentType: "application/json", body: { code, message, fields: [] } };
}

export function invalidFields(fields: readonly FieldProblem[]): ProblemResponse<400> {
  const message = fields.length === 1 ? "A field is invalid." : "Some fields are invalid.";
  return {
    status: 400,
    contentType: "application/json",
    body: { code: "invalid_request", message, fields: [...fields] },
  };
}

export function notAllowed(message: string): ProblemResponse<400> {
  return problem(400, "not_allowed", message);
}

/** Of another account, or of none: the same. */
export function notFound(what: string): ProblemResponse<404> {
  return problem(404, "not_found", `${what} not found`);
}

export const unknownLink: ProblemResponse<404> = problem(404, "not_found", "This link is not valid.");

export const redeemed: ProblemResponse<400> = problem(400, "redeemed", "This invite is redeemed already.");

export function tooMany(milliseconds: number): ProblemResponse<429> & {
  readonly headers: { readonly "Retry-After": number };
} {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds < 120 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.ceil(seconds / 60)} minutes`;
  const response = problem(429, "too_many_requests", `Too many attempts. Try again in ${wait}.`);
  return { ...response, headers: { "Retry-After": seconds } };
}

/** Faults of an order, by their place in the body. */
export function fieldsOfFaults(faults: readonly FieldFault[]): FieldProblem[] {
  return faults.map(({ path, issue }) => ({ path: path.join("."), message: issue }));
}
