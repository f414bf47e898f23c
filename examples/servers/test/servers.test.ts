// The same calls to each program over sockets: what the API promises does not depend on the framework around it.
import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expressBehindParser, fastifyBehindParsers, honoBehindReader } from "../src/behind-parsers.ts";
import * as expressProgram from "../src/express.ts";
import * as fastifyProgram from "../src/fastify.ts";
import type { Note } from "../src/generated/types/index.gen.ts";
import * as honoProgram from "../src/hono.ts";
import * as nestProgram from "../src/nest.ts";
import * as nodeProgram from "../src/node.ts";
import { Notes } from "../src/notes.ts";
import type { ServiceOptions, Started, StartOptions } from "../src/service.ts";

interface Program {
  readonly name: string;
  readonly start: (options: StartOptions) => Promise<Started>;
  /** The header that the framework puts on responses of the API. */
  readonly servedBy?: string;
  /** A body parser in front rejects JSON that is malformed or too large, in words of its own. */
  readonly isParsed?: true;
}

const programs: readonly Program[] = [
  { name: "node:http", start: nodeProgram.start },
  { name: "Express", start: expressProgram.start, servedBy: "express" },
  { name: "Express behind express.json()", start: listening(expressBehindParser), isParsed: true },
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
    start: listening((options) => getRequestListener(honoBehindReader(options).fetch)),
  },
  { name: "NestJS", start: nestProgram.start, servedBy: "nest", isParsed: true },
];

/** Fails as a database would, with what no client may see. */
class FailingNotes extends Notes {
  override get(id: string): Note | null {
    if (id === "broken") throw new Error("the password hunter2 is wrong");
    return super.get(id);
  }
}

describe.each(programs)("$name", ({ start, servedBy = null, isParsed = false }) => {
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

  async function created(text: string): Promise<Note> {
    const response = await post(JSON.stringify({ text }));
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
    expect(method.headers.get("allow")).toBe("GET, POST");
    const head = await call("/api/notes", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([405, ""]);
  });

  test("the framework serves its own routes beside the API, and other paths are not found", async () => {
    const health = await fetch(`${server.url}/health`);
    expect([health.status, await health.json()]).toEqual([200, { ok: true }]);
    expect((await call("/notes")).status).toBe(404);
    expect((await call("/apinotes")).status).toBe(404);
  });

  test("5 MB are uploaded and downloaded, byte for byte", async () => {
    const note = await created("with a photo");
    const bytes = new Uint8Array(5_000_000).map((_, index) => (index * 31) % 251);
    const form = new FormData();
    form.set("caption", "Ice");
    form.set("file", new Blob([bytes]), "ice.bin");
    const stored = await call(`/api/notes/${note.id}/attachment`, { method: "PUT", body: form });
    expect([stored.status, await stored.json()]).toEqual([
      200,
      { ...note, attachment: { bytes: 5_000_000, caption: "Ice" } },
    ]);
    const file = await call(`/api/notes/${note.id}/attachment`);
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-length")).toBe("5000000");
    const received = new Uint8Array(await file.arrayBuffer());
    expect(received.length).toBe(5_000_000);
    expect(Buffer.compare(received, bytes)).toBe(0);
  });

  test("a download that the client ends early ends nothing else", async () => {
    const note = await created("with a long recording");
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(9_000_000)]), "birds.wav");
    await call(`/api/notes/${note.id}/attachment`, { method: "PUT", body: form });
    const file = await call(`/api/notes/${note.id}/attachment`);
    await file.body?.cancel();
    expect((await call("/api/notes")).status).toBe(200);
    expect(reported).toEqual([]);
  });

  test("items arrive as they are produced, until the client disconnects", async () => {
    const leave = new AbortController();
    const response = await call("/api/changes", { signal: leave.signal });
    expect(response.headers.get("content-type")).toBe("application/jsonl");
    expect(await watchers()).toBe(1);
    const reader = response.body?.getReader();
    for (const text of ["first", "second"]) {
      const note = await created(text);
      const { value } = (await reader?.read()) ?? {};
      expect(JSON.parse(new TextDecoder().decode(value))).toEqual(note);
    }
    leave.abort();
    await expect.poll(watchers).toBe(0);
    expect(reported).toEqual([]);
  });

  test("a body that is too large gets 413, and the client can read it", async () => {
    const text = JSON.stringify({ text: "x".repeat(200_000) });
    const known = await post(text);
    expect(known.status).toBe(413);
    if (!isParsed) expect(await known.json()).toEqual({ error: "body_too_large" });
    expect(await postedInChunks(`${server.url}/api/notes`, text)).toBe(413);
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

/** Without a Content-Length. */
async function postedInChunks(url: string, text: string): Promise<number | undefined> {
  const headers = { authorization: "Bearer token-of-ada", "content-type": "application/json" };
  const sent = request(url, { method: "POST", headers });
  sent.on("error", () => {});
  for (let at = 0; at < text.length; at += 50_000) sent.write(text.slice(at, at + 50_000));
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

function listening(listenerOf: (options: ServiceOptions) => RequestListener): Program["start"] {
  return async ({ port, ...options }) => {
    const server = createServer(listenerOf(options)).listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const bound = typeof address === "object" && address !== null ? address.port : port;
    const close = async () => {
      server.close();
      await once(server, "close");
    };
    return { url: `http://127.0.0.1:${bound}`, close };
  };
}
