// The connections of a server, and which of them have a request under way: what draining and broken requests go by.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface Connections {
  /** To be called when a request is taken up, and `ended` once its response was written. */
  began(socket: Socket, response: ServerResponse): void;
  ended(socket: Socket): void;
  /** The response that is still owed on the connection. */
  owed(socket: Socket): ServerResponse | undefined;
  /**
   * Ends connections on which nothing is under way, also those that never sent a whole request, and the others once
   * `graceMs` have passed.
   */
  drain(graceMs: number): void;
}

export function connectionsOf(server: Server): Connections {
  const open = new Set<Socket>();
  const owed = new Map<Socket, ServerResponse>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      owed.delete(socket);
    });
  });
  return {
    began: (socket, response) => void owed.set(socket, response),
    ended: (socket) => void owed.delete(socket),
    owed: (socket) => owed.get(socket),
    drain: (graceMs) => {
      for (const socket of open) {
        if (!owed.has(socket)) socket.destroySoon();
      }
      const late = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, graceMs);
      server.once("close", () => clearTimeout(late));
    },
  };
}
