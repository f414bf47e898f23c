// The given raw body -> bytes, or an error that explains how to get the raw bytes.
import { WebhookVerificationError } from "./errors.ts";

/** The body as it was sent: bytes (a `Buffer` is a `Uint8Array`), or text, which is taken as its UTF-8 bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The bytes of a raw body; throws `body_parsed` for anything else, and JavaScript may pass anything. */
export function rawBytesOf(rawBody: unknown): Uint8Array {
  const bytes = bytesIn(rawBody);
  if (bytes !== null) return bytes;
  throw bodyParsed(`The body is ${kindOf(rawBody)}`, Object.values(waysToRawBytes));
}

/** The bytes, or `null` for what holds none: values of other realms, such as a test runner's, count too. */
export function bytesIn(value: unknown): Uint8Array | null {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return isArrayBuffer(value) ? new Uint8Array(value) : null;
}

/** `found` names what was passed instead of raw bytes. */
export function bodyParsed(found: string, ways: readonly string[]): WebhookVerificationError {
  const why = "the signature is over the bytes as they were sent, and nothing else gives those back";
  return WebhookVerificationError.of("body_parsed", `${found}, but ${why}. ${ways.join(" ")}`, {});
}

/** How to have the raw bytes, by framework. */
export const waysToRawBytes: Readonly<Record<"express" | "fastify" | "fetch" | "pages", string>> = {
  express:
    "Express: mount the webhook before app.use(express.json()), or give its route express.raw({ type: '*/*', limit: '1mb' }), " +
    "or keep the bytes: express.json({ verify: (req, _res, buf) => { Object.assign(req, { rawBody: buf }) } }).",
  fastify: "Fastify: app.register(handler.fastify, { url }), which parses nothing on its route.",
  fetch: "Fetch, Hono, Next's route.ts: await request.arrayBuffer(), once and before anything else reads the body.",
  pages: "Next's pages/api: export const config = { api: { bodyParser: false } }.",
};

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  return "then" in value ? "a promise that was not awaited" : "a parsed object";
}
