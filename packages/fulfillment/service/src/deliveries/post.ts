// A delivery and where it goes to one signed POST, and what came of it. One attempt: nothing here sends twice.
import { createHmac } from "node:crypto";
import { Agent, type buildConnector, type Dispatcher, errors } from "undici";
import { onePerTurn } from "../loop-turns.ts";
import type { Delivery, Target } from "./outbox.ts";
import { DialError, failureOf } from "./reasons.ts";

/**
 * The result of an attempt. `unreached` is everything but a complete response; `reason` may be shown to the subscriber. `untried`: this
 * process had no means to connect, and nothing was sent.
 */
export type Outcome =
  | { readonly kind: "accepted" | "refused"; readonly status: number; readonly durationMs: number }
  | {
      readonly kind: "unreached";
      readonly reason: string;
      readonly durationMs: number;
      readonly code?: string;
      readonly untried?: true;
    };

export interface PosterOptions {
  /**
   * Makes the connections, and refuses forbidden addresses. It has to verify certificates, and to offer HTTP/1.1 only
   * (`allowH2: false` where undici's own connector is underneath).
   */
  readonly connect: buildConnector.connector;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly userAgent: string;
  /** `signedDelivery` unless given. */
  readonly sign?: SignDelivery;
  /** For everything from resolving the name to the last byte of the response. */
  readonly timeoutMs?: number;
  /** How much of a response's body is read. A longer one counts by its status, and its connection is dropped. */
  readonly maxResponseBytes?: number;
}

/** What is sent of a delivery: header names and values in turn, and the bytes. */
export interface SignedDelivery {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** `now`: Unix milliseconds. */
export type SignDelivery = (
  secret: string,
  delivery: Pick<Delivery, "event" | "body"> & { readonly now: number },
) => SignedDelivery;

export interface Poster {
  /** Signs and sends at once, but of large bodies one in a turn of the event loop. Never rejects. */
  post(target: Pick<Target, "url" | "secret">, delivery: Pick<Delivery, "event" | "body">): Promise<Outcome>;
  /** Ends idle connections, and the others when their attempts end. */
  close(): Promise<void>;
}

export function createPoster(options: PosterOptions): Poster {
  const { now, userAgent, sign = signedDelivery, timeoutMs = 10_000, maxResponseBytes = 65_536 } = options;
  const agent = new Agent({ ...connections, connect: dialWithin(timeoutMs, options.connect) });
  const nextTurn = onePerTurn();
  let closing: Promise<void> | undefined;
  return {
    post: async (target, { event, body }) => {
      if (body.length > largeBody) await nextTurn();
      const attempt = new Attempt({ now, timeoutMs, maxResponseBytes });
      attempt.start(agent, () => requestOf(target, { event, body }, { userAgent, sign, now }));
      const outcome = await attempt.outcome;
      // undici frees a connection one turn of the event loop after its response: continuing earlier would open another.
      await new Promise((resolve) => setImmediate(resolve));
      return outcome;
    },
    close: () => {
      closing ??= agent.close();
      return closing;
    },
  };
}

/** Signing takes some tenths of a millisecond for so many characters, and an event may have a thousand deliveries. */
const largeBody = 16_384;

/**
 * How connections are kept. undici closes the pool of an origin with its last connection, so origins do not pile up; how
 * many connections there are is bounded by the deliveries in flight.
 *
 * A receiver may close an idle connection at the very moment it is used again, and then it is unknown whether it has
 * read the event. Sending again could deliver twice, and the requirements say one attempt; so it is the idle time that
 * is kept short, below what common servers grant (2 seconds is the shortest default we know of) and a second below what
 * a receiver announces in Keep-Alive. An end that has already arrived costs nothing: undici looks for it before it writes
 * and connects again.
 */
const connections: Agent.Options = {
  allowH2: false,
  pipelining: 1,
  keepAliveTimeout: 1000,
  keepAliveMaxTimeout: 4000,
  keepAliveTimeoutThreshold: 1000,
  // A busy connection would never end, and never follow its name to another address.
  maxRequestsPerClient: 1000,
  // One deadline for the whole attempt replaces these.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/**
 * undici cannot give up a request whose connection is still being made, so a connector that never calls back would hold
 * it for ever. Failures are wrapped because undici dials again, without end, on some of its own error codes.
 */
function dialWithin(timeoutMs: number, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    let over = false;
    const fail = (cause: unknown): void => {
      over = true;
      clearTimeout(timer);
      callback(new DialError(cause), null);
    };
    const timer = setTimeout(() => fail(new errors.ConnectTimeoutError()), timeoutMs);
    const dialed: buildConnector.Callback = (error, socket) => {
      if (over) return void socket?.on("error", ignore).destroy();
      if (error !== null) return fail(error);
      if (socket.destroyed) return fail(socket.errored ?? new errors.SocketError("closed"));
      over = true;
      clearTimeout(timer);
      callback(null, socket);
    };
    try {
      connect(options, dialed);
    } catch (error) {
      // undici does not expect to be called back before it is done calling.
      queueMicrotask(() => over || fail(error));
    }
  };
}

function ignore(): void {}

function requestOf(
  { url, secret }: Pick<Target, "url" | "secret">,
  delivery: Pick<Delivery, "event" | "body">,
  { userAgent, sign, now }: Required<Pick<PosterOptions, "userAgent" | "sign" | "now">>,
): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url);
  const { headers, body } = sign(secret, { ...delivery, now: now() });
  return { origin, path: `${pathname}${search}`, method: "POST", headers: [...headers, "User-Agent", userAgent], body };
}

