// Streams of server-sent events: one that is read over fetch and continues after a broken connection, and one that a server writes.
import { joined } from "./address.ts";
import {
  type AnyChannel,
  ChannelError,
  type Connection,
  type Transport,
  type WireMessage,
  type WireSubscription,
} from "./contract.ts";

export interface EventSourceOptions {
  /** The server, `https://stream.example/v1`, behind which the address of the channel is put; or the URL of an address. */
  readonly url: string | ((address: string) => string);
  /** Headers of each request, such as credentials. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** Default: that of the runtime. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Continues after this event. Default: from now on. */
  readonly lastEventId?: string;
  /** How long to wait before connecting again, in milliseconds, until the server states it. Default: 3000. */
  readonly retry?: number;
  /** How many times in a row it may fail to connect. Default: any number of times. */
  readonly attempts?: number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Reads streams of events as `EventSource` does (HTML, 9.2), with headers: it connects again with `Last-Event-ID` after `retry`, ends with
 * status 204, and fails with any other status than 200. What is not read stays with the server: the body of the response is read only on demand.
 */
export function eventSourceTransport(options: EventSourceOptions): Transport {
  const { url } = options;
  return {
    parameter: encodeURIComponent,
    publish: async (_, __, { channel }) => {
      throw new ChannelError("unsupported", "this transport can only receive", { channel });
    },
    subscribe: (address, { channel, signal }) =>
      eventsOf(typeof url === "function" ? url(address) : joined(url, address), {
        ...options,
        channel,
        signal,
      }),
  };
}

interface Streaming extends Omit<EventSourceOptions, "url"> {
  readonly channel: string;
  readonly signal: AbortSignal | undefined;
}

function eventsOf(url: string, options: Streaming): WireSubscription {
  const controller = new AbortController();
  let isClosed = false;
  const abort = (): void => controller.abort(options.signal?.reason);
  if (options.signal?.aborted === true) abort();
  else options.signal?.addEventListener("abort", abort, { once: true });
  let markReady: () => void = () => {};
  let markFailed: (error: unknown) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    markReady = resolve;
    markFailed = reject;
  });
  // Those who do not ask for it see the error at `next`.
  ready.catch(() => {});
  const events = eventsFrom(url, { ...options, stop: controller.signal, markReady });
  // The first request is sent now, not when the first message is asked for.
  let first: Promise<Result> | null = events.next();
  first.catch(markFailed);
  const next = async (): Promise<Result> => {
    if (isClosed) return { done: true, value: undefined };
    const pending = first ?? events.next();
    first = null;
    try {
      return await pending;
    } catch (error) {
      if (isClosed) return { done: true, value: undefined };
      throw error;
    }
  };
  return {
    ready,
    next,
    close: async () => {
      isClosed = true;
      options.signal?.removeEventListener("abort", abort);
      controller.abort();
      markReady();
      // It may be between two events, where no abort reaches it.
      void events.return(undefined).catch(() => {});
    },
  };
}

type Result = IteratorResult<WireMessage, undefined>;

async function* eventsFrom(
  url: string,
  options: Streaming & { readonly stop: AbortSignal; readonly markReady: () => void },
): AsyncGenerator<WireMessage, undefined> {
  const { channel, headers = {}, stop, markReady, attempts = Number.POSITIVE_INFINITY } = options;
  const { fetch: send = fetch, wait = waitUntil } = options;
  const state: StreamState = { lastEventId: options.lastEventId ?? "", retry: options.retry ?? 3000 };
  const fail = (reason: string, cause?: unknown): ChannelError =>
    new ChannelError("connection", reason, { channel, cause });
  for (let failures = 0; ; ) {
    try {
      const customHeaders = typeof headers === "function" ? headers() : headers;
      // UTF-8 (HTML, 9.2), of which `fetch` takes a character for each byte.
      const id = String.fromCharCode(...new TextEncoder().encode(state.lastEventId));
      const resumed: Readonly<Record<string, string>> = id === "" ? {} : { "Last-Event-ID": id };
      const response = await send(url, {
        headers: { ...customHeaders, Accept: "text/event-stream", ...resumed },
        cache: "no-store",
        signal: stop,
      });
      if (response.status === 204) {
        markReady();
        return undefined;
      }
      const type = response.headers.get("content-type") ?? "no media type";
      if (response.status !== 200) throw fail(`GET ${url} returned status ${response.status}`);
      if (!/^text\/event-stream *(;|$)/i.test(type)) throw fail(`GET ${url} returned ${type}, not text/event-stream`);
      failures = 0;
      markReady();
      if (response.body !== null) yield* eventsIn(response.body, state);
    } catch (error) {
      if (stop.aborted) throw stop.reason;
      if (error instanceof ChannelError) throw error;
      failures += 1;
      if (failures >= attempts) throw fail(`no connection to ${url} after ${failures} attempts`, error);
    }
    if (stop.aborted) throw stop.reason;
    await wait(state.retry, stop);
  }
}

