// Whether enums of strings are open, by direction -> how a description is read, and which form closes open enums.
import type { Schema, StringSchema } from "../schema.ts";

export type EnumRule = "open" | "closed";

/**
 * One rule for all, or per direction: `request` covers everything sent to the API, `response` its responses, webhooks and events.
 * The default is closed.
 */
export type EnumRules = EnumRule | { readonly request?: EnumRule; readonly response?: EnumRule };

/** The direction in which enums are closed although the schemas have open ones; `null` where both are the same. */
export type ClosedSide = "request" | "response" | null;

export interface EnumReading {
  /** Whether the schemas themselves have open enums. */
  readonly open: boolean;
  readonly closed: ClosedSide;
}

/** `hasRequests`: whether the description has any requests to the API. */
export function enumReadingOf(rules: EnumRules | undefined, hasRequests: boolean): EnumReading {
  const { request = "closed", response = "closed" } =
    typeof rules === "object" ? rules : { request: rules, response: rules };
  if (request === response || !hasRequests) return { open: response === "open", closed: null };
  return { open: true, closed: request === "closed" ? "request" : "response" };
}

/** The schema of an enum that only the configuration opens, closed. */
export function closedOf(schema: StringSchema): Schema {
  const { known = [], closable: _, at, annotations, ...rest } = schema;
  const listed: Schema = { kind: "enum", values: known, at, annotations };
  const { kind: _kind, ...limits } = rest;
  if (Object.values(limits).every((limit) => limit === null)) return listed;
  return { kind: "intersection", members: [{ ...rest, at, annotations }, { ...listed }], at, annotations };
}
