// The connections of a server and the requests on them: which are under way, which broke off, and how a connection ends.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface Connections {
  /** To be called when a request is taken up. */
  began(request: IncomingMessage, response: ServerResponse): Exchange;
  /** The requests on the connection that have no complete response yet, and the latest one in any case. */
  on(socket: Socket): readonly Exchange[];
  /**
   * Ends connections on which nothing is under way, also those that never sent a whole request, and the others once
   * `graceMs` have passed.
   */
  drain(graceMs: number): void;
}

/** A request and its response. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  #broken: string | null = null;
  #listener: ((reason: string) => void) | null = null;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
  }

  get isOwed(): boolean {
    return !this.response.writableEnded;
  }

  /** The rest of the request will never come, for this reason. */
  breakOff(reason: string): void {
    this.#broken = reason;
    this.#listener?.(reason);
  }

  /** Called at once when it has broken off before. */
  onceBroken(listener: (reason: string) => void): void {
    if (this.#broken !== null) listener(this.#broken);
    else this.#listener = listener;
  }
}

export function connectionsOf(server: Server): Connections {
  const open = new Map<Socket, Exchange[]>();
  server.on("connection", (socket) => {
    open.set(socket, []);
    socket.once("close", () => open.delete(socket));
  });
  const on = (socket: Socket): readonly Exchange[] => open.get(socket) ?? [];
  return {
    began: (request, response) => {
      const exchange = new Exchange(request, response);
      const { socket } = request;
      // Requests may be sent before the response to an earlier one.
      const owed = on(socket).filter(({ isOwed }) => isOwed);
      if (open.has(socket)) open.set(socket, [...owed, exchange]);
      return exchange;
    },
    on,
    drain: (graceMs) => {
      for (const [socket, exchanges] of open) {
        if (!exchanges.some(({ isOwed }) => isOwed)) socket.destroySoon();
      }
      const late = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, graceMs);
      server.once("close", () => clearTimeout(late));
    },
  };
}

/**
 * Ends the connection once what was written is sent. It takes in what still arrives for `lingerMs`: closed at once, the
 * client might never read the response (RFC 9112, 9.6). One that does not close its own half is not waited for.
 */
export function endConnection(socket: Duplex, lingerMs: number, last?: string): void {
  socket.end(last);
  socket.resume();
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(late));
}
