// Responses that clients ask for and do not take -> bounded memory: they are in it until the client has taken them.
import type { Socket } from "node:net";
import type { Incoming, Maybe, Outgoing } from "@fulfillment/server";

/** Bytes. The system takes smaller responses from the process at once, or nearly. */
const large = 262_144;
/** Bytes that one sender has not taken: its next read waits until there are fewer. */
const mostBytes = 16_777_216;
/** Reads of one sender that are served at once: each may turn out to have a large response. A write has one for a large body only. */
const mostReads = 4;

/** Who takes a response. */
export interface Taker {
  /** `null` where the host writes responses itself. */
  readonly socket: Socket | null;
}

/** Turns of the event loop without a further read of the sender, after which its connections are in: each takes some turns to be read. */
const enoughTurns = 20;
/** Milliseconds for which its reads wait for them at most. */
const longestArrivalMs = 2_000;

export interface BoundedResponses<State> {
  /** Resolves when the sender may have one more response. */
  readonly room: (request: Pick<Incoming, "method">, state: State) => Maybe<void>;
  readonly around: (serve: Serve<State>) => Serve<State>;
}

type Serve<State> = (request: Incoming, state: State) => Maybe<Outgoing>;

/** Of one sender. */
interface Load {
  reads: number;
  bytes: number;
  /** Reads that begin when there is room, the first one first. */
  readonly waiting: Set<() => void>;
  /** Whether the next of them has its turn of the event loop already. */
  isResuming: boolean;
}

/** The sender is an account, or a client without one: others may have the same address. */
export function boundedResponses<State extends Taker>(senderOf: (state: State) => string): BoundedResponses<State> {
  const loads = new Map<string, Load>();
  const reading = new WeakSet<State>();
  const loadOf = (sender: string): Load => {
    const load = loads.get(sender) ?? { reads: 0, bytes: 0, waiting: new Set(), isResuming: false };
    loads.set(sender, load);
    return load;
  };
  const changed = (sender: string, load: Load): void => {
    if (load.waiting.size > 0) resume(load);
    if (load.reads === 0 && load.bytes === 0 && load.waiting.size === 0) loads.delete(sender);
  };
  const trackResponse = (state: State, outgoing: Outgoing): Outgoing => {
    const { socket } = state;
    const bytes = sizeOf(outgoing.body);
    if (bytes < large || socket === null || socket.destroyed) return outgoing;
    const sender = senderOf(state);
    const load = loadOf(sender);
    load.bytes += bytes;
    whenTaken(socket, () => {
      load.bytes -= bytes;
      changed(sender, load);
    });
    return outgoing;
  };
  const releaseRead = (state: State): void => {
    if (!reading.delete(state)) return;
    const sender = senderOf(state);
    const load = loadOf(sender);
    load.reads -= 1;
    changed(sender, load);
  };
  return {
    room: ({ method }, state) => {
      if (method !== "GET") return;
      const load = loadOf(senderOf(state));
      const begin = (): void => {
        load.reads += 1;
        reading.add(state);
      };
      if (!isFull(load) && load.waiting.size === 0) return begin();
      return new Promise((resolve) => {
        load.waiting.add(() => {
          begin();
          resolve();
        });
      });
    },
    around: (serve) => (request, state) => {
      const response = serve(request, state);
      // What was waited for room for is never served at once.
      if (!(response instanceof Promise)) return trackResponse(state, response);
      return response.then((outgoing) => trackResponse(state, outgoing)).finally(() => releaseRead(state));
    },
  };
}

/**
 * One read a turn of the event loop, and none while more of them arrive. The system accepts one connection a turn, and behind
 * those of a sender that opens hundreds are the ones of others.
 */
function resume(load: Load, { since, turns }: Arrival = { since: performance.now(), turns: 0 }): void {
  if (load.isResuming) return;
  load.isResuming = true;
  const before = load.waiting.size;
  setImmediate(() => {
    load.isResuming = false;
    const [begin] = load.waiting;
    if (begin === undefined || isFull(load)) return;
    const quietTurns = load.waiting.size > before ? 0 : turns + 1;
    const isArriving = quietTurns < enoughTurns && performance.now() - since < longestArrivalMs;
    if (isArriving) return resume(load, { since, turns: quietTurns });
    load.waiting.delete(begin);
    begin();
    if (load.waiting.size > 0) resume(load, { since, turns: enoughTurns });
  });
}

/** Of connections that one sender opens. */
interface Arrival {
  readonly since: number;
  /** Turns of the event loop without another read of the sender. */
  readonly turns: number;
}

function isFull({ reads, bytes }: Load): boolean {
  return reads >= mostReads || bytes >= mostBytes;
}

/** A response of this size is more than a socket takes at once, so it drains later. The host ends connections that do not. */
function whenTaken(socket: Socket, onDrained: () => void): void {
  const done = (): void => {
    socket.off("drain", done).off("close", done);
    onDrained();
  };
  socket.on("drain", done).on("close", done);
}

/** What fits in the memory of the system is not counted, nor are streams: they are read as they are taken. */
function sizeOf(body: Outgoing["body"]): number {
  if (typeof body === "string") return body.length;
  return body instanceof Uint8Array ? body.length : 0;
}
