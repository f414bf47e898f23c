import type { AuthenticDelivery } from "./authentic.ts";
import { type UnknownWebhookEvent } from "./errors.ts";
import type { EventMap, EventName, WebhookEvent } from "./events.gen.ts";
export declare function eventIn(delivery: AuthenticDelivery): WebhookEvent;
export declare function payloadIn({ body, namedInHeader }: AuthenticDelivery): UnknownWebhookEvent;
export declare function validEvent<Name extends EventName>(name: Name, payload: UnknownWebhookEvent): EventMap[Name];
export declare function isEventName(name: string): name is EventName;
