// Bodies that are more than one JSON value: sequences and encoded forms, by a generated client over a socket.
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonTextOf } from "../../../src/targets/http/runtime/bodies.ts";
import { type LocalServer, startServer } from "../../local-server.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { loadUsage } from "./usage.ts";

const seen = `responses: { "200": { description: Seen., content: { text/plain: {} } } }`;
const got = (type: string, said: string): string =>
  `responses: { "200": { description: Items., content: { ${type}: { ${said} } } } }`;

const description = `
openapi: 3.2.0
info: { title: Bodies, version: "1" }
paths:
  /events: { get: { operationId: watch, ${got("text/event-stream", "itemSchema: { type: object, required: [data], properties: { event: { enum: [added] }, data: { type: string } } }")} } }
  /chat: { get: { operationId: chat, ${got("text/event-stream", "schema: { $ref: '#/components/schemas/Note' }")} } }
  /lines: { get: { operationId: list, ${got("application/jsonl", "schema: { type: array, items: { $ref: '#/components/schemas/Note' } }")} } }
  /sequence: { get: { operationId: sequence, ${got("application/json-seq", "itemSchema: { $ref: '#/components/schemas/Note' }")} } }
  /import: { post: { operationId: import, requestBody: { required: true, content: { application/x-ndjson: { itemSchema: { $ref: "#/components/schemas/Note" } } } }, ${seen} } }
  /form:
    post:
      operationId: fill
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              properties:
                expand: { type: array, items: { type: string } }
                meta: { type: object, additionalProperties: true }
                ids: { type: array, items: { type: integer } }
                url: { type: string }
                raw: { type: string }
                plain: { type: object, additionalProperties: true }
            encoding:
              expand: { style: deepObject, explode: true }
              meta: { style: deepObject, explode: true }
              ids: { style: pipeDelimited, explode: false }
              url: { allowReserved: true }
              raw: { contentType: application/json }
      ${seen}
  /upload:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [files]
              properties:
                files: { type: array, items: { type: string, format: binary } }
                about: { type: object, additionalProperties: true }
                note: { type: string }
                name: { type: string }
            encoding: { files: { contentType: "image/png, image/jpeg" }, note: { contentType: text/xml } }
      ${seen}
components:
  schemas:
    Note: { type: object, required: [text], properties: { text: { type: string } } }
`;

const usage = `
import { createClient, createSend } from "./client/index.gen.ts";
import type { Note } from "./types/index.gen.ts";

const clientOf = (baseUrl: string) => createClient(createSend({ baseUrl }));

export async function watch(baseUrl: string): Promise<unknown> {
  const { body } = await clientOf(baseUrl).watch();
  const found: ("added" | undefined)[] = [];
  const data: string[] = [];
  for await (const event of body) {
    found.push(event.event);
    data.push(event.data);
  }
  return [found, data];
}

export async function chat(baseUrl: string): Promise<unknown> {
  const texts: string[] = [];
  for await (const { data } of (await clientOf(baseUrl).chat()).body) texts.push(data.text);
  return texts;
}

export async function list(baseUrl: string): Promise<unknown> {
  const notes: Note[] = [];
  for await (const note of (await clientOf(baseUrl).list()).body) notes.push(note);
  return notes;
}

export async function first(baseUrl: string): Promise<unknown> {
  for await (const note of (await clientOf(baseUrl).sequence()).body) return note.text;
  return null;
}

async function* notes(): AsyncGenerator<Note> {
  yield { text: "a" };
  yield { text: "b\\n" };
}

export const send = async (baseUrl: string): Promise<unknown> => (await clientOf(baseUrl).import({ body: notes() })).body;

export async function fill(baseUrl: string): Promise<unknown> {
  const body = { expand: ["a", "b c"], meta: { a: { b: [1, true] } }, ids: [1, 2], url: "a/b?c&d", raw: "x", plain: { y: 1 } };
  return (await clientOf(baseUrl).fill({ body })).body;
}

export async function upload(baseUrl: string): Promise<unknown> {
  const files = [new File(["1"], "one.png", { type: "image/png" }), new Blob(["2"])];
  return (await clientOf(baseUrl).upload({ body: { files, about: { z: 1 }, note: "<n/>", name: "plain" } })).body;
}

// @ts-expect-error items are notes
export const wrong = (baseUrl: string): unknown => clientOf(baseUrl).import({ body: (async function* () { yield 1; })() });
`;

