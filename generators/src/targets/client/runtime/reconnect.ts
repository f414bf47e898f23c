// A function that sends -> one whose streams of events go on after their connection breaks, as those of `EventSource` do (HTML, 9.2).

import { BrokenSequenceError, type Bytes, piecesOf } from "../../http/runtime/sequences.ts";
import { ApiError, NetworkError, TimeoutError } from "./errors.ts";
import { isRepeatable } from "./repeatable.ts";
import type { Operation, RequestParts, ResponseSpec } from "./runtime.ts";
import type { CallOptions, FetchSend } from "./send.ts";
import { backoffOf, pause } from "./waits.ts";

/** When a stream of events connects again: with `Last-Event-ID`, after the delay that the server stated with `retry`. */
export interface Reconnection {
  /**
   * `"broken"`: when its connection breaks. `"always"`: also when the server ends it, until it responds with 204. Default: `"broken"`
   * for operations that only read, `"never"` for others, whose request would be sent again.
   */
  readonly reconnect?: "broken" | "always" | "never" | undefined;
  /** How often connecting may fail in a row. Default 10. */
  readonly reconnects?: number | undefined;
  /** Milliseconds before connecting again, until the server states them. Default 3000. */
  readonly reconnectAfter?: number | undefined;
}

/**
 * `settings` are the defaults of calls. Events that arrived only in part are dropped, and come again from a server that knows
 * `Last-Event-ID`. A stream that does not continue fails with a `BrokenSequenceError`, whose `cause` is the last failure.
 */
export function withReconnect<Options extends CallOptions>(
  send: FetchSend<Options>,
  settings: Reconnection = {},
): FetchSend<Options & Reconnection> {
  return (operation, request, options) => {
    const usual = settings.reconnect ?? (operation.safe ? "broken" : "never");
    const when = options?.reconnect ?? usual;
    if (when === "never" || !isRepeatable(request)) return send(operation, request, options);
    const way: Way = {
      isEndless: when === "always",
      failures: options?.reconnects ?? settings.reconnects ?? 10,
      delay: options?.reconnectAfter ?? settings.reconnectAfter ?? 3000,
      connect: (id, signal) => {
        // Ids are UTF-8 (HTML, 9.2), and `Headers` takes a character for each byte.
        const bytes = String.fromCharCode(...new TextEncoder().encode(id));
        const headers = { ...options?.headers, ...(id === "" ? {} : { "Last-Event-ID": bytes }) };
        const connectionOptions = { ...options, headers, signal } as Options & Reconnection;
        return connection(send(withEvents(operation, unread), request, connectionOptions));
      },
    };
    const continued = (format: Format): Format => ({
      ...format,
      read: (response, signal, exchange) =>
        format.read(new Response(continuing(response.body, way, signal)), signal, exchange),
    });
    return send(withEvents(operation, continued), request, options);
  };
}

interface Way {
  readonly isEndless: boolean;
  readonly failures: number;
  readonly delay: number;
  /** `null` where the server has nothing more to send. */
  readonly connect: (lastEventId: string, signal: AbortSignal) => Promise<Bytes | null>;
}

type Format = NonNullable<ResponseSpec["content"]>[string];

const unread = (format: Format): Format => ({ ...format, read: async ({ body }) => body });

function withEvents<Request extends RequestParts, Response>(
  operation: Operation<Request, Response>,
  change: (format: Format) => Format,
): Operation<Request, Response> {
  const responses = Object.entries(operation.responses).map(([status, spec]) => {
    const content = Object.entries(spec.content ?? {}).map(([type, format]) => {
      return [type, format.kind === "events" ? change(format) : format] as const;
    });
    return [status, spec.content === undefined ? spec : { ...spec, content: Object.fromEntries(content) }] as const;
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

async function connection(sent: Promise<object>): Promise<Bytes | null> {
  const response = await sent.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 204) return { status: 204 };
    throw error;
  });
  const { status, body }: { readonly status?: unknown; readonly body?: unknown } = response;
  if (status === 204) return null;
  if (body instanceof ReadableStream) return body;
  throw new Refused(`the server responded with ${status}`, Number(status));
}

/** A described response without events. */
class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The whole events of one connection after the other. */
function continuing(first: Bytes | null, way: Way, caller: AbortSignal | undefined): Bytes {
  const stop = new AbortController();
  const abort = (): void => stop.abort(caller?.reason);
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort);
  const texts = eventTexts(first, way, stop.signal);
  const encoder = new TextEncoder();
  const end = (): void => caller?.removeEventListener("abort", abort);
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await texts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        end();
        controller.close();
      },
      cancel: () => {
        end();
        stop.abort();
        void texts.return(undefined).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

async function* eventTexts(first: Bytes | null, way: Way, signal: AbortSignal): AsyncGenerator<string, undefined> {
  let { delay } = way;
  let lastId = "";
  let failures = 0;
  for (let body = first; body !== null; ) {
    let [text, id] = ["", lastId];
    let broken: unknown = null;
    try {
      const bytes = body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
      for await (const line of piecesOf(bytes, signal, /\r\n|\n|\r(?!$)/)) {
        failures = 0;
        const [, field, value = ""] = /^(id|retry)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
        if (field === "id" && !value.includes("\0")) id = value;
        if (field === "retry" && /^\d+$/.test(value)) delay = Number(value);
        text += `${line}\n`;
        if (line !== "") continue;
        lastId = id;
        yield text;
        text = "";
      }
      if (!way.isEndless) return;
    } catch (error) {
      if (!(error instanceof BrokenSequenceError)) throw error;
      broken = error.cause;
      failures += 1;
    }
    body = null;
    while (body === null) {
      if (failures > way.failures) throw broken;
      await pause(delay + (failures > 1 ? backoffOf(failures) : 0), signal);
      try {
        body = await way.connect(lastId, signal);
        if (body === null) return;
      } catch (error) {
        if (signal.aborted || isPermanent(error)) throw error;
        broken = error;
        failures += 1;
      }
    }
  }
}

/** Anything but a failure of the connection or of the server. */
function isPermanent(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return false;
  const { status } = Object(error);
  return !(status >= 500 || status === 429);
}
