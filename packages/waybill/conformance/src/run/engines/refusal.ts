// A request with something wrong in it -> a finding where it is accepted, or rejected in another way than declared.
import type { Operation } from "waybill/description";
import { responseFor } from "../../description/description.ts";
import type { Check } from "../../finding.ts";
import { type CallResult, type Case, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import type { RequestValues } from "../request-values.ts";

export interface Fault {
  /** What is wrong with the request: `query parameter limit is left out`. */
  readonly what: string;
  /** The line of the description that forbids it. */
  readonly where: string;
  /** The status that every valid request is rejected with, where none was accepted: it says nothing about the fault. */
  readonly refused?: number | null;
}

export interface Variation extends Fault {
  /** The rest of the case's id: `query.limit/required`. */
  readonly name: string;
  readonly kind: string;
  /** Made when the case runs, where it has addresses that must be new. */
  readonly values: RequestValues | (() => RequestValues);
  readonly also?: (result: CallResult) => void;
}

/** The case of one request that must be rejected. */
export function refusalOf(context: Context, operation: Operation, variation: Variation): Case {
  const { name, kind, values, also } = variation;
  const run = async (): Promise<void> => {
    const result = await context.call(operation, typeof values === "function" ? values() : values);
    checkRefused(context, result, variation);
    also?.(result);
  };
  return caseOf("invalid", operation, `invalid/${name}`, run, { kind });
}

/** An invalid request is rejected with a 4XX status: 5xx is a finding of its own. */
export function checkRefused(context: Context, result: CallResult, { what, where, refused = null }: Fault): void {
  const { operation, status } = result;
  // The request was rejected for another reason, or by a declared redirect.
  const leadsAway = status >= 300 && status < 400 && responseFor(operation, status) !== null;
  const isBesideThePoint = status >= 500 || status === 429 || status === refused || leadsAway;
  if (isAccepted(status)) {
    context.fault("invalid-accepted", result, `accepts an invalid request with ${status}: ${what}`, where);
  } else if (!isRefused(status) && !isBesideThePoint) {
    context.fault("wrong-refusal", result, `returns ${status} for an invalid request: ${what}`, where);
  }
}

/** Whether a request that breaks a rule is accepted, which is a finding; `text` says what it accepts. `null`: none was sent. */
export function isAcceptedWrongly(
  context: Context,
  result: CallResult | null,
  { check = "rule-broken", text, where }: { readonly check?: Check; readonly text: string; readonly where?: string },
): boolean {
  if (result === null || !isAccepted(result.status)) return false;
  context.fault(check, result, text, where);
  return true;
}
