// What Node cannot read as a request, or not in time, and requests for a tunnel -> the documented responses instead of Node's.
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Maybe, RateState } from "../rate-limit/limiter.ts";
import { clientOf } from "./client-address.ts";
import type { Connections } from "./connections.ts";
import { headersOf, type OutgoingResponse } from "./message.ts";

export interface BrokenRequestParts {
  readonly connections: Connections;
  /** What a client has left. */
  readonly peek: (client: string) => Promise<RateState>;
}

/** A pending response on the connection is sent first, then the connection ends. */
export async function respondToBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { connections, peek }: BrokenRequestParts,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const owed = connections.owed(socket);
  if (owed !== undefined) {
    owed.once("finish", () => socket.destroySoon());
    return;
  }
  const rate = await peek(clientOf(socket.remoteAddress)).catch(() => null);
  if (rate === null) socket.destroy();
  else writeLast(socket, { status: 400, contentType: "application/json", body: brokenRequestBody(error.code), rate });
}

/** Any method is accepted where a key is checked, and refused elsewhere: `CONNECT` as well, which gets no tunnel. */
export async function respondToTunnelRequest(
  request: IncomingMessage,
  socket: Duplex,
  respond: (request: IncomingMessage) => Maybe<OutgoingResponse>,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  writeLast(socket, await respond(request));
}

type LastResponse = Pick<OutgoingResponse, "status" | "contentType" | "body" | "rate"> & {
  readonly allow?: string | null;
};

function writeLast(socket: Duplex, { status, contentType, body, rate, allow = null }: LastResponse): void {
  const headers = headersOf({ contentType, rate, allow }, Buffer.byteLength(body));
  headers.push("Connection", "close");
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1] ?? ""}`] : []));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

function brokenRequestBody(code: string | undefined): string {
  return JSON.stringify({ message: brokenRequestText(code) });
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
