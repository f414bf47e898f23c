// The scheme that a description states -> the one that the runtime works by, as values and as code: each choice is an export of the runtime.
import { arrayOf, type Code, code, generatedSymbol, literal, objectOf, propertyKey } from "../../emit/index.ts";
import type { SignatureScheme, SignedPart } from "../../model/signature.ts";
import * as runtime from "./runtime/signatures.ts";

/** For programs that sign by a description without generating code. */
export function runtimeSchemeOf(scheme: SignatureScheme): runtime.SignatureScheme {
  const { algorithm, content, encoding, header, prefix, list, timestamp } = scheme;
  return {
    algorithm: algorithms[algorithm],
    content: content.map((part) => partOf(part, scheme)),
    encoding: encodings[encoding],
    header,
    prefix,
    list: list === null ? null : { ...list, read: runtime.listEntries, write: runtime.listText },
    timestamp,
    secret: secretOf(scheme),
    cover: coverOf(scheme),
  };
}

const algorithms: Readonly<Record<SignatureScheme["algorithm"], runtime.SignatureAlgorithm>> = {
  "hmac-sha1": runtime.hmacSha1,
  "hmac-sha256": runtime.hmacSha256,
  "hmac-sha384": runtime.hmacSha384,
  "hmac-sha512": runtime.hmacSha512,
  ed25519: runtime.ed25519,
};

const encodings = { hex: runtime.hex, base64: runtime.base64 } as const;

function partOf(part: SignedPart, { unescaped }: SignatureScheme): runtime.SignedPart {
  if ("literal" in part) return part.literal;
  if ("header" in part) return part;
  if (part.use === "url") return unescaped === "" ? { read: readers.url } : { read: readers.url, unescaped };
  return { read: readers[part.use] };
}

const readers = {
  body: runtime.signedBody,
  timestamp: runtime.signedTime,
  method: runtime.signedMethod,
  url: runtime.signedUrl,
  form: runtime.signedForm,
} as const;

function secretOf({ algorithm, secret: { prefix, encoding } }: SignatureScheme): runtime.SecretFormat {
  if (encoding === "utf-8") return { read: runtime.textSecret, prefix, signingPrefix: prefix, encoding: null };
  // Standard Webhooks: `whpk_` before a public key, `whsk_` before its private key.
  const signingPrefix = algorithm === "ed25519" && prefix === "whpk_" ? "whsk_" : prefix;
  return { read: runtime.encodedSecret, prefix, signingPrefix, encoding: encodings[encoding] };
}

/** Where fields of a form are signed, another body is covered by a hash of it in the signed URL; it is not covered otherwise. */
function coverOf({ content, bodyHash }: SignatureScheme): runtime.BodyCover | null {
  const covers = (use: string): boolean => content.some((part) => "use" in part && part.use === use);
  if (covers("body")) return null;
  const isHashed = bodyHash !== null && covers("url");
  return isHashed ? { parameter: bodyHash, check: runtime.hashInUrl } : { parameter: null, check: runtime.formOnly };
}

/** As the runtime's function of this name, by a scheme of the model. */
export async function signatureHeaders(
  scheme: SignatureScheme,
  request: runtime.SignedRequest,
  secrets: readonly string[],
  options: { readonly now?: (() => number) | undefined } = {},
): Promise<Record<string, string>> {
  return await runtime.signatureHeaders(runtimeSchemeOf(scheme), request, secrets, options);
}

/** The same scheme as an expression: exports of the runtime by their names, all else as literals. */
export function schemeCodeOf(scheme: SignatureScheme): Code {
  return codeOf(runtimeSchemeOf(scheme));
}

const names: ReadonlyMap<unknown, string> = new Map(Object.entries(runtime).map(([name, value]) => [value, name]));

function codeOf(value: unknown): Code {
  const name = names.get(value);
  if (name !== undefined) return code`${generatedSymbol(name, "webhooks", "signatures.gen.ts")}`;
  if (Array.isArray(value)) return arrayOf(value.map(codeOf));
  if (typeof value === "string" || typeof value === "number" || value === null) return literal(value);
  const members = Object.entries(value ?? {}).map(([key, member]) => code`${propertyKey(key)}: ${codeOf(member)}`);
  return objectOf(members, false);
}
