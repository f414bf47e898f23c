// A connection to NATS -> a transport: addresses are subjects. At most once, as NATS itself.
import { ChannelError, type Transport, type WireMessage } from "./contract.ts";
import { createQueue } from "./queue.ts";

/** The part of a connection of `@nats-io/transport-node` and its siblings that is used. */
export interface NatsClient<Headers> {
  publish(subject: string, payload: string | Uint8Array, options: { headers?: Headers; reply?: string }): void;
  subscribe(subject: string, options: { queue?: string; callback: NatsCallback<Headers> }): { unsubscribe(): void };
  flush(): Promise<void>;
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
 * `overflow`.
 */
export function natsTransport<Headers extends NatsHeaders>(
  client: NatsClient<Headers>,
  { headers: createHeaders, queue: group }: NatsSettings<Headers>,
): Transport {
  return {
    parameter: token,
    inbox: () => `_INBOX.${crypto.randomUUID()}`,
    publish: async (subject, { body, headers, replyTo }, { signal }) => {
      signal?.throwIfAborted();
      const named = Object.entries(headers);
      const own = createHeaders();
      for (const [name, value] of named) own.set(name, value);
      client.publish(subject, body, {
        ...(named.length === 0 ? {} : { headers: own }),
        ...(replyTo === undefined ? {} : { reply: replyTo }),
      });
      await client.flush();
    },
    subscribe: (subject, { channel, signal, buffer }) => {
      const queue = createQueue(buffer, { signal, onClose: () => subscription.unsubscribe() });
      const fail = (error: unknown): void => {
        queue.end(error);
        subscription.unsubscribe();
      };
      const subscription = client.subscribe(subject, {
        ...(group === undefined || subject.startsWith("_INBOX.") ? {} : { queue: group }),
        callback: (error, message) => {
          if (error !== null) fail(new ChannelError("connection", error.message, { channel, cause: error }));
          else if (message.headers?.code === NO_RESPONDERS)
            fail(new ChannelError("no-reply", "no one receives the request", { channel }));
          else if (!queue.offer(wireOf(message)))
            fail(
              new ChannelError("overflow", "messages arrive faster than they are read: raise `buffer`", {
                channel,
              }),
            );
        },
      });
      if (signal?.aborted === true) subscription.unsubscribe();
      const ready = client.flush();
      // Those who do not ask for it see the error at `next`.
      ready.catch(() => {});
      return { ...queue, ready };
    },
  };
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
