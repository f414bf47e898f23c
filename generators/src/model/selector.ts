// What a configuration says to mean a part of an API: words about operations and messages. Loaded by every run.

/** A text with `*` for any characters but `/` and `**` for any at all, or a regular expression. */
export type Pattern = string | RegExp;

/** What of an API is meant: all that is said must hold, and of several patterns one. */
export interface Selector {
  /** A tag of an HTTP operation: `orders`. */
  readonly tag?: Pattern | readonly Pattern[];
  /** An `operationId`, or the key of an AsyncAPI operation: `createOrder`, `get*`. */
  readonly operation?: Pattern | readonly Pattern[];
  /** A path, as the description writes it: `/v1/orders/{orderId}`, `/v1/**`; of a webhook, its name. */
  readonly path?: Pattern | readonly Pattern[];
  /** An HTTP method: `get`. */
  readonly method?: Pattern | readonly Pattern[];
  /** The key or the address of an AsyncAPI channel. */
  readonly channel?: Pattern | readonly Pattern[];
  /** The key of a message, or the name of the event it brings: `order.*`. */
  readonly message?: Pattern | readonly Pattern[];
}

export const selectorFields = ["tag", "operation", "path", "method", "channel", "message"] as const;
export type SelectorField = (typeof selectorFields)[number];
