// Everything that keeps a response away: what is said about it, and that it ends in time.

import { execFileSync } from "node:child_process";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { type Server, Socket } from "node:net";
import { join } from "node:path";
import { type buildConnector, errors } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGuardedConnector } from "../../src/addresses/guarded-connect.ts";
import type { Outcome } from "../../src/deliveries/post.ts";
import { selfSigned } from "../addresses/receivers.ts";
import { delivery, posterWith, secret } from "./posting.ts";
import { listen, type Responder, responseOf, unusedPort } from "./receiver.ts";

function reasonOf(outcome: Outcome): string {
  return outcome.kind === "unreached" ? outcome.reason : `status ${outcome.status}`;
}

describe("a receiver that takes its time", () => {
  const timeoutMs = 400;
  const noResponse = "No response within 0.4 seconds";
  const incomplete = "No complete response within 0.4 seconds";

  /** Writes `text`, and one more `drop` every 20 ms: never still for long, never done. */
  const dripping = (text: string, drop: string): Responder => {
    return (socket) => {
      socket.write(text);
      const timer = setInterval(() => socket.write(drop), 20);
      socket.on("close", () => clearInterval(timer));
    };
  };

  it.each<[string, string, Responder]>([
    ["says nothing", noResponse, () => {}],
    ["drips a status line", noResponse, dripping("HTTP/1.1 200 ", "O")],
    ["drips headers", noResponse, dripping("HTTP/1.1 200 OK\r\n", "X-Drop: 1\r\n")],
    ["announces for ever", noResponse, dripping("", "HTTP/1.1 102 Processing\r\n\r\n")],
    ["drips a body", incomplete, dripping("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n", "x")],
    ["drips chunks", incomplete, dripping("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")],
    ["drips a refusal", incomplete, dripping("HTTP/1.1 500 Oh\r\nContent-Length: 999\r\n\r\n", "x")],
  ])("and %s is cut off", async (_, reason, response) => {
    const receiver = await listen(response);
    const startedAt = performance.now();
    const outcome = await posterWith({ timeoutMs }).post({ url: receiver.origin, secret }, delivery);
    expect(reasonOf(outcome)).toBe(reason);
    expect(performance.now() - startedAt).toBeGreaterThan(timeoutMs - 5);
    expect(performance.now() - startedAt).toBeLessThan(timeoutMs + 10_000);
    await expect.poll(() => receiver.open.size).toBe(0);
  });

  it("to be connected to is given up, and gets nothing when it comes round", async () => {
    const late: (() => void)[] = [];
    const receiver = await listen(responseOf(200));
    const connect: buildConnector.connector = (options, callback) => {
      late.push(() => createGuardedConnector(anywhere)(options, callback));
    };
    const poster = posterWith({ timeoutMs, connect });
    expect(reasonOf(await poster.post({ url: receiver.origin, secret }, delivery))).toBe(noResponse);
    for (const dial of late) dial();
    await expect.poll(() => receiver.connections).toBe(1);
    await expect.poll(() => receiver.open.size).toBe(0);
    expect(receiver.requests).toEqual([]);
  });

  it("to be connected to leaves nothing behind that would keep the poster from closing", async () => {
    const poster = posterWith({ timeoutMs: 20, connect: () => {} });
    expect((await poster.post({ url: "https://a.example", secret }, delivery)).kind).toBe("unreached");
    await poster.close();
  });
});

const anywhere = {
  allowPrivate: true,
  resolve: async (): Promise<string[]> => ["127.0.0.1"],
  connectTimeoutMs: 30_000,
};

const chunked = "Transfer-Encoding: chunked\r\n\r\n";

