// Whether enums of strings may grow, by direction -> how a description is read, and which form closes what was read as open.
import type { Schema, StringSchema } from "./schema.ts";

export type EnumRule = "open" | "closed";

/**
 * One rule for all, or by who sends the value: `request` is what is sent to the API, `response` what it answers and sends
 * itself, webhooks and events among it. What is not named is closed.
 */
export type EnumRules = EnumRule | { readonly request?: EnumRule; readonly response?: EnumRule };

/** Which values have closed enums though the schemas themselves have open ones; `null` where both are the same. */
export type ClosedSide = "request" | "response" | null;

export interface EnumReading {
  /** Whether schemas themselves are open. */
  readonly open: boolean;
  readonly closed: ClosedSide;
}

/** `hasRequests`: whether anything is sent to the API that the description tells of. */
export function enumReadingOf(rules: EnumRules | undefined, hasRequests: boolean): EnumReading {
  const { request = "closed", response = "closed" } =
    typeof rules === "object" ? rules : { request: rules, response: rules };
  if (request === response || !hasRequests) return { open: response === "open", closed: null };
  return { open: true, closed: request === "closed" ? "request" : "response" };
}

/** What an enum says that only the configuration has opened. */
export function closedOf(schema: StringSchema): Schema {
  const { known = [], closable: _, at, notes, ...rest } = schema;
  const listed: Schema = { kind: "enum", values: known, at, notes };
  const { kind: _kind, ...limits } = rest;
  if (Object.values(limits).every((limit) => limit === null)) return listed;
  return { kind: "intersection", members: [{ ...rest, at, notes }, { ...listed }], at, notes };
}
