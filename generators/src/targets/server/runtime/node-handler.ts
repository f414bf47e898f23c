// A service -> a listener for servers of `node:http`, of which it needs only what is declared here.
import { reportFailure } from "./failures.ts";
import type { Maybe } from "./maybe.ts";
import { type NodeCall, NodeIncoming, type NodeRequest, type NodeResponse } from "./node-incoming.ts";
import type { Refusal } from "./refusals.ts";
import { headOf, type Outgoing } from "./responses.ts";
import { createRefuse, createServe, type Service } from "./serve.ts";

export interface NodeOptions {
  /**
   * Serves requests that arrive in one turn of the event loop together, where there are many small ones: `schedule` is
   * `setImmediate`; `beforeResponses` is called when all were taken up, before the first response is written.
   */
  readonly together?:
    | { readonly schedule: (run: () => void) => void; readonly beforeResponses: () => void }
    | undefined;
}

/** For `http.createServer(handler)`. */
export interface NodeHandler<Source extends NodeRequest = NodeRequest> {
  (request: Source, response: NodeResponse): NodeCall;
  /** The response to a request that is not to be served, with the words and the hooks of the service. */
  refuse(refusal: Refusal, request: Source, response: NodeResponse): void;
  /** The response to a request that is written by the host itself, such as one for a tunnel. */
  respond(request: Source): Maybe<Outgoing>;
}

/** `state` makes what the hooks of a request share, where the service has such hooks. */
export interface NodeState<State, Source extends NodeRequest> {
  readonly state: (request: Source) => State;
}

/**
 * For `http.createServer(createNodeHandler(service))`. What a body parser in front has read is taken from `request.body` and
 * validated; where that is not what was sent, the response is a 500 with the code `body_parsed`.
 */
export function createNodeHandler<Name extends string, Context>(
  service: Service<Name, Context>,
  options?: NodeOptions,
): NodeHandler;
export function createNodeHandler<Name extends string, Context, State, Source extends NodeRequest>(
  service: Service<Name, Context, State>,
  options: NodeOptions & NodeState<State, Source>,
): NodeHandler<Source>;
export function createNodeHandler<Name extends string, Context, State, Source extends NodeRequest>(
  service: Service<Name, Context, State>,
  { state, together }: NodeOptions & Partial<NodeState<State, Source>> = {},
): NodeHandler<Source> {
  // Only a service whose state is `void` comes without: the overloads see to it.
  const stateOf = state ?? (() => undefined as State);
  const serve = createServe(service);
  const refuse = createRefuse(service);
  const serveOne = ({ incoming, state }: Arrived<State>): Maybe<Outgoing> => serve(incoming, state);
  // Such as a header that a hook has added and Node does not send.
  const failed = (error: unknown, { incoming, response, state }: Arrived<State>): void => {
    reportFailure(error, service.onError, { request: incoming, state, route: null });
    response.destroy();
  };
  const write = (arrived: Arrived<State>, outgoing: Maybe<Outgoing>): void => {
    if (outgoing instanceof Promise) void outgoing.then((ready) => writeTo(arrived, ready, failed));
    else writeTo(arrived, outgoing, failed);
  };
  const enqueue = together === undefined ? null : queueOf(together, { serve: serveOne, write });
  const arrivedAs = (request: Source, response: NodeResponse): Arrived<State> => {
    return { incoming: new NodeIncoming(request, response), response, state: stateOf(request) };
  };
  const handler = (request: Source, response: NodeResponse): NodeCall => {
    const arrived = arrivedAs(request, response);
    if (enqueue === null) write(arrived, serveOne(arrived));
    else enqueue(arrived);
    return arrived.incoming;
  };
  return Object.assign(handler, {
    refuse: (refusal: Refusal, request: Source, response: NodeResponse): void => {
      const arrived = arrivedAs(request, response);
      write(arrived, refuse(refusal, arrived.incoming, arrived.state));
    },
    respond: (request: Source): Maybe<Outgoing> => serve(new NodeIncoming(request, null), stateOf(request)),
  });
}

