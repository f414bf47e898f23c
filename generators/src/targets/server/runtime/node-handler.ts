// A service -> a listener for servers of `node:http`, of which it needs only what is declared here.
import type { Maybe } from "./maybe.ts";
import { type NodeCall, NodeIncoming, type NodeRequest, type NodeResponse } from "./node-incoming.ts";
import type { Refusal } from "./refusals.ts";
import type { Outgoing } from "./responses.ts";
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
  const write = (request: NodeIncoming, response: NodeResponse, state: State, outgoing: Outgoing): void => {
    sendOutgoing(response, request.method, outgoing).catch((error: unknown) => {
      // Such as a header that a hook has added and Node does not send.
      service.onError?.(error, request, state);
      response.destroy();
    });
  };
  const answer = (
    request: NodeIncoming,
    { response, state, outgoing }: { response: NodeResponse; state: State; outgoing: Maybe<Outgoing> },
  ): (() => void) | null => {
    if (!(outgoing instanceof Promise)) return () => write(request, response, state, outgoing);
    void outgoing.then((ready) => write(request, response, state, ready));
    return null;
  };
  const enqueue = together === undefined ? (takeUp: TakeUp) => takeUp()?.() : queueOf(together);
  const handler = (request: Source, response: NodeResponse): NodeCall => {
    const incoming = new NodeIncoming(request, response);
    const state = stateOf(request);
    enqueue(() => answer(incoming, { response, state, outgoing: serve(incoming, state) }));
    return incoming;
  };
  return Object.assign(handler, {
    refuse: (refusal: Refusal, request: Source, response: NodeResponse): void => {
      const incoming = new NodeIncoming(request, response);
      const state = stateOf(request);
      answer(incoming, { response, state, outgoing: refuse(refusal, incoming, state) })?.();
    },
    respond: (request: Source): Maybe<Outgoing> => serve(new NodeIncoming(request, null), stateOf(request)),
  });
}

/** Takes a request up; what it returns writes the response, where that is there at once. */
type TakeUp = () => (() => void) | null | undefined;

function queueOf({ schedule, beforeResponses }: NonNullable<NodeOptions["together"]>): (takeUp: TakeUp) => void {
  let arrived: TakeUp[] = [];
  const serveAll = (): void => {
    const together = arrived;
    arrived = [];
    const answers = together.map((takeUp) => takeUp());
    beforeResponses();
    for (const answer of answers) answer?.();
  };
  return (takeUp) => {
    arrived.push(takeUp);
    if (arrived.length === 1) schedule(serveAll);
  };
}

/** Of Node; a program in a module of its own may declare it again. */
declare const Buffer: { byteLength(text: string): number };

/** Rejects where it cannot be sent, such as a header that Node does not accept. */
export async function sendOutgoing(
  response: NodeResponse,
  method: string,
  { status, headers, body }: Outgoing,
): Promise<void> {
  if (body === null || typeof body === "string") {
    sendText(response, method, { status, headers, body });
    return;
  }
  if (body instanceof Uint8Array) {
    response.writeHead(status, [...headers.flat(), "Content-Length", String(body.length)]);
    response.end(body, "latin1");
    return;
  }
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

function sendText(
  response: NodeResponse,
  method: string,
  { status, headers, body }: { readonly body: string | null } & Pick<Outgoing, "status" | "headers">,
): void {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  const length = body === null ? 0 : Buffer.byteLength(body);
  // HTTP has no body there (RFC 9110, 6.4.1), and the length of one that HEAD does not get need not be known.
  const isBodiless = method === "HEAD" || status < 200 || status === 204 || status === 304;
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
