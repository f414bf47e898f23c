// A response that the description does not define -> an error that says what arrived and what was expected.

import { UnexpectedResponseError } from "./errors.ts";
import { jsonOf, reasonIn } from "./reason.ts";
import type { Operation } from "./runtime.ts";
import type { UndescribedResponse } from "./send.ts";

/**
 * `getOrder: 502 text/html is not described: expected 500 text/plain`, and the reason of a failure, where the server has one. Of JSON that
 * is not as described, also the mode that accepts it.
 */
export function undescribedError(operation: Operation, received: UndescribedResponse): UnexpectedResponseError {
  return new UnexpectedResponseError(`${operation.id}: ${problemOf(operation, received)}`, received);
}

function problemOf(operation: Operation, received: UndescribedResponse): string {
  const { status, response, undescribed, body, cause } = received;
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  const isJson = /[/+]json$/i.test(type.trim());
  const hint = isJson && undescribed !== "status" ? '; unexpected: "lenient" accepts it' : "";
  if (undescribed === "body") {
    const fault =
      cause instanceof Error ? cause.message : body === "" ? "it is empty" : `it is not ${isJson ? "JSON" : type}`;
    return `${status}${type && ` ${type}`}: malformed body: ${fault}${failureIn(status, body)}${hint}`;
  }
  const responseKey = [`${status}`, `${String(status)[0]}XX`].find((key) => operation.responses[key]);
  const redirect = responseKey === undefined ? redirectOf(received) : null;
  if (redirect !== null) return `${redirect} was not followed`;
  const what = type ? `${status} ${type}` : undescribed === "status" ? `${status}` : `${status} without a content type`;
  const reason = failureIn(status, body);
  return `${what} is not described${expectedOf(operation, responseKey, status)}${reason && `; the server's reason${reason}`}${hint}`;
}

/** The body of a success may be personal. */
function failureIn(status: number, body: unknown): string {
  return status < 400 ? "" : reasonIn(jsonOf(String(body)));
}

/** `302 to https://api.example/orders/`; `null` if it is no redirect. A query may contain a credential, at another origin also a path. */
function redirectOf({ status, response, request }: UndescribedResponse): string | null {
  // Browsers hide the rest.
  if (response.type === "opaqueredirect") return "a redirect";
  const location = response.headers.get("location");
  if (status < 300 || status > 399 || location === null) return null;
  const base = response.url || request.url;
  // Some platforms have no `URL.canParse`, and React Native's `URL` has few members.
  try {
    const { protocol, origin, pathname } = new URL(location, base);
    if (!/^https?:$/.test(protocol)) return `${status}`;
    return `${status} to ${origin}${origin === new URL(base).origin ? pathname : ""}`;
  } catch {
    return `${status}`;
  }
}

/** `: expected 200 application/json, or default application/problem+json`. Of an unknown failure, all failures. */
function expectedOf({ responses }: Operation, responseKey: string | undefined, status: number): string {
  const all = Object.keys(responses);
  const like = all.filter((key) => key === "default" || key >= "4" === status >= 400);
  const keys = responseKey !== undefined ? [responseKey] : like.length > 0 ? like : all;
  const texts = keys.map((key) => [key, Object.keys(responses[key]?.content ?? {}).join(" or ")].join(" ").trim());
  const last = texts.at(-1);
  if (last === undefined) return "";
  return `: expected ${[...texts.slice(0, -1), texts.length > 1 ? `or ${last}` : last].join(", ")}`;
}
