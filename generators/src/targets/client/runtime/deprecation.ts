// A response -> what its headers say about the end of its operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to both.

import { linksIn } from "./links.ts";
import type { Operation } from "./runtime.ts";

/** The end of an operation, as a response announces it. */
export interface Deprecation {
  /** When the operation was or will be deprecated; `null` where the response has no date. */
  readonly since: Date | null;
  /** When it is expected to stop responding; `null` where that is not known. */
  readonly sunset: Date | null;
  /** The documentation of either, as absolute URLs. */
  readonly links: readonly string[];
}

/** `null` for a response whose operation is not deprecated. In a browser, a server of another origin has to expose the headers (CORS). */
export function deprecationOf({ response }: { readonly response: Response }): Deprecation | null {
  const { headers, url } = response;
  const [deprecated, sunset, link] = [headers.get("deprecation"), headers.get("sunset"), headers.get("link")];
  if (deprecated === null && sunset === null) return null;
  return {
    since: dateIn(deprecated),
    sunset: dateIn(sunset),
    links: [...linksIn(link, "deprecation"), ...linksIn(link, "sunset")].map((target) => absolute(target, url)),
  };
}

/** Seconds after `@`, or the date of earlier drafts and of `Sunset`. A server that has no date sends the earliest, or `true`. */
function dateIn(text: string | null): Date | null {
  const [, seconds] = /^\s*@(-?\d+)/.exec(text ?? "") ?? [];
  const time = seconds === undefined ? Date.parse(text ?? "") : 1000 * Number(seconds);
  return Number.isNaN(time) || time === 0 ? null : new Date(time);
}

function absolute(target: string, base: string): string {
  try {
    return new URL(target, base).href;
  } catch {
    return target;
  }
}

/**
 * A hook for `onResponse` that reports each deprecated operation that is called, once. Default: one `console.warn` for each. For your own
 * log or a counter pass a function.
 */
export function reportDeprecations(
  report: (deprecation: Deprecation, operation: Operation) => unknown = warn,
): (response: Response, operation: Operation) => unknown {
  const reported = new Set<string>();
  return (response, operation) => {
    const deprecation = deprecationOf({ response });
    if (deprecation === null || reported.has(operation.id)) return undefined;
    reported.add(operation.id);
    return report(deprecation, operation);
  };
}

/** `getOrder is deprecated since 2026-01-31, until 2027-01-31: https://api.example/changes` */
function warn({ since, sunset, links }: Deprecation, { id }: Operation): void {
  const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
  const from = since === null ? "" : ` since ${dayOf(since)}`;
  const until = sunset === null ? "" : `${since === null ? "" : ","} until ${dayOf(sunset)}`;
  console.warn(`${id} is deprecated${from}${until}${links.length === 0 ? "" : `: ${links.join(", ")}`}`);
}
