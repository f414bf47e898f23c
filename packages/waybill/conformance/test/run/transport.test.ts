// Requests over sockets, to servers that behave in every way that servers do.
import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, createBrotliCompress, createDeflate, createGzip, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../../../../fulfillment/service/test/addresses/receivers.ts";
import type { ReceivedResponse, SentRequest } from "../../src/exchange/exchange.ts";
import { createTransport } from "../../src/run/transport.ts";

async function listen(server: Server, host = "127.0.0.1"): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => void sockets.add(socket));
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** What comes of one request, or of several in a row. */
async function ask(url: string, more: Partial<SentRequest> = {}, options = {}): Promise<ReceivedResponse> {
  const transport = createTransport({ responseMs: 3_000, ...options });
  onTestFinished(transport.close);
  return await transport.send({ method: "GET", server: url, target: "/a", headers: [], body: null, ...more });
}

const http = async (listener: RequestListener, host?: string): Promise<string> =>
  `http://${await listen(createHttpServer(listener), host)}`;

/** A server that sends every connection these bytes; `ends`: and closes it. */
async function raw(text: string, ends: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => void (ends ? socket.end(text) : socket.write(text)));
  });
  return `http://${await listen(server)}`;
}

const textOf = ({ body }: ReceivedResponse): string => new TextDecoder().decode(body);

describe("a request", () => {
  const echo: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      response.end(JSON.stringify([request.method, request.url, request.rawHeaders, Buffer.concat(chunks).toString()]));
    });
  };

  it("goes below the base path as it is, with a Host and the length of its body", async () => {
    const url = await http(echo);
    const body = new TextEncoder().encode("é");
    const response = await ask(`${url}/api/`, { method: "POST", target: "/x?a=%20", headers: [["X-A", "1"]], body });
    const [method, target, headers, text] = JSON.parse(textOf(response));
    expect([method, target, text]).toEqual(["POST", "/api/x?a=%20", "é"]);
    expect(headers.slice(0, 8)).toEqual(["Host", url.slice(7), "X-A", "1", "Accept", "*/*", "Content-Length", "2"]);
  });

  it("cannot break out of a header", async () => {
    const [, , headers] = JSON.parse(
      textOf(await ask(await http(echo), { headers: [["X-A", "1\r\nX-B: 2\u0000\u0001"]] })),
    );
    expect(headers.slice(2, 4)).toEqual(["X-A", "1  X-B: 2"]);
  });

  it("reaches IPv6 addresses", async () => {
    expect((await ask(await http(echo, "::1"))).status).toBe(200);
  });
});

