// What a client has left -> the six headers that every response has, with any status (requirements, Limits).
import type { Outgoing } from "@fulfillment/server";
import type { RateState } from "../rate-limit/limiter.ts";

/** A response -> its headers. */
export type HeadersOf = (response: { readonly status: number; readonly rate: RateState }) => Outgoing["headers"];

export const rateHeadersOf: HeadersOf = ({ rate }) => {
  const limit = String(rate.limit);
  const remaining = String(rate.remaining);
  return [
    ["RateLimit-Limit", limit],
    ["RateLimit-Remaining", remaining],
    ["RateLimit-Reset", String(rate.resetSeconds)],
    ["X-RateLimit-Limit", limit],
    ["X-RateLimit-Remaining", remaining],
    ["X-RateLimit-Reset", String(rate.resetAt)],
  ];
};

/** When the limiter itself has failed: nothing is promised. */
export function unknownRate(limit: number): RateState {
  return { allowed: false, limit, remaining: 0, resetSeconds: 0, resetAt: Math.ceil(Date.now() / 1000) };
}
