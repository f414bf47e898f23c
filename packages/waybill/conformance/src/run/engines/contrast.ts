// A valid request with something special in it that is rejected -> a finding, where the same request without that is accepted in its place.
import type { Operation } from "waybill/description";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { callAnew } from "../inputs.ts";
import type { RequestValues } from "../request-values.ts";

export interface Special {
  readonly values: RequestValues;
  /**
   * The same request with its ordinary neighbour, which differs in the special property alone. `null`: there is none, or the description
   * states rules in words that may be meant; a rejection shows nothing then.
   */
  readonly ordinary: () => Promise<RequestValues | null>;
  /** How both are sent; by default again with new names where there is a conflict. */
  readonly send?: (values: RequestValues) => Promise<CallResult>;
  /** How the special one is sent, where that is what is special about it. */
  readonly sendSpecial?: (values: RequestValues) => Promise<CallResult>;
  readonly what: string;
  readonly where?: string;
}

/**
 * Sends the special request and returns its response. A rejection is a finding only where the ordinary request is accepted after it: then
 * neither the state of the service nor a rule that no schema has is in the way, but what is special.
 */
export async function expectAccepted(context: Context, operation: Operation, special: Special): Promise<CallResult> {
  const { values, ordinary, send = (one) => callAnew(context, operation, one), sendSpecial = send } = special;
  const result = await sendSpecial(values);
  // What is in the way of a request is not what the description says of it.
  if (result.status === 409) return result;
  const next = async (): Promise<CallResult | null> => {
    const neighbour = await ordinary();
    return neighbour === null ? null : await send(neighbour);
  };
  if (await isSingledOut(result, next))
    context.fault(
      "valid-refused",
      result,
      `rejects a valid request with ${result.status}: ${special.what}`,
      special.where,
    );
  return result;
}

/** Whether a request is rejected for what is special about it: `ordinary`, which is sent after it, is accepted. */
export async function isSingledOut(
  { status }: CallResult,
  ordinary: () => Promise<CallResult | null>,
): Promise<boolean> {
  if (!isRefused(status)) return false;
  const neighbour = await ordinary();
  return neighbour !== null && isAccepted(neighbour.status);
}
