import type { UnknownWebhookEvent } from "./errors.ts";
export declare function eventKey(event: UnknownWebhookEvent): Promise<string>;
