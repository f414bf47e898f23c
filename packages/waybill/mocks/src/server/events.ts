// A message of an AsyncAPI description -> an example of it, delivered to a URL, signed as `x-waybill-signature` describes.
import { createHash, createPrivateKey, createPublicKey, randomUUID } from "node:crypto";
import {
  type Json,
  type Message,
  type MessagingApi,
  type SampleOptions,
  type SignatureScheme,
  sampleOf,
  signatureHeaders,
} from "waybill/plugin";

export interface DeliveryOptions extends Pick<SampleOptions, "seed"> {
  readonly url: string | null;
  /** What the signature is made with, in the format of the scheme; `null`: the usual one of mocks. */
  readonly secret: string | null;
}

export interface Delivery {
  /** Whether the receiver responded with 2xx. */
  readonly ok: boolean;
  readonly event: string;
  readonly signed: boolean;
  readonly status?: number;
  /** Why nothing was delivered. */
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `null`: there is no such event. `name`: the event's name, or the key of the message. */
export async function deliver(
  messaging: MessagingApi,
  name: string,
  { url, secret, seed }: DeliveryOptions,
): Promise<Delivery | null> {
  const message = messaging.messages.find(({ eventName, key }) => eventName === name || key === name);
  if (message === undefined) return null;
  const scheme = schemeOf(message);
  const result = { ok: false, event: message.eventName, signed: scheme !== null };
  if (url === null) return { ...result, reason: "there is no address: --deliver-to URL, or { url } in the body" };
  const payload = payloadOf(message, seed);
  if (!payload.ok) return { ...result, reason: payload.reason };
  const body = bodyOf(message, payload.value);
  const plain = { url, headers: { ...headersOf(message, seed), "content-type": message.contentType } };
  const sent =
    scheme === null ? plain : await signed(scheme, { ...plain, body, secret: secret ?? usualSecretOf(scheme) });
  if ("reason" in sent) return { ...result, signed: false, reason: sent.reason };
  try {
    const { status, ok } = await fetch(sent.url, { method: "POST", headers: sent.headers, body, redirect: "manual" });
    return { ...result, ok, status, headers: sent.headers, body };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ...result, reason: `${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

function payloadOf({ payload, examples }: Message, seed: number | undefined): ReturnType<typeof sampleOf> {
  const payloadExamples = examples.flatMap((example) =>
    example.payload === null ? [] : [{ name: example.name ?? "", summary: null, value: example.payload }],
  );
  return sampleOf(payload, { examples: payloadExamples, all: true, seed });
}

function headersOf({ headers, examples }: Message, seed: number | undefined): Record<string, string> {
  const headerExample = examples.find((example) => example.headers !== null)?.headers?.value;
  const sampled = headers === null ? null : sampleOf(headers, { seed });
  const value: Json = headerExample ?? (sampled?.ok === true ? sampled.value : {});
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.map(([name, text]): [string, string] => [
      name.toLowerCase(),
      typeof text === "string" ? text : JSON.stringify(text),
    ]),
  );
}

/** A form where the message is one, JSON otherwise. */
function bodyOf({ contentType }: Message, value: Json): string {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return JSON.stringify(value);
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new URLSearchParams(
    fields.flatMap(([name, field]) =>
      [field].flat().map((one): [string, string] => [name, typeof one === "string" ? one : JSON.stringify(one)]),
    ),
  ).toString();
}

/** The scheme of the nearest `x-waybill-signature`; `null` when none applies to the message. */
export function schemeOf({ signature }: Message): SignatureScheme | null {
  return signature?.scheme ?? null;
}

/** What is signed with where no secret is given: in the format that the scheme asks for. */
export function usualSecretOf({ algorithm, secret: { prefix, encoding } }: SignatureScheme): string {
  if (encoding === "utf-8") return `${prefix}waybill-mock-secret`;
  const start = algorithm === "ed25519" && prefix === "whpk_" ? "whsk_" : prefix;
  return start + Buffer.from("waybill-mock-secret-of-32-bytes!").toString(encoding);
}

/** What a receiver verifies with: the secret itself, or the public key of a private one; `null` when that is no key. */
export function verifyingSecretOf(
  { algorithm, secret: { prefix, encoding } }: SignatureScheme,
  secret: string,
): string | null {
  if (algorithm !== "ed25519" || encoding === "utf-8") return secret;
  const bytes = Buffer.from(secret.replace(/^wh[sp]k_/, ""), encoding).subarray(0, 32);
  try {
    const header = Buffer.from("302e020100300506032b657004220420", "hex");
    const privateKey = createPrivateKey({ key: Buffer.concat([header, bytes]), format: "der", type: "pkcs8" });
    const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
    return prefix + Buffer.from(x, "base64url").toString(encoding);
  } catch {
    return null;
  }
}

interface Signing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
}

type Signed = Pick<Signing, "url" | "headers"> | { readonly reason: string };

/** The headers that sign a delivery, and its URL, which some schemes give a hash of the body. */
async function signed(scheme: SignatureScheme, { url, headers, body, secret }: Signing): Promise<Signed> {
  const bytes = new TextEncoder().encode(body);
  const isCovered = scheme.content.some((part) => "use" in part && part.use === "body");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  // Standard Webhooks signs an id that no message needs to declare.
  const unset = scheme.content.flatMap((part) => ("header" in part ? [part.header.toLowerCase()] : []));
  const ids = Object.fromEntries(
    unset.flatMap((name) => (headers[name] === undefined ? [[name, `msg_${randomUUID()}`]] : [])),
  );
  const all: Readonly<Record<string, string>> = { ...headers, ...ids };
  const address = new URL(url);
  if (scheme.bodyHash !== null && !isCovered && !isForm)
    address.searchParams.set(scheme.bodyHash, createHash("sha256").update(bytes).digest("hex"));
  const request = {
    body: bytes,
    headers: (name: string): readonly string[] => [all[name] ?? []].flat(),
    url: address.href,
    method: "POST",
  };
  try {
    const signatureEntries = Object.entries(await signatureHeaders(scheme, request, [secret]));
    const lower = signatureEntries.map(([name, value]) => [name.toLowerCase(), value]);
    return { url: address.href, headers: { ...all, ...Object.fromEntries(lower) } };
  } catch (error) {
    // A secret that is not in the scheme's format, or a signed header that the message has no example of.
    if (error instanceof TypeError) return { reason: `nothing was signed: ${error.message}` };
    throw error;
  }
}
