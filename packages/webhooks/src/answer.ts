// The outcome of a delivery -> the status and JSON of the response to the service.
import type { VerificationErrorCode } from "./errors.ts";
import type { Answer } from "./raw-body.gen.ts";

/** The codes of responses that are not about verification. */
export type RefusalCode =
  | "method_not_allowed"
  | "payload_too_large"
  /** The connection broke off within the body. */
  | "unreadable_body"
  /** What was given to handle the event failed. */
  | "handler_failed"
  /** Something else did: the secret could not be looked up, the store of seen events was not there. */
  | "internal_error";

/** Handled, or nothing to do. */
export function received(): Answer {
  return { status: 200, headers: json, body: JSON.stringify({ received: true }) };
}

/** `message` is sent only where it is safe: the sender never learns what failed here, and nothing about secrets without having one. */
export function refused(code: AnswerCode, message: string): Answer {
  return {
    status: statuses[code],
    headers: code === "method_not_allowed" ? { ...json, Allow: "POST" } : json,
    body: JSON.stringify({ code, message: shown(code, message) }),
  };
}

function shown(code: AnswerCode, message: string): string {
  if (isReceiverFault(code)) return "The webhook could not be handled here; the reason was reported to its operator.";
  return code === "bad_signature"
    ? "The signature is not of these bytes and this timestamp, or of another secret."
    : message;
}

/** Whether the sender could not have done anything about it. */
export function isReceiverFault(code: AnswerCode): boolean {
  return statuses[code] === 500;
}

export type AnswerCode = VerificationErrorCode | RefusalCode;

const json = { "Content-Type": "application/json" };

export const statuses: Readonly<Record<AnswerCode, number>> = {
  missing_header: 400,
  invalid_header: 400,
  stale_timestamp: 400,
  invalid_payload: 400,
  unreadable_body: 400,
  bad_signature: 401,
  method_not_allowed: 405,
  payload_too_large: 413,
  body_parsed: 500,
  missing_secret: 500,
  not_awaited: 500,
  handler_failed: 500,
  internal_error: 500,
  // Acknowledged instead, wherever it comes up; this is here so that every code has a status.
  unknown_event: 200,
};