/** The four headers of every delivery (requirements, Headers on every delivery). */
export const signedDelivery: SignDelivery = (secret, { event, body: text, now }) => {
  const body = Buffer.from(text);
  const timestamp = String(Math.floor(now / 1000));
  const headers = [
    ...["Content-Type", "application/json"],
    ...["X-Webhook-Signature", signatureOf(secret, timestamp, body)],
    ...["X-Webhook-Timestamp", timestamp],
    ...["X-Webhook-Event", event],
  ];
  return { headers, body };
};

/**
 * `sha256=` and the lowercase hex HMAC-SHA256 of `<timestamp>.<body>` (requirements, Events, Signature). The key is the
 * whole secret as UTF-8, prefix included; a body given as text is signed as its UTF-8 bytes.
 */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
}

type Bounds = Required<Pick<PosterOptions, "now" | "timeoutMs" | "maxResponseBytes">>;

/** What undici calls back during one attempt. The first thing that decides it counts; the rest is ignored. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Outcome>;
  readonly #bounds: Bounds;
  readonly #startedAt: number;
  readonly #timer: NodeJS.Timeout;
  #resolve: (outcome: Outcome) => void = ignore;
  #controller: Dispatcher.DispatchController | null = null;
  #decided = false;
  #status = 0;
  #received = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#startedAt = bounds.now();
    this.#timer = setTimeout(() => this.#expire(), bounds.timeoutMs);
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  start(agent: Agent, request: () => Dispatcher.DispatchOptions): void {
    try {
      agent.dispatch(request(), this);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error("The request could not be made", { cause: error }));
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The connection came too late: the event must not go out after it was reported as failed.
    if (this.#decided) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    // 102, 103: the response is still to come.
    if (status >= 200) this.#status = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#received <= this.#bounds.maxResponseBytes) return;
    this.#respond();
    controller.abort(new errors.RequestAbortedError());
  }

  onResponseEnd(): void {
    this.#respond();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** Cuts the receiver off. */
  #expire(): void {
    const what = this.#status === 0 ? "response" : "complete response";
    const reason = `No ${what} within ${this.#bounds.timeoutMs / 1000} seconds`;
    this.#decide({ kind: "unreached", reason, durationMs: this.#elapsed() });
    this.#controller?.abort(new errors.RequestAbortedError());
  }

  #respond(): void {
    const kind = this.#status <= 299 ? "accepted" : "refused";
    this.#decide({ kind, status: this.#status, durationMs: this.#elapsed() });
  }

  #fail(error: Error): void {
    this.#decide({ kind: "unreached", ...failureOf(error), durationMs: this.#elapsed() });
  }

  #decide(outcome: Outcome): void {
    this.#decided = true;
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }

  /** The wall clock may be set back meanwhile. */
  #elapsed(): number {
    return Math.max(0, this.#bounds.now() - this.#startedAt);
  }
}
