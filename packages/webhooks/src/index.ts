// The events the API delivers, and the kit that verifies, signs, and handles their deliveries.
export type { WebhookHeaders } from "@fulfillment/types";
export type { RawBody, VerifyOptions } from "./authentic.ts";
export * from "./errors.ts";
export { eventKey } from "./event-key.ts";
export type * from "./fastify.gen.ts";
export type { FetchAdapter, HonoContext } from "./fetch.gen.ts";
export { createWebhookHandler, type WebhookHandler } from "./handler.ts";
export type * from "./handler-options.ts";
export * from "./index.gen.ts";
export type { ExpressAdapter, NodeAdapter, NodeRequest, NodeResponse } from "./node.gen.ts";
export { type Claim, type MemorySeenStoreOptions, memorySeenStore, type SeenStore } from "./once.gen.ts";
export type { ByteStream, DeliveryHeaders } from "./raw-body.gen.ts";
export { type SignOptions, signWebhook } from "./sign.ts";
export type { Secrets } from "./signatures.gen.ts";
export { verifyWebhook } from "./verify.ts";