interface StreamState {
  lastEventId: string;
  retry: number;
}

/** One event after the other, and only as fast as they are asked for. An event that is not complete when the stream ends is dropped. */
async function* eventsIn(body: ReadableStream<Uint8Array>, state: StreamState): AsyncGenerator<WireMessage> {
  let event = "";
  let id = state.lastEventId;
  let data: string[] = [];
  for await (const line of linesIn(body)) {
    if (line === "") {
      state.lastEventId = id;
      const message: WireMessage = { body: data.join("\n"), headers: {}, id, ...(event === "" ? {} : { event }) };
      const isEmpty = data.length === 0;
      event = "";
      data = [];
      if (!isEmpty) yield message;
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^[0-9]+$/.test(value)) state.retry = Number(value);
  }
}

/** Lines end with CR LF, LF or CR. A CR ends its line at once: the LF of a CR LF may come later. */
async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let afterReturn = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      rest += afterReturn && text.startsWith("\n") ? text.slice(1) : text;
      if (text !== "") afterReturn = text.endsWith("\r");
      const lines = rest.split(/\r\n|\n|\r/);
      rest = lines.pop() ?? "";
      yield* lines;
      if (done) return;
    }
  } finally {
    // The connection of a stream that is left is given up.
    await reader.cancel().catch(() => {});
  }
}

function waitUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** A stream of events for one client: `new Response(body, { headers })`. */
export interface EventStream<Channel extends AnyChannel> {
  readonly body: ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
  /** What messages are published to; each waits until the client has read those before it. */
  readonly connection: Connection<Channel>;
  /** Aborted once the client is gone. */
  readonly closed: AbortSignal;
}

/** `retry`: how long the client waits before it connects again, in milliseconds. */
export function eventStream<Channel extends AnyChannel>(
  channel: Channel,
  { retry }: { readonly retry?: number } = {},
): EventStream<Channel> {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const proceed of waiting) proceed();
    waiting.clear();
  };
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController;
      if (retry !== undefined) streamController.enqueue(encoder.encode(`retry: ${retry}\n\n`));
    },
    pull: wake,
    cancel: (reason) => {
      gone.abort(reason);
      wake();
    },
  });
  const close = (): void => {
    if (gone.signal.aborted) return;
    gone.abort();
    controller?.close();
    wake();
  };
  return {
    body,
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
    closed: gone.signal,
    connection: {
      channel,
      parameter: encodeURIComponent,
      publish: async (_, message, { signal }) => {
        const text = eventTextOf(message, channel);
        while (!gone.signal.aborted && (controller?.desiredSize ?? 0) <= 0) {
          await new Promise<void>((resolve) => {
            waiting.add(resolve);
            signal?.addEventListener("abort", () => resolve(), { once: true });
          });
          signal?.throwIfAborted();
        }
        if (gone.signal.aborted) throw new ChannelError("connection", "the client is gone", { channel: channel.key });
        controller?.enqueue(encoder.encode(text));
      },
      subscribe: () => {
        throw new ChannelError("unsupported", "this transport can only send", { channel: channel.key });
      },
      close: async () => close(),
    },
  };
}

function eventTextOf({ body, event, id, headers }: WireMessage, channel: AnyChannel): string {
  const refuse = (reason: string): ChannelError => new ChannelError("unsupported", reason, { channel: channel.key });
  if (typeof body !== "string") throw refuse("an event is text, and the body is bytes");
  if (Object.keys(headers).length > 0) throw refuse("events have no headers");
  if (/[\r\n\0]/.test(`${event ?? ""}${id ?? ""}`)) throw refuse("the type and the id of an event are one line");
  // A reader cannot distinguish the three ends of a line.
  if (body.includes("\r")) throw refuse("the text of an event has no carriage return");
  const lines = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...body.split("\n").map((line) => `data: ${line}`),
  ];
  return `${lines.join("\n")}\n\n`;
}
