// A proxy in front of a server that can fall silent, as a server does whose machine has lost its network or hangs.
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Proxy {
  readonly port: number;
  /** Closes all connections and takes no more. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  /** Passes on nothing more; connections stay open, and new ones are accepted. */
  silence(): void;
  speak(): void;
}

/** @param server Where it leads, as a URL with a port. It ends with the test. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    near.on("data", (data) => silent || far.write(data)).on("close", () => far.destroy());
    far.on("data", (data) => silent || near.write(data)).on("close", () => near.destroy());
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    port,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => void (await listen(server, port)),
    silence: () => {
      silent = true;
    },
    speak: () => {
      silent = false;
    },
  };
}

/** The port it listens on, on this machine, until the test ends. */
export async function listen(server: Server, port: number = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
