import { WebhookVerificationError } from "./errors.ts";
export type RawBody = string | Uint8Array | ArrayBuffer;
export declare function rawBytesOf(rawBody: unknown): Uint8Array;
export declare function bytesIn(value: unknown): Uint8Array | null;
export declare function bodyParsed(found: string, ways: readonly string[]): WebhookVerificationError;
export declare const waysToRawBytes: Readonly<Record<"express" | "fastify" | "fetch" | "pages", string>>;
