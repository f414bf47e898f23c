// The events the API delivers, and the kit that verifies, signs, and handles their deliveries.
export type { WebhookHeaders } from "@fulfillment/types";
export type { RawBody, VerifyOptions } from "./authentic.ts";
export * from "./errors.ts";
export { eventKey } from "./event-key.ts";
export { createWebhookHandler, type WebhookHandler } from "./handler.ts";
export type * from "./handler-options.ts";
export * from "./index.gen.ts";
export type {
  ExpressAdapter,
  FastifyAdapter,
  FastifyLike,
  FastifyReplyLike,
  FastifyRequestLike,
  FetchAdapter,
  HonoContext,
  NodeAdapter,
  NodeRequest,
  NodeResponse,
} from "./runtime/adapters.gen.ts";
export { type Claim, type MemorySeenStoreOptions, memorySeenStore, type SeenStore } from "./runtime/handling.gen.ts";
export type { ByteStream, DeliveryHeaders, Secrets } from "./runtime/signatures.gen.ts";
export { type SignOptions, signWebhook } from "./sign.ts";
export { verifyWebhook } from "./verify.ts";
