// The conditions of a request, and the version that it is about -> whether it takes effect (RFC 9110, 13).
import type { Incoming } from "./incoming.ts";
import { Refusal } from "./refusals.ts";
import type { Outgoing } from "./responses.ts";

/** What of a request conditions are read from. */
export type ConditionalRequest = Pick<Incoming, "header"> & Partial<Pick<Incoming, "method">>;

/**
 * `failed`: respond with 412, and change nothing. `not-modified`: respond with 304. `etag`: of the current version, with its quotes; `null`
 * where there is none.
 */
export function preconditionOf(
  { method = "PUT", header }: ConditionalRequest,
  etag: string | null,
): "met" | "failed" | "not-modified" {
  const [match, noneMatch] = [header("if-match"), header("if-none-match")];
  // A weak version is never the same for a change (RFC 9110, 8.8.3.2).
  if (match !== null && !isListed(match, etag === null || etag.startsWith("W/") ? null : etag, etag !== null))
    return "failed";
  if (noneMatch === null || !isListed(noneMatch.replaceAll("W/", ""), etag?.replace(/^W\//, "") ?? null, etag !== null))
    return "met";
  return method === "GET" || method === "HEAD" ? "not-modified" : "failed";
}

function isListed(list: string, etag: string | null, exists: boolean): boolean {
  if (list.trim() === "*") return exists;
  return etag !== null && [...list.matchAll(/(?:W\/)?"[^"]*"/g)].some(([one]) => one === etag);
}

/**
 * For handlers that change: rejects a request that is about another version with 412 and, with `required`, one without a condition with
 * 428 (RFC 6585). `etag`: as in `preconditionOf`.
 */
export function expectVersion(
  request: ConditionalRequest,
  etag: string | null,
  { required = false }: { readonly required?: boolean } = {},
): void {
  if (preconditionOf({ header: request.header }, etag) !== "met")
    throw new Refusal("precondition_failed", { status: 412 });
  if (required && request.header("if-match") === null && request.header("if-none-match") === null)
    throw new Refusal("precondition_required", { status: 428 });
}

/** An ETag that is the same for the same text or bytes, and for the same JSON: a hash (SHA-256). */
export async function etagOf(body: unknown): Promise<string> {
  const bytes =
    body instanceof Uint8Array
      ? body
      : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return `"${btoa(String.fromCharCode(...hash.subarray(0, 18)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")}"`;
}

/**
 * `onResponse: respondConditionally`: a 200 to GET or HEAD has an ETag, that of the handler or a hash of the body, and becomes a 304
 * without a body for a client that has this version. Bytes of unknown length have only that of the handler.
 */
export async function respondConditionally(response: Outgoing, request: ConditionalRequest): Promise<void> {
  const { status, headers, body } = response;
  if (status !== 200 || (request.method !== "GET" && request.method !== "HEAD")) return;
  const known = headers.find(([name]) => name.toLowerCase() === "etag")?.[1];
  if (known === undefined && typeof body !== "string" && !(body instanceof Uint8Array)) return;
  const etag = known ?? (await etagOf(body));
  if (known === undefined) headers.push(["ETag", etag]);
  const verdict = preconditionOf(request, etag);
  if (verdict === "met") return;
  if (body instanceof ReadableStream) await body.cancel();
  response.status = verdict === "failed" ? 412 : 304;
  response.body = null;
  const others = headers.filter(([name]) => !/^content-(?:type|length|encoding)$/i.test(name));
  headers.splice(0, headers.length, ...others);
}
