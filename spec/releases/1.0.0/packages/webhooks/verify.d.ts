import { type VerifyOptions } from "./authentic.ts";
import type { WebhookEvent } from "./events.gen.ts";
import type { DeliveryHeaders } from "./headers.ts";
import type { RawBody } from "./raw-body.ts";
import type { Secrets } from "./signature.ts";
export declare function verifyWebhook(rawBody: RawBody, headers: DeliveryHeaders, secret: Secrets, options?: VerifyOptions): Promise<WebhookEvent>;
