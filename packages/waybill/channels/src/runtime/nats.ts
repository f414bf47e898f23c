// A connection to NATS -> a transport: addresses are subjects. At most once, as NATS itself.
import { ChannelError, type Transport, type WireMessage } from "./contract.ts";
import { createQueue } from "./queue.ts";

/** The part of a connection of `@nats-io/transport-node` and its siblings that is used. */
export interface NatsClient<Headers> {
  publish(subject: string, payload: string | Uint8Array, options: { headers?: Headers; reply?: string }): void;
  subscribe(subject: string, options: { queue?: string; callback: NatsCallback<Headers> }): { unsubscribe(): void };
  flush(): Promise<void>;
  /** Resolves once the connection is closed for good, with the error if it was lost. */
  closed(): Promise<unknown>;
}

export interface NatsHeaders {
  readonly code: number;
  get(name: string): string;
  set(name: string, value: string): void;
  keys(): string[];
}

export type NatsCallback<Headers> = (
  error: Error | null,
  message: { readonly subject: string; readonly data: Uint8Array; readonly headers?: Headers; readonly reply?: string },
) => void;

export interface NatsSettings<Headers> {
  /** `headers` of the package: it creates empty ones. */
  readonly headers: () => Headers;
  /** Subscriptions with the name of one queue share its messages: each message goes to one of them. */
  readonly queue?: string;
}

/**
 * `publish` resolves when the server has the message. NATS does not make senders wait for receivers: messages beyond `buffer` fail with
 * `overflow`. While the client connects again, subscriptions wait; once it has given up or is closed, they fail.
 */
export function natsTransport<Headers extends NatsHeaders>(
  client: NatsClient<Headers>,
  { headers: createHeaders, queue: group }: NatsSettings<Headers>,
): Transport {
  const onClosed = watchEnd(client);
  /** The client itself leaves this pending when it is closed. */
  const flushed = (channel: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const dispose = onClosed((cause) => reject(closedError(channel, cause)));
      const fail = (cause: unknown): void => reject(connectionError(channel, textOf(cause), cause));
      client.flush().then(resolve, fail).finally(dispose);
    });
  return {
    parameter: token,
    inbox: () => `_INBOX.${crypto.randomUUID()}`,
    publish: async (subject, { body, headers, replyTo }, { channel, signal }) => {
      signal?.throwIfAborted();
      const named = Object.entries(headers);
      const created = createHeaders();
      for (const [name, value] of named) created.set(name, value);
      connected(channel, () =>
        client.publish(subject, body, {
          ...(named.length === 0 ? {} : { headers: created }),
          ...(replyTo === undefined ? {} : { reply: replyTo }),
        }),
      );
      await flushed(channel);
    },
    subscribe: (subject, { channel, signal, buffer }) => {
      const end = (): void => {
        subscription.unsubscribe();
        dispose();
      };
      const fail = (error: ChannelError): void => {
        queue.end(error);
        end();
      };
      const subscription = connected(channel, () =>
        client.subscribe(subject, {
          ...(group === undefined || subject.startsWith("_INBOX.") ? {} : { queue: group }),
          callback: (error, message) => {
            if (error !== null) fail(connectionError(channel, error.message, error));
            else if (message.headers?.code === NO_RESPONDERS)
              fail(new ChannelError("no-reply", "no one receives the request", { channel }));
            else if (!queue.offer(wireOf(message)))
              fail(
                new ChannelError("overflow", "messages arrive faster than they are read: raise `buffer`", { channel }),
              );
          },
        }),
      );
      const queue = createQueue(buffer, { signal, onClose: end });
      const dispose = onClosed((cause) => queue.end(closedError(channel, cause)));
      if (signal?.aborted === true) end();
      const ready = flushed(channel);
      // Those who do not ask for it see the error at `next`.
      ready.catch(() => {});
      return { ...queue, ready };
    },
  };
}

type Listener = (cause: unknown) => void;

/** Adds a listener, and returns what removes it. The client gets one for all of them, because it keeps each as long as it lives. */
function watchEnd<Headers>(client: NatsClient<Headers>): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  void client.closed().then((cause) => {
    for (const listener of listeners) listener(cause);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function connected<Result>(channel: string, use: () => Result): Result {
  try {
    return use();
  } catch (cause) {
    throw connectionError(channel, textOf(cause), cause);
  }
}

function closedError(channel: string, cause: unknown): ChannelError {
  const reason = cause === undefined || cause === null ? "" : `: ${textOf(cause)}`;
  return connectionError(channel, `the connection to NATS was closed${reason}`, cause);
}

function connectionError(channel: string, reason: string, cause: unknown): ChannelError {
  return new ChannelError("connection", reason, { channel, cause });
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** What the server sends where a request has no one to reply. */
const NO_RESPONDERS = 503;

function wireOf({ data, headers, reply }: Parameters<NatsCallback<NatsHeaders>>[1]): WireMessage {
  const names = headers?.keys() ?? [];
  return {
    body: data,
    headers: Object.fromEntries(names.map((name) => [name, headers?.get(name) ?? ""])),
    ...(reply === undefined || reply === "" ? {} : { replyTo: reply }),
  };
}

/** A dot would begin another token, `*` and `>` would match others. */
function token(value: string): string {
  if (/[\s.*>]/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be part of a subject`);
  return value;
}
