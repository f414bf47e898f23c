// A handler -> a server of `node:http` that listens: guarded, with a bound on everything it waits for, and a graceful stop.
import type { NodeHandler } from "./node-handler.ts";
import { type GuardedRequest, type GuardOptions, guardNodeServer, type NodeServer } from "./node-server.ts";

/** Bytes and milliseconds. */
export interface HostLimits {
  /** Bytes of all headers of a request. */
  readonly headers: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  /** How long a connection may stay without a request. */
  readonly keepAliveTimeout: number;
  /** How long nothing may move on a connection that has a request: a client that reads no response is given up. */
  readonly stalled: number;
  /** How often the first two are looked after. */
  readonly checkInterval: number;
  /** How long a connection may stay after its last response, for a client that does not close it. */
  readonly linger: number;
  /** How long requests under way may take when the server stops. */
  readonly drain: number;
}

export const hostLimits: HostLimits = {
  headers: 16_384,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 72_000,
  stalled: 60_000,
  checkInterval: 2_000,
  linger: 2_000,
  drain: 12_000,
};

/** What the server is created with; of `http.ServerOptions`. */
export interface NodeServerOptions {
  readonly maxHeaderSize: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
  readonly requireHostHeader: boolean;
}

/** The part of `http.Server` that is relied on besides what a guard does. */
export interface ListeningServer<Source extends GuardedRequest> extends NodeServer<Source> {
  setTimeout(milliseconds: number): unknown;
  listen(
    at: { readonly host?: string; readonly port: number; readonly backlog: number },
    listening: () => void,
  ): unknown;
  once(event: "close", listener: () => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
  address(): ServerAddress | string | null;
  close(closed: () => void): unknown;
}

/** Of `net.AddressInfo`. */
export interface ServerAddress {
  readonly address: string;
  readonly family: string;
  readonly port: number;
}

export interface HostOptions<Source extends GuardedRequest> extends Omit<GuardOptions<Source>, "lingerMs"> {
  /** Of `node:http`. For TLS: `(options) => https.createServer({ ...options, key, cert })`. */
  readonly createServer: (options: NodeServerOptions) => ListeningServer<Source>;
  /** Those that differ from `hostLimits`. */
  readonly limits?: Partial<HostLimits> | undefined;
}

export interface NodeHost {
  /** `port` 0: any that is free. Resolves with the URL, such as `http://127.0.0.1:8080`; rejects when it cannot listen. */
  listen(at: { readonly host?: string; readonly port: number }): Promise<string>;
  /** Whether `close` was called: readiness should fail. */
  readonly isDraining: boolean;
  /** Takes no more connections, and resolves once requests under way have their responses, or `drain` milliseconds have passed. */
  close(): Promise<void>;
}

/** For production: `createNodeHost(createNodeHandler(service), { createServer })` with `createServer` of `node:http`. */
export function createNodeHost<Source extends GuardedRequest>(
  handler: NodeHandler<Source>,
  options: HostOptions<NoInfer<Source>>,
): NodeHost {
  const { createServer, besides, refuse } = options;
  const limits = { ...hostLimits, ...options.limits };
  const server = createServer({
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    // Node's own response would not be the service's: the guard refuses.
    requireHostHeader: false,
  });
  server.setTimeout(limits.stalled);
  const guarded = guardNodeServer(server, handler, { besides, refuse, lingerMs: limits.linger });
  return {
    listen: (at) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        // Of the 511 that Node lets wait, one client takes all: the attempts of others are then lost, and repeated after seconds.
        server.listen({ backlog: 4_096, ...at }, () => {
          server.off("error", reject);
          resolve(serverUrl(server) ?? "");
        });
      }),
    get isDraining() {
      return guarded.isDraining;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        guarded.drain(limits.drain);
      }),
  };
}

/**
 * The URL at which this machine reaches a server: one that listens on every address of the machine is at its loopback address. `null`
 * where it does not listen, or not on a port.
 */
export function serverUrl(server: { address(): ServerAddress | string | null }): string | null {
  const address = server.address();
  if (address === null || typeof address === "string") return null;
  const { port, family } = address;
  const host = loopbacks.get(address.address) ?? address.address;
  return `http://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}

const loopbacks: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);
