import type { WebhookHeaders } from "@fulfillment/types";
export interface SignOptions {
    readonly secret: string;
    readonly event?: string | undefined;
    readonly timestamp?: number | undefined;
    readonly now?: (() => number) | undefined;
}
export declare function signWebhook(rawBody: string | Uint8Array, options: SignOptions): Promise<WebhookHeaders>;
