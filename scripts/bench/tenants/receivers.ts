// Receivers of webhooks on this machine: one that accepts connections and never responds, and one that notes when each order's event came.
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listenLocally } from "../../testing/programs.ts";

export interface DeadReceiver {
  readonly url: string;
  /** Connections that are open. */
  readonly open: number;
  /** The most that were open at once. */
  readonly most: number;
  close(): Promise<void>;
}

export async function deadReceiver(): Promise<DeadReceiver> {
  const sockets = new Set<Socket>();
  let most = 0;
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    // What is sent is read: a sender learns nothing from a full buffer.
    socket.resume();
  });
  const url = await listenLocally(server);
  return {
    url,
    get open() {
      return sockets.size;
    },
    get most() {
      return most;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export interface TimingReceiver {
  readonly url: string;
  /** Order ids, and when their event came: `performance.now()`. */
  readonly arrivals: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const orderEvent = z.object({ data: z.object({ orderId: z.string() }) });

export async function timingReceiver(): Promise<TimingReceiver> {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    void text(request).then((body) => {
      arrivals.set(orderEvent.parse(JSON.parse(body)).data.orderId, at);
      response.writeHead(204).end();
    });
  });
  const url = await listenLocally(server);
  return {
    url,
    arrivals,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
