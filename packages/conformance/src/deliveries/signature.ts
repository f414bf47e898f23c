// How deliveries are signed, as `x-waybill-signature` of a description says, and whether one is.
import { createHmac } from "node:crypto";
import type { Description } from "../description/description.ts";
import { extensionOf, isRecord } from "../description/description.ts";
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
}

type SignedPart =
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "body" };

/** The rule; `null` when the description has none. Throws when it says something that is not understood. */
export function signatureRuleOf({ messaging }: Pick<Description, "messaging">): SignatureRule | null {
  const found = messaging?.securitySchemes.flatMap((scheme) => {
    const extension = extensionOf(scheme.extensions, "x-waybill-signature");
    return extension === null ? [] : [extension];
  });
  const [extension] = found ?? [];
  return extension === undefined ? null : readRule(extension);
}

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

function readRule(extension: Readonly<Record<string, unknown>>): SignatureRule {
  const text = (name: string): string => {
    const value = extension[name];
    if (typeof value === "string") return value;
    throw new Error(`x-waybill-signature.${name} must be text`);
  };
  const algorithm = /^HMAC-SHA(1|256|384|512)$/i.exec(text("algorithm"))?.[1];
  const digest = (["sha1", "sha256", "sha384", "sha512"] as const).find((name) => name === `sha${algorithm}`);
  const encoding = (["lowercase-hex", "base64"] as const).find((name) => name === text("encoding"));
  if (digest === undefined || encoding === undefined) {
    throw new Error(
      "x-waybill-signature: algorithm is HMAC-SHA1, -256, -384 or -512, encoding lowercase-hex or base64",
    );
  }
  const content: unknown = extension["signedContent"];
  const parts = Array.isArray(content) ? content.map(readPart) : [];
  const headers = parts.flatMap((part) => (part.kind === "header" ? [part.name] : []));
  const timestampHeader = headers.find((name) => /time/i.test(name)) ?? null;
  const prefix = extension["prefix"];
  return {
    header: text("header"),
    prefix: typeof prefix === "string" ? prefix : "",
    digest,
    encoding,
    parts,
    timestampHeader,
  };
}

function readPart(part: unknown): SignedPart {
  if (isRecord(part)) {
    if (typeof part["header"] === "string") return { kind: "header", name: part["header"] };
    if (typeof part["literal"] === "string") return { kind: "literal", text: part["literal"] };
    if (part["body"] === "raw") return { kind: "body" };
  }
  throw new Error("x-waybill-signature.signedContent has a part that is not a header, a literal or the raw body");
}
