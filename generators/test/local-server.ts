// A request listener, or a server that has one -> its address on this machine, for as long as a test needs it.
import { createServer, type RequestListener, Server } from "node:http";

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  /** The connections end too. */
  close(): Promise<void>;
}

export async function startServer(served: RequestListener | Server, port = 0): Promise<LocalServer> {
  const server = served instanceof Server ? served : createServer(served);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${address.port}`, server, close, [Symbol.asyncDispose]: close };
}
