// A port on loopback that keeps every request byte for byte and responds as a test says.
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  /** Request line and headers, without the empty line. */
  readonly head: string;
  readonly body: Buffer;
  /** Which connection it came over, counted from 1. */
  readonly connection: number;
}

export interface Receiver {
  readonly origin: string;
  readonly requests: readonly Received[];
  /** Connections made so far. */
  readonly connections: number;
  /** Connections open now. */
  readonly open: ReadonlySet<Socket>;
}

export type Responder = (socket: Socket, request: Received) => void;

/** Listens until the test has finished. */
export async function listen(respond: Responder): Promise<Receiver> {
  const requests: Received[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    readRequests(socket, ({ head, body }) => {
      const request = { head, body, connection };
      requests.push(request);
      respond(socket, request);
    });
  });
  const port = await listening(server);
  onTestFinished(() => closed(server, open));
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    open,
    get connections() {
      return connections;
    },
  };
}

/** A response that leaves the connection open. */
export function responseOf(
  status: number,
  { headers = "", body = "ok" }: { headers?: string; body?: string } = {},
): Responder {
  const length = status === 204 ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const text = `HTTP/1.1 ${status} Reason\r\n${length}${headers}\r\n${status === 204 ? "" : body}`;
  return (socket) => void socket.write(text);
}

/** The value of a header, whose name has to be spelt just so. */
export function headerOf(request: Received | undefined, name: string): string | undefined {
  const line = request?.head.split("\r\n").find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}

/** A port without a listener. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await closed(server, new Set());
  return port;
}

function readRequests(socket: Socket, found: (request: Pick<Received, "head" | "body">) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let end = bytes.indexOf("\r\n\r\n"); end !== -1; end = bytes.indexOf("\r\n\r\n")) {
      const head = bytes.toString("latin1", 0, end);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (bytes.length < end + 4 + length) return;
      const body = bytes.subarray(end + 4, end + 4 + length);
      bytes = bytes.subarray(end + 4 + length);
      found({ head, body });
    }
  });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!isAddressInfo(address)) throw new Error("not listening on a port");
  return address.port;
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

async function closed(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  const done = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  for (const socket of open) socket.destroy();
  await done;
}