describe("a response", () => {
  it("of a redirect is not followed", async () => {
    const paths: (string | undefined)[] = [];
    const url = await http((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { Location: "/b" }).end();
    });
    expect((await ask(url)).status).toBe(302);
    expect(paths).toEqual(["/a"]);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("is unpacked: %s", async (encoding, pack) => {
    const url = await http((_, response) => {
      response.writeHead(200, { "Content-Encoding": encoding }).end(pack("text"));
    });
    expect(textOf(await ask(url))).toBe("text");
  });

  it("that is not encoded as its header says stays as received", async () => {
    const url = await http((_, response) => void response.writeHead(200, { "Content-Encoding": "gzip" }).end("plain"));
    expect(textOf(await ask(url))).toBe("plain");
  });

  it("may be an HTTP/1.0 response without a length, up to the end of the connection", async () => {
    const response = await ask(await raw("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold", true));
    expect([textOf(response), response.headers]).toEqual(["old", [["Content-Type", "text/plain"]]]);
  });

  it("keeps every value of a repeated header", async () => {
    const response = await ask(await raw("HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 0\r\n\r\n", false));
    expect(response.headers.slice(0, 2)).toEqual([
      ["X-A", "1"],
      ["x-a", "2"],
    ]);
  });
});

describe("a stream", () => {
  /** A stream of these parts, which goes on without an end, or ends. */
  const stream = (type: string, parts: readonly string[], ends = false): Promise<string> =>
    http(async (_, response) => {
      response.writeHead(200, { "Content-Type": type }).flushHeaders();
      for (const part of parts) await new Promise((resolve) => response.write(part, resolve));
      if (ends) response.end();
    });

  it.each([
    ["text/event-stream; charset=utf-8", "data: 1\n\n"],
    ["application/jsonl", "1\n"],
    ["application/x-ndjson", "1\n"],
    ["application/json-seq", "\u001e1\n"],
    ["multipart/x-mixed-replace", "--a"],
  ])("without an end is what arrives at first: %s", async (type, part) => {
    const response = await ask(await stream(type, [part]));
    expect([textOf(response), response.isPart]).toEqual([part, true]);
  });

  it("that ends is read whole", async () => {
    const response = await ask(await stream("application/jsonl", ["1\n", "2\n", "3"], true));
    expect([textOf(response), response.isPart]).toEqual(["1\n2\n3", undefined]);
  });

  it("in which nothing arrives is a response all the same", async () => {
    const response = await ask(await stream("text/event-stream", []), {}, { responseMs: 600 });
    expect([response.status, textOf(response), response.isPart]).toEqual([200, "", true]);
  });

  it("may begin with something other than an item", async () => {
    const url = await http((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write(": connected\n\n");
      setTimeout(() => response.write("data: 1\n\n"), 400);
    });
    expect(textOf(await ask(url))).toContain("data: 1");
  });

  it("of many items is read only until there are a few", async () => {
    let sent = 0;
    const url = await http((_, response) => {
      response.writeHead(200, { "Content-Type": "application/jsonl" });
      const more = (): void => {
        sent += 1;
        if (!response.destroyed) response.write("1\n", () => setImmediate(more));
      };
      more();
    });
    const { body, isPart } = await ask(url);
    expect(isPart).toBe(true);
    expect(body.length).toBeLessThan(10_000);
    expect(sent).toBeGreaterThan(9);
  });

  it.each([
    ["gzip", createGzip],
    ["deflate", createDeflate],
    ["br", createBrotliCompress],
  ] as const)("is unpacked as far as it arrived: %s", async (encoding, create) => {
    const url = await http((_, response) => {
      response.writeHead(200, { "Content-Type": "application/jsonl", "Content-Encoding": encoding });
      const packed = create();
      packed.pipe(response);
      packed.write("1\n");
      packed.flush();
    });
    expect(textOf(await ask(url))).toBe("1\n");
  });

  it("that is cut off is a missing response", async () => {
    const url = await http((_, response) => {
      response.writeHead(200, { "Content-Type": "application/jsonl" });
      response.write("1\n", () => response.destroy());
    });
    await expect(ask(url)).rejects.toThrow(/aborted|ECONNRESET/);
  });
});

describe("a missing response", () => {
  it.each([
    ["a connection that is closed", "", true, /socket hang up|ECONNRESET/],
    ["a response that never begins", "", false, /^no response within 0.8 seconds$/],
    [
      "a response that never ends",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
      false,
      /^no response within 0.8 seconds$/,
    ],
    ["a response that ends too early", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", true, /aborted|ECONNRESET/],
    ["what is not HTTP", "SSH-2.0-OpenSSH\r\n", true, /Parse Error/],
  ])("is %s", async (_, text, ends, reason) => {
    await expect(ask(await raw(text, ends), {}, { responseMs: 800 })).rejects.toThrow(reason);
  });

  it("is a refused connection of a host name", async () => {
    const address = await listen(createServer());
    await expect(ask(`http://${address.replace(/\d+$/, "1")}`)).rejects.toThrow(/ECONNREFUSED/);
    await expect(ask("http://localhost:1")).rejects.toThrow(/ECONNREFUSED/);
  });

  it("is a response that is too long", async () => {
    const url = await http((_, response) => void response.end("x".repeat(3000)));
    await expect(ask(url, {}, { mostBytes: 2000 })).rejects.toThrow("the response has more than 2000 bytes");
  });

  it("is an untrusted certificate, with what to do", async ({ skip }) => {
    const certificate = selfSigned("DNS:localhost");
    if (certificate === null) return skip("there is no openssl to make a certificate with");
    const url = await listen(createTlsServer(certificate, (_, response) => void response.end()));
    await expect(ask(`https://${url}`)).rejects.toThrow(/self-signed certificate.*NODE_EXTRA_CA_CERTS/);
  });
});

describe("a socket that stays open", () => {
  it("may have been closed: the request is sent again", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      let requests = 0;
      socket.on("error", () => {});
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        else socket.resetAndDestroy();
      });
    });
    const url = `http://${await listen(server)}`;
    const transport = createTransport({ responseMs: 3_000 });
    onTestFinished(transport.close);
    const request: SentRequest = { method: "GET", server: url, target: "/", headers: [], body: null };
    const statuses = [(await transport.send(request)).status, (await transport.send(request)).status];
    expect([statuses, connections]).toEqual([[200, 200], 2]);
  });
});
