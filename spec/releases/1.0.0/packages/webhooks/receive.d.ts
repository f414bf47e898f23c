import { type Answer } from "./answer.ts";
import type { WebhookHandlerOptions } from "./handler-options.ts";
import type { DeliveryHeaders } from "./headers.ts";
export interface WebhookRequest {
    readonly method: string;
    readonly headers: DeliveryHeaders;
    readBody(maxBytes: number): Promise<Uint8Array | null>;
}
export type Receive = (request: WebhookRequest) => Promise<Answer>;
export declare function receiveWith(options: WebhookHandlerOptions): Receive;
