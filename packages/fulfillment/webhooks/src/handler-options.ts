// What a webhook handler is made from: the secret, what to do with each event, and what to do on failure.
import type { VerifyOptions } from "./authentic.ts";
import type { UnknownWebhookEvent } from "./errors.ts";
import type { EventMap, EventName, WebhookEvent } from "./events.gen.ts";
import type { SeenOptions as SeenOptionsOf, SeenStore } from "./runtime/handling.gen.ts";
import type { Secrets } from "./runtime/signatures.gen.ts";

export interface WebhookHandlerOptions extends VerifyOptions {
  /** The secret of the subscription, several while it is being replaced, or a function that looks them up for each delivery. */
  readonly secret: Secrets | (() => Secrets | Promise<Secrets>);
  /** What to do with each event. Other events are acknowledged without looking at their payload. */
  readonly on: WebhookHandlers;
  /** Events that this version of the package does not know. They are acknowledged, with or without this. */
  readonly onUnknown?: ((event: UnknownWebhookEvent, delivery: Delivery) => unknown) | undefined;
  /** The catch-all: events that `on` does not list, and those that this version does not know unless `onUnknown` is there. */
  readonly onOther?: ((event: WebhookEvent | UnknownWebhookEvent, delivery: Delivery) => unknown) | undefined;
  /**
   * Called for every response other than 200 and 405, and for a store that failed afterwards. Without it, what is this
   * side's fault, and what was authentic and refused all the same, goes to `console.error`. The service does not repeat what
   * failed: this is the last to see the event.
   */
  readonly onError?: ((error: unknown, context: ErrorContext) => unknown) | undefined;
  /** Remembers what was handled, so that an event that comes again is handled once. */
  readonly seen?: SeenStore | SeenOptions | undefined;
  /** Longer bodies are refused with 413: 1 MiB unless it is given. */
  readonly maxBodyBytes?: number | undefined;
}

/** A function for each event, which may be asynchronous. When it throws, the response is 500. */
export type WebhookHandlers = {
  readonly [Name in EventName]?: ((event: EventMap[Name], delivery: Delivery<Name>) => unknown) | undefined;
};

/** What is known of a delivery besides its event. */
export interface Delivery<Name extends string = string> extends AuthenticatedDelivery<Name> {
  /** The same for every repeat of the event: see `eventKey`, and `seen.key`. */
  readonly key: string;
}

/** What is known of a delivery as soon as its signature is right. */
export interface AuthenticatedDelivery<Name extends string = string> {
  /** As the header has it. An event that is handled has the same in its payload. */
  readonly eventName: Name;
  /** When the service signed it. */
  readonly timestamp: Date;
  /** The bytes that were signed. */
  readonly rawBody: Uint8Array<ArrayBuffer>;
}

/** How far a delivery got. */
export interface ErrorContext {
  /** The event, where it is valid and of a kind that this version knows. */
  readonly event: WebhookEvent | null;
  /** The event, where this version does not know its kind. */
  readonly unknownEvent: UnknownWebhookEvent | null;
  /** `null` for what is not authentic. Its key is `null` as long as it has none, as when its payload is invalid. */
  readonly delivery: (AuthenticatedDelivery & { readonly key: string | null }) | null;
}

/** `key`: `eventKey` unless it is given, and for unknown events. */
export type SeenOptions = SeenOptionsOf<WebhookEvent>;
