import type { VerifyOptions } from "./authentic.ts";
import type { UnknownWebhookEvent } from "./errors.ts";
import type { EventMap, EventName, WebhookEvent } from "./events.gen.ts";
import type { SeenStore } from "./seen.ts";
import type { Secrets } from "./signature.ts";
export interface WebhookHandlerOptions extends VerifyOptions {
    readonly secret: Secrets | (() => Secrets | Promise<Secrets>);
    readonly on: WebhookHandlers;
    readonly onUnknown?: ((event: UnknownWebhookEvent, delivery: Delivery) => unknown) | undefined;
    readonly onOther?: ((event: WebhookEvent | UnknownWebhookEvent, delivery: Delivery) => unknown) | undefined;
    readonly onError?: ((error: unknown, context: ErrorContext) => unknown) | undefined;
    readonly seen?: SeenStore | SeenOptions | undefined;
    readonly maxBodyBytes?: number | undefined;
}
export type WebhookHandlers = {
    readonly [Name in EventName]?: ((event: EventMap[Name], delivery: Delivery<Name>) => unknown) | undefined;
};
export interface Delivery<Name extends string = string> extends AuthenticatedDelivery<Name> {
    readonly key: string;
}
export interface AuthenticatedDelivery<Name extends string = string> {
    readonly eventName: Name;
    readonly timestamp: Date;
    readonly rawBody: Uint8Array<ArrayBuffer>;
}
export interface ErrorContext {
    readonly event: WebhookEvent | null;
    readonly unknownEvent: UnknownWebhookEvent | null;
    readonly delivery: (AuthenticatedDelivery & {
        readonly key: string | null;
    }) | null;
}
export interface SeenOptions {
    readonly store: SeenStore;
    readonly namespace?: string | undefined;
    readonly key?: ((event: WebhookEvent) => string | Promise<string>) | undefined;
    readonly retentionSeconds?: number | undefined;
    readonly leaseSeconds?: number | undefined;
    readonly storeTimeoutSeconds?: number | undefined;
}
