// A WebSocket -> the connection of a channel, which carries the messages of both directions.
import { type AddressValues, addressOf, joined } from "./address.ts";
import {
  type AnyChannel,
  type ChannelContract,
  ChannelError,
  type Connection,
  type Placement,
  type Validator,
  type WireMessage,
} from "./contract.ts";
import { createQueue, type Queue } from "./queue.ts";

/** The part of a WebSocket that is used: that of browsers and runtimes, and that of the package `ws`. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: string;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
}

export interface WebSocketSettings {
  /** How many messages may arrive before the first subscription. Default: 1000. */
  readonly buffer?: number;
  /** How many bytes may wait to be sent before `publish` waits. Default: 1 MiB. */
  readonly highWater?: number;
}

/** Query and headers with which the description says a WebSocket is opened. */
type Opening<Channel extends AnyChannel> =
  Channel extends ChannelContract<unknown, infer Query, infer Headers>
    ? (Record<never, never> extends Query ? { readonly query?: Query } : { readonly query: Query }) &
        (Record<never, never> extends Headers ? { readonly headers?: Headers } : { readonly headers: Headers })
    : never;

export type OpenOptions<Channel extends AnyChannel> = WebSocketSettings &
  Placement<Channel> &
  Opening<Channel> & {
    /** The server: `wss://stream.example/v1`. The address of the channel is put behind it. */
    readonly url: string;
    readonly protocols?: readonly string[];
    readonly signal?: AbortSignal;
    /** Opens the socket. Default: the `WebSocket` of the runtime. Browsers send no headers; Node, Deno and Bun do. */
    readonly open?: (url: string, options: { protocols: string[]; headers: Record<string, string> }) => WebSocketLike;
  };

/** Resolves once the socket is open, and rejects with a `ChannelError` when it cannot be opened. */
export async function openWebSocket<Channel extends AnyChannel>(
  channel: Channel,
  options: OpenOptions<Channel>,
): Promise<Connection<Channel>> {
  const { url, protocols = [], signal, open = nativeSocket, ...given } = options as Given;
  signal?.throwIfAborted();
  const address = addressOf(channel, given, encodeURIComponent);
  const opening = { protocols: [...protocols], headers: textsOf(channel, "headers", given.headers) };
  const socket = open(`${joined(url, address)}${queryOf(textsOf(channel, "query", given.query))}`, opening);
  const connection = acceptWebSocket(channel, socket, given);
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      socket.close();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    const settled = (settle: () => void) => (): void => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    socket.addEventListener("open", settled(resolve));
    const failed = settled(() => reject(failure(channel, `the WebSocket ${url} could not be opened`)));
    socket.addEventListener("error", failed);
    socket.addEventListener("close", failed);
  });
  return connection;
}

interface Given extends WebSocketSettings, AddressValues {
  readonly url: string;
  readonly protocols?: readonly string[];
  readonly signal?: AbortSignal;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly open?: (url: string, options: { protocols: string[]; headers: Record<string, string> }) => WebSocketLike;
}

/** The connection of a socket that is open, such as one that a server has accepted. */
export function acceptWebSocket<Channel extends AnyChannel>(
  channel: Channel,
  socket: WebSocketLike,
  { buffer = 1000, highWater = 2 ** 20 }: WebSocketSettings = {},
): Connection<Channel> {
  const queues = new Set<Queue>();
  const early: WireMessage[] = [];
  let end: { readonly error?: ChannelError } | null = null;
  let hadSubscription = false;
  const finish = (error?: ChannelError): void => {
    end ??= error === undefined ? {} : { error };
    for (const queue of queues) queue.end(error);
    queues.clear();
  };
  const overflow = (): ChannelError =>
    new ChannelError("overflow", "messages arrive faster than they are read: raise `buffer`", { channel: channel.key });
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }: { readonly data: unknown }) => {
    const body = typeof data === "string" ? data : data instanceof ArrayBuffer ? new Uint8Array(data) : String(data);
    const message: WireMessage = { body, headers: {} };
    if (!hadSubscription && early.push(message) > buffer) {
      finish(overflow());
      socket.close();
    }
    for (const queue of queues) {
      if (queue.offer(message)) continue;
      queues.delete(queue);
      queue.end(overflow());
    }
  });
  socket.addEventListener("close", ({ code, reason }: { readonly code: number; readonly reason: string }) => {
    const isClean = code === 1000 || code === 1001 || code === 1005;
    finish(
      isClean
        ? undefined
        : failure(channel, `the WebSocket was closed with ${code}${reason === "" ? "" : `, ${reason}`}`),
    );
  });
  return {
    channel,
    parameter: encodeURIComponent,
    publish: async (_, message, { signal }) => {
      if (Object.keys(message.headers).length > 0)
        throw new ChannelError("unsupported", "messages of a WebSocket have no headers", { channel: channel.key });
      // A WebSocket has no event for this.
      while (socket.bufferedAmount > highWater && socket.readyState === OPEN && signal?.aborted !== true)
        await new Promise((resolve) => setTimeout(resolve, 10));
      signal?.throwIfAborted();
      if (socket.readyState !== OPEN) throw failure(channel, "the WebSocket is not open");
      const { body } = message;
      socket.send(typeof body === "string" ? body : new Uint8Array(body));
    },
    subscribe: (_, { signal, buffer: limit }) => {
      const queue = createQueue(limit, { signal, onClose: () => queues.delete(queue) });
      hadSubscription = true;
      for (const message of early.splice(0)) if (!queue.offer(message)) queue.end(overflow());
      if (end === null) queues.add(queue);
      else queue.end(end.error);
      return { ...queue, ready: Promise.resolve() };
    },
    close: async () => {
      socket.close(1000);
      finish();
    },
  };
}

const OPEN = 1;

function failure({ key }: AnyChannel, reason: string): ChannelError {
  return new ChannelError("connection", reason, { channel: key });
}

/** Browsers take only protocols, and throw for the object. */
function nativeSocket(
  url: string,
  { protocols, headers }: { protocols: string[]; headers: Record<string, string> },
): WebSocketLike {
  if (Object.keys(headers).length === 0) return new WebSocket(url, protocols);
  // What this takes is not in the types of browsers.
  return Reflect.construct(WebSocket, [url, { protocols, headers }]);
}

function queryOf(members: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(members).toString();
  return text === "" ? "" : `?${text}`;
}

/** Validated as the description says; without a description there are none. */
function textsOf(channel: AnyChannel, part: "query" | "headers", values: unknown): Record<string, string> {
  const validator: Validator<unknown> | null = channel[part];
  const result = validator?.safeParse(values ?? {});
  if (result?.success === false) {
    const texts = result.error.issues.map(({ path, message }) => `${part}/${path.map(String).join("/")}: ${message}`);
    throw new ChannelError("address", `the WebSocket cannot be opened (${texts.join("; ")})`, { channel: channel.key });
  }
  return Object.fromEntries(
    Object.entries(Object(values)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "object" ? JSON.stringify(value) : String(value)] as const],
    ),
  );
}
