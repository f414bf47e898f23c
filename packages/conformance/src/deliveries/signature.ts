// `x-waybill-signature` of a description -> how deliveries are signed, and whether one is signed that way.
import { createHmac } from "node:crypto";
import type { Location, MessagingApi } from "waybill/description";
import { wrongValueAt } from "../description/description-error.ts";
import { below, isRecord } from "../description/extensions.ts";
import { type HeaderPair, headerOf } from "../exchange/exchange.ts";

export interface SignatureRule {
  readonly header: string;
  readonly prefix: string;
  readonly digest: "sha1" | "sha256" | "sha384" | "sha512";
  readonly encoding: "lowercase-hex" | "base64";
  /** The content that is signed is these parts in a row. */
  readonly parts: readonly SignedPart[];
  /** The header that holds the time of signing, in Unix seconds; `null` when none is signed. */
  readonly timestampHeader: string | null;
  /** Where the description declares it. */
  readonly at: Location;
}

type SignedPart =
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "body" };

const extension = "x-waybill-signature";

/** The rule; `null` when the description has none. Throws a `DescriptionError` when it is invalid. */
export function signatureRuleOf({ messaging }: { readonly messaging: MessagingApi | null }): SignatureRule | null {
  const scheme = messaging?.securitySchemes.find(({ extensions }) => Object.hasOwn(extensions, extension));
  if (scheme === undefined) return null;
  const value = scheme.extensions[extension];
  const at = below(scheme.at, extension);
  if (!isRecord(value)) throw wrongValueAt(at, "an object with algorithm, signedContent, header and encoding", value);
  return readRule(value, at);
}

/** The signature covers the bytes as received; `secret` is the key as UTF-8 text. */
export function isSignedWith(
  rule: SignatureRule,
  secret: string,
  headers: readonly HeaderPair[],
  body: Uint8Array,
): boolean {
  const hmac = createHmac(rule.digest, secret);
  for (const part of rule.parts) {
    if (part.kind === "body") hmac.update(body);
    else hmac.update(part.kind === "literal" ? part.text : (headerOf(headers, part.name) ?? ""));
  }
  const expected = rule.prefix + hmac.digest(rule.encoding === "base64" ? "base64" : "hex");
  return headerOf(headers, rule.header) === expected;
}

const digests = ["sha1", "sha256", "sha384", "sha512"] as const;
const encodings = ["lowercase-hex", "base64"] as const;

function readRule(value: Readonly<Record<string, unknown>>, at: Location): SignatureRule {
  const { algorithm, encoding: named, header, prefix = "", signedContent } = value;
  const refuse = (name: string, expected: string): Error => {
    return wrongValueAt(Object.hasOwn(value, name) ? below(at, name) : at, `${expected} as ${name}`, value[name]);
  };
  const size = typeof algorithm === "string" ? /^HMAC-SHA-?(1|256|384|512)$/i.exec(algorithm)?.[1] : undefined;
  const digest = digests.find((name) => name === `sha${size}`);
  if (digest === undefined) throw refuse("algorithm", "HMAC-SHA1, HMAC-SHA256, HMAC-SHA384 or HMAC-SHA512");
  const encoding = encodings.find((name) => name === named);
  if (encoding === undefined) throw refuse("encoding", encodings.join(" or "));
  if (typeof header !== "string" || header === "") throw refuse("header", "the name of a header");
  if (typeof prefix !== "string") throw refuse("prefix", "text");
  if (!Array.isArray(signedContent) || signedContent.length === 0) {
    throw refuse("signedContent", "a list of headers, literals and the raw body");
  }
  const content = below(at, "signedContent");
  const parts = signedContent.map((part: unknown, index) => readPart(part, below(content, String(index))));
  const headers = parts.flatMap((part) => (part.kind === "header" ? [part.name] : []));
  const timestampHeader = headers.find((name) => /time/i.test(name)) ?? null;
  return { header, prefix, digest, encoding, parts, timestampHeader, at };
}

function readPart(part: unknown, at: Location): SignedPart {
  if (isRecord(part) && Object.keys(part).length === 1) {
    if (typeof part["header"] === "string") return { kind: "header", name: part["header"] };
    if (typeof part["literal"] === "string") return { kind: "literal", text: part["literal"] };
    if (part["body"] === "raw") return { kind: "body" };
  }
  throw wrongValueAt(at, "one of { header: <name> }, { literal: <text> } and { body: raw }", part);
}
