// Starts receivers on loopback that count who connects, and makes the certificates of those that speak TLS.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Receiver {
  readonly port: number;
  /** All connections so far. */
  connections(): number;
  /** Open connections. */
  open(): Promise<number>;
  /** The names that clients asked for when they started TLS. */
  readonly serverNames: readonly (string | false | null)[];
  close(): Promise<void>;
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** It would rather speak HTTP/2, to find out who accepts that. */
const ALPNProtocols = ["h2", "http/1.1"];

/** Returns 200 with the address it was reached at. Rejects if this machine does not have `address`. */
export async function startReceiver(address: string, certificate?: Certificate): Promise<Receiver> {
  const serverNames: (string | false | null)[] = [];
  const respond: RequestListener = ({ socket }, response) => void response.end(socket.localAddress);
  const server =
    certificate === undefined ? createServer(respond) : createTlsServer({ ...certificate, ALPNProtocols }, respond);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.on("secureConnection", ({ servername }) => serverNames.push(servername));
  await listening(server, address);
  return {
    port: portOf(server.address()),
    connections: () => connections,
    open: () => new Promise((done) => server.getConnections((_, count) => done(count))),
    serverNames,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A certificate that signs itself, for these names; `null` where there is no openssl to make it. */
export function selfSigned(names: string): Certificate | null {
  const folder = mkdtempSync(join(tmpdir(), "waybill-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    const content = ["-subj", "/CN=receiver", "-addext", `subjectAltName=${names}`, "-keyout", key, "-out", cert];
    execFileSync("openssl", [...request, ...content], { stdio: "ignore" });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, address, done);
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the receiver listens on no port");
  return address.port;
}
