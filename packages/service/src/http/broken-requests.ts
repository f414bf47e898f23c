// What Node cannot read as a request, or not in time, and requests for a tunnel -> the documented responses instead of Node's.
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Maybe, RateState } from "../rate-limit/limiter.ts";
import { clientOf } from "./client-address.ts";
import { type Connections, endConnection } from "./connections.ts";
import { headersOf, type OutgoingResponse } from "./message.ts";

export interface BrokenRequestParts {
  readonly connections: Connections;
  /** What a client has left. */
  readonly peek: (client: string) => Promise<RateState>;
  /** How long a connection is kept after its last response. */
  readonly lingerMs: number;
}

/**
 * A request that broke off in its body is answered by the reader of that body. Behind a whole request, the pending
 * response is sent first. In both cases the connection then ends.
 */
export async function respondToBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { connections, peek, lingerMs }: BrokenRequestParts,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const exchanges = connections.on(socket);
  const latest = exchanges.at(-1);
  const owed = exchanges.findLast(({ isOwed }) => isOwed);
  if (owed !== undefined) {
    owed.response.once("finish", () => endConnection(socket, lingerMs));
    if (latest?.request.complete === false) {
      latest.response.shouldKeepAlive = false;
      latest.breakOff(brokenRequestText(error.code));
    }
    return;
  }
  // Its response was sent: another one would be taken for that of the next request.
  if (latest?.request.complete === false) {
    endConnection(socket, lingerMs);
    return;
  }
  const rate = await peek(clientOf(socket.remoteAddress)).catch(() => null);
  if (rate === null) socket.destroy();
  else writeLast(socket, lingerMs, { ...malformed(error.code), rate });
}

/** Any method is accepted where a key is checked, and refused elsewhere: `CONNECT` as well, which gets no tunnel. */
export async function respondToTunnelRequest(
  request: IncomingMessage,
  socket: Duplex,
  {
    respond,
    lingerMs,
  }: { readonly respond: (request: IncomingMessage) => Maybe<LastResponse>; readonly lingerMs: number },
): Promise<void> {
  socket.on("error", () => socket.destroy());
  writeLast(socket, lingerMs, await respond(request));
}

/** What HTTP asks of the header that says where a request goes (RFC 9112, 3.2): one, of a form that can be a host. */
export function hasOneHost({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  let found: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (found !== null) return false;
    found = rawHeaders[index + 1] ?? "";
  }
  if (found === null) return httpVersionMajor === 1 && httpVersionMinor === 0;
  return hostPattern.test(found);
}

const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** The response to what is no request, besides the budget. */
export function malformed(code?: string): Omit<LastResponse, "rate"> {
  const body = JSON.stringify({ message: brokenRequestText(code) });
  return { status: 400, contentType: "application/json", body };
}

export type LastResponse = Pick<OutgoingResponse, "status" | "contentType" | "body" | "rate"> & {
  readonly allow?: string | null;
};

function writeLast(socket: Duplex, lingerMs: number, response: LastResponse): void {
  const { status, contentType, body, rate, allow = null } = response;
  const headers = headersOf({ contentType, rate, allow }, Buffer.byteLength(body));
  headers.push("Connection", "close");
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1] ?? ""}`] : []));
  endConnection(
    socket,
    lingerMs,
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`,
  );
}

function brokenRequestText(code: string | undefined): string {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return "Request headers are too large";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "Request was not received in time";
    default:
      return "Malformed HTTP request";
  }
}
