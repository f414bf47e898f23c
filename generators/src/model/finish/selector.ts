// The selectors of a configuration: fields of operations and messages. Loaded by every run.

/** A text with `*` for any characters but `/` and `**` for any characters, or a regular expression. */
export type Pattern = string | RegExp;

/** Selects a part of an API: every field must match, with any of its patterns. */
export interface Selector {
  /** A tag of an HTTP operation: `orders`. */
  readonly tag?: Pattern | readonly Pattern[];
  /** An `operationId`, or the name in the generated code, or the key of an AsyncAPI operation: `createOrder`, `get*`. */
  readonly operation?: Pattern | readonly Pattern[];
  /** A path, as in the description: `/v1/orders/{orderId}`, `/v1/**`; for a webhook, its name. */
  readonly path?: Pattern | readonly Pattern[];
  /** An HTTP method: `get`. */
  readonly method?: Pattern | readonly Pattern[];
  /** The key or the address of an AsyncAPI channel. */
  readonly channel?: Pattern | readonly Pattern[];
  /** The key of a message, or the name of its event: `order.*`. */
  readonly message?: Pattern | readonly Pattern[];
}

export const selectorFields = ["tag", "operation", "path", "method", "channel", "message"] as const;
export type SelectorField = (typeof selectorFields)[number];
