// A message of an AsyncAPI description -> an example of it, delivered to a URL, signed as `x-waybill-signature` describes.
import { createHmac } from "node:crypto";
import { type Json, type Message, type MessagingApi, type SampleOptions, sampleOf } from "waybill/plugin";

export interface DeliveryOptions extends Pick<SampleOptions, "seed"> {
  readonly url: string | null;
  /** The key of the signature, as UTF-8 text. */
  readonly secret: string;
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
  const rule = signatureOf(messaging);
  const result = { ok: false, event: message.eventName, signed: rule !== null };
  if (url === null) return { ...result, reason: "there is no address: --deliver-to URL, or { url } in the body" };
  const payload = payloadOf(message, seed);
  if (!payload.ok) return { ...result, reason: payload.reason };
  const body = JSON.stringify(payload.value);
  const headers = { ...headersOf(message, seed), "content-type": message.contentType };
  const signed = rule === null ? headers : withSignature(rule, headers, { body, secret });
  try {
    const { status, ok } = await fetch(url, { method: "POST", headers: signed, body, redirect: "manual" });
    return { ...result, ok, status, headers: signed, body };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ...result, reason: `${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

function payloadOf({ payload, examples }: Message, seed: number | undefined): ReturnType<typeof sampleOf> {
  const shown = examples.flatMap((example) =>
    example.payload === null ? [] : [{ name: example.name ?? "", summary: null, value: example.payload }],
  );
  return sampleOf(payload, { examples: shown, all: true, seed });
}

function headersOf({ headers, examples }: Message, seed: number | undefined): Record<string, string> {
  const shown = examples.find((example) => example.headers !== null)?.headers?.value;
  const sampled = headers === null ? null : sampleOf(headers, { seed });
  const value: Json = shown ?? (sampled?.ok === true ? sampled.value : {});
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.map(([name, text]): [string, string] => [
      name.toLowerCase(),
      typeof text === "string" ? text : JSON.stringify(text),
    ]),
  );
}

/** `x-waybill-signature` of a security scheme: an HMAC over headers, texts and the raw body, in a header. */
export interface SignatureRule {
  readonly algorithm: string;
  readonly encoding: string;
  readonly header: string;
  readonly prefix: string;
  readonly signedContent: readonly object[];
}

/** `null` when the description declares no signature that can be made. */
export function signatureOf({ securitySchemes }: MessagingApi): SignatureRule | null {
  for (const { extensions } of securitySchemes) {
    const rule: unknown = extensions["x-waybill-signature"];
    if (typeof rule !== "object" || rule === null) continue;
    const { algorithm, encoding, header, prefix = "", signedContent }: Record<string, unknown> = { ...rule };
    const isKnown = typeof algorithm === "string" && /^HMAC-SHA-?(?:1|256|384|512)$/i.test(algorithm);
    if (!isKnown || typeof encoding !== "string" || typeof header !== "string" || typeof prefix !== "string") continue;
    if (Array.isArray(signedContent)) return { algorithm, encoding, header, prefix, signedContent };
  }
  return null;
}

function withSignature(
  { algorithm, encoding, header, prefix, signedContent }: SignatureRule,
  headers: Readonly<Record<string, string>>,
  { body, secret }: { readonly body: string; readonly secret: string },
): Record<string, string> {
  const sent: Record<string, string> = { ...headers };
  const hmac = createHmac(`sha${/\d+$/.exec(algorithm)?.[0]}`, secret);
  for (const part of signedContent) {
    const { header: name, literal }: Record<string, unknown> = { ...part };
    if (typeof name === "string") {
      const key = name.toLowerCase();
      // The time of signing is now, in Unix seconds; any other header is as it is sent.
      if (/time/i.test(name)) sent[key] = String(Math.floor(Date.now() / 1000));
      hmac.update(sent[key] ?? "");
    } else hmac.update(typeof literal === "string" ? literal : body);
  }
  sent[header.toLowerCase()] = prefix + hmac.digest(encoding === "base64" ? "base64" : "hex");
  return sent;
}