type Usage = Readonly<
  Record<"watch" | "chat" | "list" | "first" | "send" | "fill" | "upload", (url: string) => Promise<unknown>>
>;

const { directory, dispose } = temporaryDirectory();
const responses = new Map([
  [
    "/events",
    ["text/event-stream", ": hello\r", "\nevent: added\r\ndata: a\r\ndata:b\n\nretry: 5\n\nda", "ta:  c\r\r"],
  ],
  ["/chat", ["text/event-stream; charset=utf-8", 'data: {"text":"é"}\n\ndata: {"text":', '"2"}\n\ndata: [DONE]\n\n']],
  ["/lines", ["application/jsonl", '{"text":"1"}\n\n{"te', 'xt":"2"}']],
  ["/sequence", ["application/json-seq", '\x1e{"text":"1"}\n', '\x1e{"text":"2"}\n']],
]);
let server: LocalServer;
let user: Usage;
let closed = false;

beforeAll(async () => {
  user = await loadUsage<Usage>(description, usage, directory);
  server = await startServer(async (request, response) => {
    const [type, ...chunks] = responses.get(request.url ?? "") ?? [];
    if (type === undefined) {
      const body = await text(request);
      const boundary = /boundary=(.*)/.exec(request.headers["content-type"] ?? "")?.[1];
      const shown = boundary === undefined ? body : body.replaceAll(boundary, "B");
      return void response.writeHead(200, { "content-type": "text/plain" }).end(shown);
    }
    response.on("close", () => {
      closed = !response.writableEnded;
    });
    response.writeHead(200, { "content-type": type });
    for (const chunk of chunks) {
      response.write(chunk);
      await new Promise(setImmediate);
    }
    if (request.url !== "/sequence") response.end();
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dispose();
});

describe("sequences", () => {
  it("the generated sequences compile with TypeScript 7", async () =>
    expect(await compilerErrorsOf("typescript-7.0", directory)).toBe(""));

  it("of events arrive as HTML reads them", async () => {
    expect(await user.watch(server.url)).toEqual([
      ["added", undefined],
      ["a\nb", " c"],
    ]);
  });

  it("of JSON events, lines and records arrive as values", async () => {
    expect(await user.chat(server.url)).toEqual(["é", "2"]);
    expect(await user.list(server.url)).toEqual([{ text: "1" }, { text: "2" }]);
  });

  it("release the connection when the reader stops", async () => {
    expect(await user.first(server.url)).toBe("1");
    await expect.poll(() => closed).toBe(true);
  });

  it("are sent as they are made", async () => {
    expect(await user.send(server.url)).toBe('{"text":"a"}\n{"text":"b\\n"}\n');
  });
});

describe("fields", () => {
  it("of a form are written by their encoding", async () => {
    expect(decodeURIComponent(String(await user.fill(server.url)))).toBe(
      'expand[0]=a&expand[1]=b c&meta[a][b][0]=1&meta[a][b][1]=true&ids=1|2&url=a/b?c&d&raw="x"&plain={"y":1}',
    );
  });

  it("of a multipart body have the type of their encoding", async () => {
    const sent = String(await user.upload(server.url));
    const heads = [...sent.matchAll(/name="(\w+)"(?:; filename="([^"]*)")?\r\n(?:Content-Type: (.*)\r\n)?/g)];
    expect(heads.map(([, ...head]) => head.map((one) => one ?? null))).toEqual([
      ["files", "one.png", "image/png"],
      ["files", "blob", "image/png"],
      ["about", null, "application/json"],
      ["note", null, "text/xml"],
      ["name", null, null],
    ]);
  });
});

describe("JSON", () => {
  it.each([
    [{ total: Number.NaN }, "total is not finite"],
    [{ lines: [1, Number.POSITIVE_INFINITY] }, "1 is not finite"],
    [{ made: new Date(Number.NaN) }, "made is an invalid Date"],
  ])("has no text of %j", (value, message) => {
    expect(() => jsonTextOf(value)).toThrow(message);
  });

  it("has null where the value is null", () => {
    const value = { note: null, list: [null, undefined], gone: { toJSON: () => null }, made: new Date(0) };
    expect(jsonTextOf(value)).toBe('{"note":null,"list":[null,null],"gone":null,"made":"1970-01-01T00:00:00.000Z"}');
  });
});
