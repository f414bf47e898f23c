// The given raw body -> bytes, or this package's error, which explains how to get the raw bytes.
import { WebhookVerificationError } from "./errors.ts";
import { ParsedBodyError, rawBytesOf } from "./raw-body.gen.ts";

/** The body as it was sent: bytes (a `Buffer` is a `Uint8Array`), or text, which is taken as its UTF-8 bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The bytes of a raw body; throws `body_parsed` for anything else, and JavaScript may pass anything. */
export function bytesOf(rawBody: unknown): Uint8Array {
  try {
    return rawBytesOf(rawBody);
  } catch (error) {
    throw ownError(error);
  }
}

/** The runtime does not know this package's errors, nor that its adapters are members of the handler. */
export function ownError(error: unknown): unknown {
  if (!(error instanceof ParsedBodyError)) return error;
  const message = error.message.replaceAll("fastifyHandler(handler)", "handler.fastify");
  return WebhookVerificationError.of("body_parsed", message, {});
}
