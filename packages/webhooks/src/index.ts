// The events the API delivers, and the kit that verifies, signs, and handles their deliveries.
export type { WebhookHeaders } from "@fulfillment/types";
export type * from "./adapters/fastify.ts";
export type { FetchAdapter, HonoContext } from "./adapters/fetch.ts";
export type { ExpressAdapter, NodeAdapter, NodeRequest, NodeResponse } from "./adapters/node.ts";
export type { VerifyOptions } from "./authentic.ts";
export type { ByteStream } from "./body-bytes.ts";
export * from "./errors.ts";
export { eventKey } from "./event-key.ts";
export { createWebhookHandler, type WebhookHandler } from "./handler.ts";
export type * from "./handler-options.ts";
export type { DeliveryHeaders } from "./headers.ts";
export * from "./index.gen.ts";
export type { RawBody } from "./raw-body.ts";
export { type Claim, type MemorySeenStoreOptions, memorySeenStore, type SeenStore } from "./seen.ts";
export { type SignOptions, signWebhook } from "./sign.ts";
export type { Secrets } from "./signature.ts";
export { verifyWebhook } from "./verify.ts";
