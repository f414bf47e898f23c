// How TypeScript samples call a client that was written by hand over the generated one: what a configuration says of it.

export interface SampleClient {
  /** The lines in front of a call: imports, and the making of the client. */
  readonly setup: string;
  /**
   * By operation id, `*` for those not named: the expression that calls it, as in `client.orders.update({path.id}, {body})`.
   * `{request}`, `{path}`, `{query}`, `{headers}`, `{cookies}`, `{body}` and their members stand for values of the sample, `{name}`
   * for the name of the operation in the generated client.
   */
  readonly calls: Readonly<Record<string, string | ClientCall>>;
}

/** A call with lines of its own in front. */
export interface ClientCall {
  readonly setup: string;
  readonly call: string;
  /** What is printed of the `answer`, default all of it: `answer.status`. */
  readonly show?: string;
}
