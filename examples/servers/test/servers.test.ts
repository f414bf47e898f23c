// The same calls to each program over sockets: what the API promises does not depend on the framework around it.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type RequestListener, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expressBehindParser, fastifyBehindParsers, honoBehindReader } from "../src/behind-parsers.ts";
import * as expressProgram from "../src/express.ts";
import * as fastifyProgram from "../src/fastify.ts";
import type { Note } from "../src/generated/types/index.gen.ts";
import * as honoProgram from "../src/hono.ts";
import * as nodeProgram from "../src/node.ts";
import { Notes } from "../src/notes.ts";
import type { ServiceOptions } from "../src/service.ts";
import { listening, type Started, type StartOptions } from "../src/start.ts";

/** Node strips types but does not run decorators: it is bundled first, as its script in package.json does. */
async function nestAsBuilt(): Promise<typeof import("../src/nest.ts")> {
  const outfile = join(import.meta.dirname, `../.nest-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "../src/nest.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

const nestProgram = await nestAsBuilt();

interface Program {
  readonly name: string;
  readonly start: (options: StartOptions) => Promise<Started>;
  /** The header that the framework puts on responses of the API. */
  readonly servedBy?: string;
  /** A body parser in front rejects JSON that is malformed or too large, in words of its own. */
  readonly isParsed?: true;
  /** Clients may close their half of the connection after a request. */
  readonly isHalfOpen?: true;
}

const programs: readonly Program[] = [
  { name: "node:http", start: nodeProgram.start, isHalfOpen: true },
  { name: "Express", start: expressProgram.start, servedBy: "express" },
  { name: "Express behind express.json()", start: served(expressBehindParser), isParsed: true },
  { name: "Fastify", start: fastifyProgram.start, servedBy: "fastify" },
  {
    name: "Fastify with its parsers",
    start: async ({ port, ...options }) => {
      const app = fastifyBehindParsers(options);
      return { url: await app.listen({ port, host: "127.0.0.1" }), close: () => app.close() };
    },
    isParsed: true,
  },
  { name: "Hono", start: honoProgram.start, servedBy: "hono" },
  {
    name: "Hono behind a middleware that reads bodies",
    start: served((options) => getRequestListener(honoBehindReader(options).fetch)),
  },
  { name: "NestJS", start: nestProgram.start, servedBy: "nest", isParsed: true },
];

const photo = new Uint8Array(Buffer.alloc(5_000_000, "from the field: "));

/** Fails as a database would, with what no client may see. */
class FailingNotes extends Notes {
  override get(id: string): Note | null {
    if (id === "broken") throw new Error("the password hunter2 is wrong");
    return super.get(id);
  }
}

describe.each(programs)("the server $name", ({ start, servedBy = null, isParsed = false, isHalfOpen = false }) => {
  const reported: unknown[] = [];
  let server: Started;
  beforeAll(async () => {
    server = await start({ port: 0, notes: new FailingNotes(), report: (error) => reported.push(error) });
  });
  afterAll(() => server.close());

  const credentials = { authorization: "Bearer token-of-ada" };

  function call(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
    return fetch(server.url + path, { ...init, headers: { ...credentials, ...headers } });
  }

  function post(body: string): Promise<Response> {
    return call("/api/notes", { method: "POST", body, headers: { "content-type": "application/json" } });
  }

  async function created(words: string): Promise<Note> {
    const response = await post(JSON.stringify({ text: words }));
    expect(response.status).toBe(201);
    return (await response.json()) as Note;
  }

  async function watchers(): Promise<number> {
    const { watchers } = (await (await fetch(`${server.url}/api/status`)).json()) as { watchers: number };
    return watchers;
  }

  test("a note is created, read, listed and deleted", async () => {
    const note = await created("a kingfisher, é");
    const read = await call(`/api/notes/${note.id}`);
    expect([read.status, await read.json()]).toEqual([200, note]);
    expect(read.headers.get("content-type")).toBe("application/json");
    expect(await (await call("/api/notes?limit=1")).json()).toEqual([note]);
    expect((await call(`/api/notes/${note.id}`, { method: "DELETE" })).status).toBe(204);
    const gone = await call(`/api/notes/${note.id}`);
    expect([gone.status, await gone.json()]).toEqual([404, { error: "no_note" }]);
  });

  test("what the framework adds to responses is on those of the API", async () => {
    expect((await call("/api/notes")).headers.get("x-served-by")).toBe(servedBy);
    expect((await call("/api/nothing")).headers.get("x-served-by")).toBe(servedBy);
  });

  test("a request without credentials gets 401 in the words of the API", async () => {
    const headers = { authorization: "", "x-api-key": "guessed" };
    for (const init of [{ headers }, { method: "POST", body: "{}", headers }]) {
      const response = await call("/api/notes", init);
      expect([response.status, await response.json()]).toEqual([401, { error: "unauthorized" }]);
    }
    expect((await call("/api/notes", { headers: { authorization: "", "x-api-key": "key-of-ada" } })).status).toBe(200);
    expect(await watchers()).toBe(0);
  });

  test("an invalid request gets 400 with its issues", async () => {
    const response = await call("/api/notes?limit=many");
    expect([response.status, await response.json()]).toMatchObject([400, { error: "invalid_parameters" }]);
    const body = await post('{"text":""}');
    expect([body.status, await body.json()]).toEqual([
      400,
      { error: "invalid_body", issues: [expect.stringMatching(/^body\.text: /)] },
    ]);
    const malformed = await post('{"text"');
    expect(malformed.status).toBe(400);
    if (!isParsed) expect(await malformed.json()).toEqual({ error: "malformed_body" });
    const missing = await call("/api/notes", { method: "POST" });
    expect([missing.status, await missing.json()]).toEqual([400, { error: "missing_body" }]);
    const other = await call("/api/notes", { method: "POST", body: "text", headers: { "content-type": "text/csv" } });
    expect([other.status, await other.json()]).toEqual([415, { error: "unsupported_media_type" }]);
  });

  test("paths and methods that do not exist are rejected under the prefix, with the words of the API", async () => {
    const nowhere = await call("/api/nothing");
    expect([nowhere.status, await nowhere.json()]).toEqual([404, { error: "not_found" }]);
    const method = await call("/api/notes", { method: "PATCH" });
    expect([method.status, await method.json()]).toEqual([405, { error: "method_not_allowed" }]);
    expect(method.headers.get("allow")).toBe("GET, HEAD, POST");
    // HEAD is served where GET is.
    const head = await call("/api/notes", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("the framework serves its own routes beside the API, and other paths are not found", async () => {
    const health = await fetch(`${server.url}/health`);
    expect([health.status, await health.json()]).toEqual([200, { ok: true }]);
    expect((await call("/notes")).status).toBe(404);
    expect((await call("/apinotes")).status).toBe(404);
  });

  test("5 MB are uploaded and downloaded, byte for byte, and a client may end a download early", async () => {
    const note = await created("with a photo");
    const path = `/api/notes/${note.id}/attachment`;
    const form = new FormData();
    form.set("caption", "Ice");
    form.set("file", new Blob([photo]), "ice.bin");
    const stored = await call(path, { method: "PUT", body: form });
    const attachment = { bytes: photo.length, caption: "Ice" };
    expect([stored.status, await stored.json()]).toEqual([200, { ...note, attachment }]);
    const file = await call(path);
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-length")).toBe(String(photo.length));
    expect(Buffer.compare(new Uint8Array(await file.arrayBuffer()), photo)).toBe(0);
    await (await call(path)).body?.cancel();
    expect((await call("/api/notes")).status).toBe(200);
    expect(reported).toEqual([]);
  });

  test("items arrive as they are produced, until the client disconnects", async () => {
    const leave = new AbortController();
    const response = await call("/api/changes", { signal: leave.signal });
    expect(response.headers.get("content-type")).toBe("application/jsonl");
    expect(await watchers()).toBe(1);
    const reader = response.body?.getReader();
    for (const word of ["first", "second"]) {
      const note = await created(word);
      const { value } = (await reader?.read()) ?? {};
      expect(JSON.parse(new TextDecoder().decode(value))).toEqual(note);
    }
    leave.abort();
    await expect
      .poll(async () => {
        // A client that has left may have closed only its half of the connection: the next item finds out.
        if (isHalfOpen) await created("unseen");
        return watchers();
      })
      .toBe(0);
    expect(reported).toEqual([]);
  });

  test("a body that is too large gets 413, and the client can read it", async () => {
    const body = JSON.stringify({ text: "x".repeat(200_000) });
    const known = await post(body);
    expect(known.status).toBe(413);
    if (!isParsed) expect(await known.json()).toEqual({ error: "body_too_large" });
    expect(await postedInChunks(`${server.url}/api/notes`, body)).toBe(413);
    expect((await call("/api/notes")).status).toBe(200);
  });

  test("an upload that breaks off is no error of the service", async () => {
    const { id } = await created("to be illustrated");
    const headers = { ...credentials, "content-type": "multipart/form-data; boundary=b", "content-length": 1_000_000 };
    const upload = request(`${server.url}/api/notes/${id}/attachment`, { method: "PUT", headers });
    upload.on("error", () => {});
    upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
    await new Promise((sent) => upload.write("x".repeat(100_000), sent));
    upload.destroy();
    const note = await call(`/api/notes/${id}`);
    expect(await note.json()).toEqual({ id, text: "to be illustrated" });
    expect(reported).toEqual([]);
  });

  test("an error that a handler throws is a 500 without its message, and is reported", async () => {
    const response = await call("/api/notes/broken");
    expect([response.status, await response.json()]).toEqual([500, { error: "internal_error" }]);
    expect(reported.splice(0)).toEqual([new Error("the password hunter2 is wrong")]);
  });
});

test("node:http responds to bytes that are no request in the words of the API", async () => {
  const server = await nodeProgram.start({ port: 0, notes: new Notes(), report: () => {} });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.end("GET /api/notes HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n");
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(response).toContain('{"error":"malformed_request"}');
  await server.close();
});

/** Without a Content-Length. */
async function postedInChunks(url: string, body: string): Promise<number | undefined> {
  const headers = { authorization: "Bearer token-of-ada", "content-type": "application/json" };
  const sent = request(url, { method: "POST", headers });
  sent.on("error", () => {});
  for (let at = 0; at < body.length; at += 50_000) sent.write(body.slice(at, at + 50_000));
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

function served(listenerOf: (options: ServiceOptions) => RequestListener): Program["start"] {
  return ({ port, ...options }) => listening(createServer(listenerOf(options)).listen(port, "127.0.0.1"));
}
