// Responses that clients ask for and do not take -> bounded memory: they are in it until the client has taken them.
import type { Socket } from "node:net";
import type { Incoming, Maybe, Outgoing } from "@fulfillment/server";

/** Bytes. The system takes smaller responses from the process at once, or nearly. */
const large = 262_144;
/** Bytes that one client has not taken: its next request waits until there are fewer. */
const mostBytes = 16_777_216;
/** Reads of one client that are served at once: each may turn out to have a large response. A write has one for a large body only. */
const mostReads = 4;

/** Who takes responses. */
export interface Taker {
  readonly client: string;
  /** `null` where the host writes responses itself. */
  readonly socket: Socket | null;
}

type Serve<State> = (request: Incoming, state: State) => Maybe<Outgoing>;

/** Of one client. */
interface Load {
  reads: number;
  bytes: number;
  /** Requests that begin when there is room, the first one first. */
  readonly waiting: Set<() => void>;
}

export function boundedResponses<State extends Taker>(): (serve: Serve<State>) => Serve<State> {
  const loads = new Map<string, Load>();
  const changed = (client: string, load: Load): void => {
    for (const begin of load.waiting) {
      if (isFull(load)) return;
      load.waiting.delete(begin);
      begin();
    }
    if (load.reads === 0 && load.bytes === 0) loads.delete(client);
  };
  const held = (client: string): Load => {
    const load = loads.get(client) ?? { reads: 0, bytes: 0, waiting: new Set() };
    loads.set(client, load);
    return load;
  };
  const written = (outgoing: Outgoing, { client, socket }: Taker): Outgoing => {
    const bytes = sizeOf(outgoing.body);
    if (bytes < large || socket === null || socket.destroyed) return outgoing;
    const load = held(client);
    load.bytes += bytes;
    whenTaken(socket, () => {
      load.bytes -= bytes;
      changed(client, load);
    });
    return outgoing;
  };
  const read = async (response: Promise<Outgoing>, state: State): Promise<Outgoing> => {
    const load = held(state.client);
    load.reads += 1;
    try {
      return written(await response, state);
    } finally {
      load.reads -= 1;
      changed(state.client, load);
    }
  };
  const answered = (response: Maybe<Outgoing>, { method }: Incoming, state: State): Maybe<Outgoing> => {
    if (!(response instanceof Promise)) return written(response, state);
    return method === "GET" ? read(response, state) : response.then((outgoing) => written(outgoing, state));
  };
  return (serve) => (request, state) => {
    const load = loads.get(state.client);
    if (load !== undefined && isFull(load)) {
      return new Promise((resolve) => {
        load.waiting.add(() => resolve(answered(served(serve, request, state), request, state)));
      });
    }
    return answered(serve(request, state), request, state);
  };
}

async function served<State>(serve: Serve<State>, request: Incoming, state: State): Promise<Outgoing> {
  return await serve(request, state);
}

function isFull({ reads, bytes }: Load): boolean {
  return reads >= mostReads || bytes >= mostBytes;
}

/** A response of this size is more than a socket takes at once, so it drains later. The host ends connections that do not. */
function whenTaken(socket: Socket, taken: () => void): void {
  const done = (): void => {
    socket.off("drain", done).off("close", done);
    taken();
  };
  socket.on("drain", done).on("close", done);
}

/** What fits in the memory of the system is not counted, nor are streams: they are read as they are taken. */
function sizeOf(body: Outgoing["body"]): number {
  if (typeof body === "string") return body.length;
  return body instanceof Uint8Array ? body.length : 0;
}