describe("a connection", () => {
  it.each<[string, Responder]>([
    ["Connection closed before the response was complete", (socket) => void socket.end()],
    ["Connection reset", (socket) => void socket.resetAndDestroy()],
    ["Connection closed before the response was complete", (socket) => void socket.end("HTTP/1.1 200 OK\r\n")],
    ["Connection closed before the response was complete", closing("Content-Length: 9\r\n\r\nshort")],
    ["Connection closed before the response was complete", closing(`${chunked}5\r\nshort\r\n`)],
    ["Connection closed before the response was complete", closing(`Connection: close\r\n${chunked}5\r\nshort\r\n`)],
    ["Response was not valid HTTP", (socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n")],
    ["Response was not valid HTTP", closing("Content-Length: many\r\n\r\n")],
    ["Response was not valid HTTP", closing(`${chunked}zz\r\n`)],
    ["Response had too many headers", closing(`X-Long: ${"x".repeat(100_000)}\r\n\r\n`)],
    [
      "Endpoint switched protocols",
      (socket) => void socket.write("HTTP/1.1 101 Go\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n"),
    ],
    [
      "Endpoint answered 100 Continue, which was not requested",
      (socket) => void socket.write("HTTP/1.1 100 Continue\r\n\r\n"),
    ],
  ])("can end with: %s", async (reason, response) => {
    const receiver = await listen(response);
    const outcome = await posterWith().post({ url: receiver.origin, secret }, delivery);
    expect(reasonOf(outcome)).toBe(reason);
    expect(receiver.requests.length).toBe(1);
  });

  function closing(rest: string): Responder {
    return (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${rest}`);
  }

  it("is refused without a listener", async () => {
    const outcome = await posterWith().post({ url: `http://127.0.0.1:${await unusedPort()}`, secret }, delivery);
    expect(outcome).toEqual({ kind: "unreached", reason: "Connection refused", code: "ECONNREFUSED", durationMs: 0 });
  });

  it("is not made to an address that is not allowed", async () => {
    const receiver = await listen(responseOf(200));
    const connect = createGuardedConnector({ ...anywhere, allowPrivate: false });
    const url = receiver.origin.replace("127.0.0.1", "hooks.example");
    for (const target of [url, receiver.origin]) {
      const outcome = await posterWith({ connect }).post({ url: target, secret }, delivery);
      expect(reasonOf(outcome)).toBe("Address is not allowed");
    }
    expect(receiver.connections).toBe(0);
  });

  const coded = (code: string): Error => Object.assign(new Error(`${code} 10.0.0.7:443 at Object.internal`), { code });

  it.each([
    ["Host name could not be resolved", coded("ENOTFOUND")],
    ["Host name could not be resolved", coded("EAI_AGAIN")],
    ["Host could not be reached", coded("EHOSTUNREACH")],
    ["Host could not be reached", coded("ENETUNREACH")],
    ["Connection could not be made in time", coded("ETIMEDOUT")],
    ["Connection could not be made in time", new errors.ConnectTimeoutError()],
    ["Connection closed before the response was complete", new errors.SocketError("other side closed")],
    ["TLS certificate was not accepted", coded("CERT_HAS_EXPIRED")],
    ["TLS certificate was not accepted", coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE")],
    ["TLS certificate was not accepted", coded("ERR_TLS_CERT_ALTNAME_INVALID")],
    ["TLS handshake failed", coded("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION")],
    ["TLS handshake failed", coded("ERR_TLS_HANDSHAKE_TIMEOUT")],
    ["TLS handshake failed", coded("EPROTO")],
    ["Address is not allowed", coded("ERR_FORBIDDEN_ADDRESS")],
    ["Delivery failed", coded("ERR_SOMETHING_INTERNAL")],
    ["Delivery failed", new Error("/srv/app/secret/module.ts is broken")],
  ])("that fails is reported as: %s", async (reason, error) => {
    let dials = 0;
    const connect: buildConnector.connector = (_, callback) => {
      dials += 1;
      queueMicrotask(() => callback(error, null));
    };
    const outcome = await posterWith({ connect }).post({ url: "https://a.example", secret }, delivery);
    expect(reasonOf(outcome)).toBe(reason);
    expect(dials).toBe(1);
  });

  it.each<[string, buildConnector.connector]>([
    [
      "whose connector throws is a failure like another",
      () => {
        throw new errors.SocketError("closed");
      },
    ],
    [
      "that is gone when it is handed over is not made again",
      (_, callback) => queueMicrotask(() => callback(null, new Socket().destroy())),
    ],
  ])("%s", async (_, connector) => {
    let dials = 0;
    const connect: buildConnector.connector = (options, callback) => {
      dials += 1;
      connector(options, callback);
    };
    const outcome = await posterWith({ connect }).post({ url: "https://a.example", secret }, delivery);
    expect(reasonOf(outcome)).toBe("Connection closed before the response was complete");
    expect(dials).toBe(1);
  });

  it.each(["not a url", "https://", ""])("is not attempted to %j", async (url) => {
    expect(reasonOf(await posterWith().post({ url, secret }, delivery))).toBe("URL is not valid");
  });

  it("is not made once the poster is closed", async () => {
    const receiver = await listen(responseOf(200));
    const poster = posterWith();
    await poster.close();
    const outcome = await poster.post({ url: receiver.origin, secret }, delivery);
    expect(reasonOf(outcome)).toBe("Service is stopping");
  });
});

it("TLS where there is none is a handshake that fails", async () => {
  const server = createPlainServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const outcome = await posterWith().post({ url: `https://127.0.0.1:${portOf(server)}`, secret }, delivery);
  expect(reasonOf(outcome)).toBe("TLS handshake failed");
});

const certificate = selfSigned("DNS:localhost");
if (certificate === null) console.warn("openssl is not on the PATH: deliveries over TLS are NOT tested");

describe.skipIf(certificate === null)("TLS", () => {
  /** A server with a certificate for localhost that is self-signed. */
  const serveTls = async (): Promise<{ url: string; cert: string; requests: string[] }> => {
    const requests: string[] = [];
    const server = createServer({ ...certificate }, (request, response) => {
      requests.push(request.httpVersion);
      request.resume().on("end", () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `https://localhost:${portOf(server)}/`, cert: certificate?.cert ?? "", requests };
  };

  it("is verified", async () => {
    const { url, requests } = await serveTls();
    const outcome = await posterWith({ connect: createGuardedConnector(anywhere) }).post({ url, secret }, delivery);
    expect(reasonOf(outcome)).toBe("TLS certificate was not accepted");
    expect(requests).toEqual([]);
  });

  it("delivers to a certificate that is trusted, for its own names only", async () => {
    const { url, cert, requests } = await serveTls();
    const poster = posterWith({ connect: createGuardedConnector({ ...anywhere, tls: { ca: cert } }) });
    expect((await poster.post({ url, secret }, delivery)).kind).toBe("accepted");
    const elsewhere = url.replace("localhost", "other.example");
    expect(reasonOf(await poster.post({ url: elsewhere, secret }, delivery))).toBe("TLS certificate was not accepted");
    expect(requests).toEqual(["1.1"]);
  });
});

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" ? address?.port : undefined;
}

it("without descriptors nothing is attempted, by address or by name", () => {
  const child = join(import.meta.dirname, "starved-child.ts");
  const urls = ["http://127.0.0.1:9/", "http://localhost:9/", "https://hooks.example/"];
  const limited = ["-c", 'ulimit -n 64; exec "$0" "$@"', process.execPath, child, ...urls];
  const outcomes: unknown = JSON.parse(execFileSync("bash", limited, { encoding: "utf8" }));
  const untried = { kind: "unreached", reason: "Service is short of resources", untried: true };
  expect(outcomes).toMatchObject([untried, untried, untried]);
});