/** A request that waits for its response. */
interface Arrived<State> {
  readonly incoming: NodeIncoming;
  readonly response: NodeResponse;
  readonly state: State;
}

interface Steps<State> {
  readonly serve: (arrived: Arrived<State>) => Maybe<Outgoing>;
  readonly write: (arrived: Arrived<State>, outgoing: Maybe<Outgoing>) => void;
}

/** All requests of a turn are served before the first response is written; what is not there by then is written later. */
function queueOf<State>(
  { schedule, beforeResponses }: NonNullable<NodeOptions["together"]>,
  { serve, write }: Steps<State>,
): (arrived: Arrived<State>) => void {
  let waiting: Arrived<State>[] = [];
  const serveAll = (): void => {
    const together = waiting;
    waiting = [];
    const ready = together.map((arrived) => ({ arrived, outgoing: serve(arrived) }));
    beforeResponses();
    for (const { arrived, outgoing } of ready) write(arrived, outgoing);
  };
  return (arrived) => {
    waiting.push(arrived);
    if (waiting.length === 1) schedule(serveAll);
  };
}

function writeTo<State>(
  arrived: Arrived<State>,
  outgoing: Outgoing,
  failed: (error: unknown, arrived: Arrived<State>) => void,
): void {
  try {
    const sent = sendOutgoing(arrived.response, arrived.incoming.method, outgoing);
    if (sent instanceof Promise) void sent.catch((error: unknown) => failed(error, arrived));
  } catch (error) {
    failed(error, arrived);
  }
}

/** Of Node; a program in a module of its own may declare it again. */
declare const Buffer: { byteLength(text: string): number };

/** Throws or rejects where it cannot be sent, such as a header that Node does not accept. */
export function sendOutgoing(response: NodeResponse, method: string, { status, headers, body }: Outgoing): Maybe<void> {
  if (method === "HEAD") return headOf({ status, headers, body }).then((head) => sendEmpty(response, head));
  if (body === null || typeof body === "string") return sendText(response, { status, headers, body });
  if (!(body instanceof Uint8Array)) return sendStream(response, { status, headers, body });
  response.writeHead(status, [...headers.flat(), "Content-Length", String(body.length)]);
  response.end(body, "latin1");
}

async function sendStream(
  response: NodeResponse,
  {
    status,
    headers,
    body,
  }: { readonly body: Blob | ReadableStream<Uint8Array> } & Pick<Outgoing, "status" | "headers">,
): Promise<void> {
  const length = body instanceof Blob ? ["Content-Length", String(body.size)] : [];
  response.writeHead(status, [...headers.flat(), ...length]);
  response.flushHeaders();
  const reader = (body instanceof Blob ? body.stream() : body).getReader();
  // Notifies the producer of the body that the client stopped reading.
  response.once("close", () => void reader.cancel().catch(() => {}));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      const isTaken = response.write(value);
      // An item is not to wait for the next one; a file is compressed better as a whole.
      if (!(body instanceof Blob)) response.flush?.();
      if (!isTaken) await drained(response);
    }
    response.end();
  } catch {
    // An end would mark the response as complete.
    response.destroy();
  }
}

function sendEmpty(response: NodeResponse, { status, headers }: Outgoing): void {
  response.writeHead(status, headers.flat());
  response.end();
}

function sendText(
  response: NodeResponse,
  { status, headers, body }: { readonly body: string | null } & Pick<Outgoing, "status" | "headers">,
): void {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  const length = body === null ? 0 : Buffer.byteLength(body);
  // HTTP has no body there (RFC 9110, 6.4.1).
  const isBodiless = status < 200 || status === 204 || status === 304;
  if (!isBodiless) flat.push("Content-Length", String(length));
  response.writeHead(status, flat);
  if (isBodiless || body === null) response.end();
  // As many bytes as characters: ASCII, which needs no encoding.
  else response.end(body, length === body.length ? "latin1" : "utf8");
}

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}
