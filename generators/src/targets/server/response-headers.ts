// An operation -> the headers that its responses have besides those of handlers: its deprecation, and the challenge of a 401.
import type { HttpApi, Operation, SecurityScheme } from "../../model/http.ts";
import { valueAt } from "../../model/place.ts";
import type { TargetProblem } from "../target.ts";

type Pair = readonly [name: string, value: string];

/**
 * Of a deprecated operation `Deprecation` (RFC 9745) and a link to its `externalDocs`, and of one with `x-sunset` the header `Sunset`
 * (RFC 8594). `x-deprecated-since` is the date of the former; without it, the date is the earliest that there is.
 */
export function retirementHeadersOf({ words, extensions, at }: Operation): Pair[] {
  const since = timeOf(extensions["x-deprecated-since"]) ?? 0;
  const sunset = timeOf(extensions["x-sunset"]);
  const docs = words.deprecated ? docsUrlOf(valueAt(at)) : null;
  return [
    ...(words.deprecated ? [["Deprecation", `@${Math.floor(since / 1000)}`] as const] : []),
    ...(sunset === null ? [] : [["Sunset", new Date(sunset).toUTCString()] as const]),
    ...(docs === null ? [] : [["Link", `<${docs}>; rel="deprecation"`] as const]),
  ];
}

/** Dates that are none: what is promised with them is not sent. */
export function retirementProblemsOf({ operations }: HttpApi): TargetProblem[] {
  return operations.flatMap(({ id, extensions, at }) =>
    ["x-deprecated-since", "x-sunset"].flatMap((name): TargetProblem[] => {
      const stated = extensions[name];
      if (stated === undefined || timeOf(stated) !== null) return [];
      const message = `${name} of ${JSON.stringify(id)} is ${JSON.stringify(stated)}, which is not a date, so no header states it`;
      return [{ severity: "warning", at, message, hint: "write a date such as 2027-01-31, or with a time" }];
    }),
  );
}

/** In milliseconds, of a date or a date with a time; a date begins in UTC. */
function timeOf(stated: unknown): number | null {
  if (typeof stated !== "string" || !/^\d{4}-\d\d-\d\d(?:$|[Tt ])/.test(stated)) return null;
  const time = Date.parse(stated.length === 10 ? `${stated}T00:00:00Z` : stated);
  const isDay = !Number.isNaN(time) && (stated.length > 10 || new Date(time).toISOString().startsWith(stated));
  return isDay ? time : null;
}

function docsUrlOf(operation: unknown): string | null {
  const { url }: { readonly url?: unknown } = Object(Object(operation)["externalDocs"]);
  // As a URL has other characters: encoded.
  return typeof url === "string" ? encoded(url, /[^!#-;=?-~]/gu) : null;
}

function encoded(text: string, refused: RegExp): string {
  return text.toWellFormed().replace(refused, encodeURIComponent);
}

/** What a quoted string of a header cannot hold is percent-encoded. */
function quoted(text: string): string {
  return `"${encoded(text, /[^ !#-[\]-~]/gu)}"`;
}

/**
 * `Bearer scope="orders:read", Basic realm="api"`: the value of `WWW-Authenticate` (RFC 9110, 11.6.1) without credentials; `null` for an
 * operation that needs none, or only what no header has. API keys have no registered scheme: theirs is `ApiKey`.
 */
export function challengeOf({ security }: Operation, schemes: readonly SecurityScheme[]): string | null {
  const challenges = security.flatMap((requirement) =>
    requirement.schemes.flatMap(({ name, scopes }) => {
      const scheme = schemes.find((one) => one.name === name);
      return scheme === undefined ? [] : (challengeOfScheme(scheme, scopes) ?? []);
    }),
  );
  return challenges.length === 0 ? null : [...new Set(challenges)].join(", ");
}

function challengeOfScheme(
  { type, scheme, in: place, parameterName }: SecurityScheme,
  scopes: readonly string[],
): string | null {
  const scope = scopes.length === 0 ? "" : ` scope=${quoted(scopes.join(" "))}`;
  switch (type) {
    case "mutualTLS":
      return null;
    case "apiKey":
      return `ApiKey in=${quoted(place ?? "")}, name=${quoted(parameterName ?? "")}`;
    case "http": {
      const name = scheme ?? "";
      if (name.toLowerCase() === "bearer") return `Bearer${scope}`;
      if (name.toLowerCase() === "basic") return 'Basic realm="api", charset="UTF-8"';
      return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? name : null;
    }
    default:
      return `Bearer${scope}`;
  }
}
