// A delivery and the scheme that its message states -> whether a secret signed it, and when. Independent of the modules that sign: what both
// got wrong would not be seen otherwise.
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import type { SignatureScheme, SignedPart } from "waybill/description";
import { type HeaderPair, headerOf, headerValuesOf } from "../exchange/exchange.ts";

/** What is signed of a delivery. */
export interface SignedDelivery {
  readonly method: string;
  /** Path and query it was sent to. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** The whole address as the sender knows it; `null`: what the `Host` header says. */
  readonly url: string | null;
}

/** The time that is signed, as it is written; `null` where the scheme has none or the delivery does not state it. */
export function timestampIn({ header, list, timestamp }: SignatureScheme, delivery: SignedDelivery): string | null {
  if (timestamp === null) return null;
  if (timestamp.header !== null) return headerOf(delivery.headers, timestamp.header);
  const entries = list === null ? [] : entriesOf(list, headerOf(delivery.headers, header) ?? "");
  const values = entries.flatMap(([key, value]) => (key === timestamp.key ? [value] : []));
  return values.length === 1 ? (values[0] ?? null) : null;
}

/**
 * Whether the bytes as received are signed with the secret. Where several signatures have room, after a secret was replaced, one of
 * them counts. A secret that is not in the scheme's format signs nothing.
 */
export function isSignedWith(scheme: SignatureScheme, secret: string, delivery: SignedDelivery): boolean {
  const key = keyOf(scheme, secret);
  const signatures = signaturesIn(scheme, delivery);
  if (key === null || signatures.length === 0 || !coversBody(scheme, delivery)) return false;
  return urlsOf(scheme, delivery).some((url) => {
    const content = contentOf(scheme, { delivery, url });
    return content !== null && signatures.some((signature) => isSignature(scheme, { key, content, signature }));
  });
}

/** The signatures of a delivery, without what is before each; a header that is sent twice has none. */
function signaturesIn({ header, list, prefix }: SignatureScheme, { headers }: SignedDelivery): string[] {
  const [value, second] = headerValuesOf(headers, header);
  if (value === undefined || second !== undefined) return [];
  const written =
    list === null ? [value] : entriesOf(list, value).flatMap(([key, text]) => (key === list.key ? [text] : []));
  return written.flatMap((text) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []));
}

function entriesOf(
  { separator, assign }: NonNullable<SignatureScheme["list"]>,
  value: string,
): (readonly [key: string, value: string])[] {
  return value.split(separator).map((entry) => {
    const text = entry.trim();
    const at = text.indexOf(assign);
    return at === -1 ? ["", text] : [text.slice(0, at), text.slice(at + assign.length)];
  });
}

interface Signing {
  readonly key: Buffer;
  readonly content: Buffer;
  readonly signature: string;
}

/** Each signature has one spelling only: lowercase hex, or base64 with its padding. */
function isSignature({ algorithm, encoding }: SignatureScheme, { key, content, signature }: Signing): boolean {
  if (algorithm !== "ed25519") {
    const digest = createHmac(algorithm.slice("hmac-".length), key).update(content).digest(encoding);
    return digest === signature;
  }
  const bytes = Buffer.from(signature, encoding);
  if (bytes.toString(encoding) !== signature || key.length !== 32) return false;
  const publicKey = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") },
    format: "jwk",
  });
  return verify(null, content, publicKey, bytes);
}

/** The bytes of the secret: of `ed25519` the public key. */
function keyOf({ secret: { prefix, encoding } }: SignatureScheme, secret: string): Buffer | null {
  if (encoding === "utf-8") return Buffer.from(secret);
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  const bytes = Buffer.from(text, encoding);
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : null;
}

/** The sender knows the scheme of the address, which a request does not say. */
function urlsOf({ content }: SignatureScheme, { url, target, headers }: SignedDelivery): string[] {
  if (url !== null || !content.some((part) => isUse(part, "url"))) return [url ?? ""];
  const host = headerOf(headers, "host") ?? "";
  return [`https://${host}${target}`, `http://${host}${target}`];
}

interface Signed {
  readonly delivery: SignedDelivery;
  readonly url: string;
}

/** `null` where a signed header is missing, or was sent twice. */
function contentOf(scheme: SignatureScheme, signed: Signed): Buffer | null {
  const pieces = scheme.content.map((part) => pieceOf(scheme, part, signed));
  return pieces.some((piece) => piece === null)
    ? null
    : Buffer.concat(pieces.flatMap((piece) => (piece === null ? [] : [Buffer.from(piece)])));
}

function pieceOf(scheme: SignatureScheme, part: SignedPart, { delivery, url }: Signed): string | Uint8Array | null {
  if ("literal" in part) return part.literal;
  if ("header" in part) {
    const [value = null, second] = headerValuesOf(delivery.headers, part.header);
    return second === undefined ? value : null;
  }
  switch (part.use) {
    case "body":
      return delivery.body;
    case "timestamp":
      return timestampIn(scheme, delivery);
    case "method":
      return delivery.method.toUpperCase();
    case "url":
      return withoutEscapes(url, scheme.unescaped);
    case "form":
      return isForm(delivery) ? sortedFields(delivery.body) : "";
  }
}

function withoutEscapes(url: string, characters: string): string {
  return url.replace(/%[0-9A-F]{2}/gi, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return characters.includes(character) ? character : written;
  });
}

function isForm({ headers }: SignedDelivery): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headerOf(headers, "content-type") ?? "");
}

/** Name and value of each field, sorted; a field that is sent twice with one value counts once. */
function sortedFields(body: Uint8Array): string {
  const fields = [...new URLSearchParams(Buffer.from(body).toString())];
  const sorted = fields.sort(([a, one], [b, other]) => order(a, b) || order(one, other)).map((field) => field.join(""));
  return [...new Set(sorted)].join("");
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Where the fields of a form are signed, another body is covered by its hash in the URL. */
function coversBody({ content, bodyHash }: SignatureScheme, delivery: SignedDelivery): boolean {
  if (content.some((part) => isUse(part, "body")) || isForm(delivery)) return true;
  if (bodyHash === null || !content.some((part) => isUse(part, "url"))) return false;
  const query = (delivery.url ?? delivery.target).split("?")[1]?.split("#")[0] ?? "";
  const [written, second] = new URLSearchParams(query).getAll(bodyHash);
  const hash = createHash("sha256").update(delivery.body).digest("hex");
  return second === undefined && written?.toLowerCase() === hash;
}

function isUse(part: SignedPart, use: "body" | "url"): boolean {
  return "use" in part && part.use === use;
}
