// A description with every style of parameters and every kind of bodies, and a program that is client and server of it.

const seen = `responses: { "200": { description: Seen., content: { application/json: { schema: { type: object, required: [seen], properties: { seen: {} } } } } } }`;
const takes = (content: string, more = ""): string =>
  `{ operationId: OP, requestBody: { required: true, content: { ${content} } }, ${more}${seen} }`;
const responses = (content: string, more = ""): string =>
  `{ responses: { "200": { description: Given., ${more} content: { ${content} } } } }`;
const list = "schema: { type: array, items: { type: integer } }";
const object =
  "schema: { type: object, properties: { R: { type: integer }, g: { type: string } }, additionalProperties: false }";
const note =
  "schema: { type: object, required: [n], properties: { n: { type: integer } }, additionalProperties: false }";

export const description: string = `
openapi: 3.2.0
info: { title: Round, version: "1" }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /v/{plain}:
    get:
      operationId: plain
      parameters:
        - { name: plain, in: path, required: true, schema: { type: string } }
        - { name: n, in: query, schema: { type: integer } }
        - { name: flag, in: query, allowEmptyValue: true, schema: { type: boolean } }
        - { name: some, in: query, allowEmptyValue: true, ${list} }
        - { name: doc, in: query, content: { application/json: { schema: { type: object, additionalProperties: true } } } }
      ${seen}
  /p/{list}/{object}/{exploded}/{.}:
    get:
      operationId: simple
      parameters:
        - { name: list, in: path, required: true, ${list} }
        - { name: object, in: path, required: true, ${object} }
        - { name: exploded, in: path, required: true, explode: true, ${object} }
        - { name: ., in: path, required: true, schema: { type: string } }
      ${seen}
  /l/{one}/{list}/{exploded}/x{object}y/{open}:
    get:
      operationId: label
      parameters:
        - { name: one, in: path, required: true, style: label, schema: { type: string } }
        - { name: list, in: path, required: true, style: matrix, ${list} }
        - { name: exploded, in: path, required: true, style: matrix, explode: true, ${list} }
        - { name: object, in: path, required: true, style: label, ${object} }
        - { name: open, in: path, required: true, style: matrix, explode: true, ${object} }
      ${seen}
  /q:
    get:
      operationId: query
      parameters:
        - { name: list, in: query, ${list} }
        - { name: joined, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: spaced, in: query, style: spaceDelimited, explode: false, ${list} }
        - { name: piped, in: query, style: pipeDelimited, explode: false, ${list} }
        - { name: object, in: query, explode: false, ${object} }
        - { name: spread, in: query, ${object} }
        - { name: deep, in: query, style: deepObject, explode: true, schema: { type: object, properties: { a: { type: object, properties: { b: { type: array, items: { type: integer } } } }, c: { type: array, items: { type: object, properties: { d: { type: boolean } } } }, e: { type: string } } } }
        - { name: either, in: query, required: true, schema: { type: [integer, "null", boolean] } }
        - { name: a b, in: query, allowReserved: true, schema: { type: string } }
        - { name: X-List, in: header, ${list} }
        - { name: X-Object, in: header, explode: true, ${object} }
        - { name: X-Doc, in: header, content: { application/json: { ${note} } } }
        - { name: sid, in: cookie, schema: { type: string } }
        - { name: ids, in: cookie, explode: false, ${list} }
      ${seen}
  /json: { post: ${takes(`application/json: { ${note} }`).replace("OP", "sendJson")} }
  /text: { post: ${takes("text/plain: { schema: { type: string } }").replace("OP", "sendText")} }
  /latin: { post: ${takes("text/plain; charset=iso-8859-1: { schema: { type: string } }").replace("OP", "sendLatin")} }
  /binary: { post: ${takes("image/*: {}, application/octet-stream: {}").replace("OP", "sendBinary")} }
  /many: { post: ${takes(`application/json: { ${note} }, application/x-www-form-urlencoded: { ${note} }, application/vnd.n+json: { ${note} }, text/csv: {}`).replace("OP", "sendMany")} }
  /any: { post: ${takes(`"*/*": { ${note} }`).replace("OP", "sendAny")} }
  /lines: { post: ${takes("application/jsonl: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } }").replace("OP", "sendLines")} }
  /form:
    post:
      operationId: sendForm
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [n, "no"]
              properties:
                n: { type: integer }
                on: { type: boolean }
                tags: { type: array, items: { type: string } }
                meta: { type: object, properties: { z: { type: array, items: { type: number } } } }
                metas: { type: array, items: { type: object, properties: { y: { type: integer } } } }
                ids: { type: array, items: { type: integer } }
                deep: { type: object, properties: { a: { type: object, properties: { b: { type: integer } } } } }
                raw: { type: object, properties: { x: { type: integer } } }
                nil: { type: [string, "null"] }
                "no": { type: [string, "null"] }
              additionalProperties: { type: integer }
            encoding:
              ids: { style: pipeDelimited, explode: false }
              deep: { style: deepObject, explode: true }
              raw: { contentType: application/json }
      ${seen}
  /multipart:
    post:
      operationId: sendMultipart
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [image]
              properties:
                n: { type: integer }
                image: { type: string, contentMediaType: image/png }
                files: { type: array, items: { type: string, format: binary } }
                meta: { type: object, required: [z], properties: { z: { type: integer } } }
                tags: { type: array, items: { type: string } }
                xml: { type: string }
            encoding: { image: { contentType: "image/png, image/jpeg" }, xml: { contentType: text/xml } }
      ${seen}
  /secret: { get: { operationId: secret, security: [{ key: [] }], ${seen} } }
  /secret-body: { post: { operationId: secretBody, security: [{ key: [] }], requestBody: { content: { application/json: {} } }, ${seen} } }
  /later: { get: { operationId: later, ${seen} } }
  /broken: { get: { operationId: broken, ${seen} } }
  /responses/json: { get: ${responses(`application/json: { ${note} }`, `headers: { Link: { required: true, schema: { type: array, items: { type: string } } }, Sizes: { explode: true, schema: { type: object, properties: { w: { type: integer }, h: { type: integer } } } }, Meta: { content: { application/json: { schema: { type: object, additionalProperties: true } } } } },`).replace("{", "{ operationId: giveJson,")} }
  /responses/form: { get: ${responses("application/x-www-form-urlencoded: { schema: { type: object, required: [n], properties: { n: { type: integer }, tags: { type: array, items: { type: string } }, on: { type: boolean } } } }").replace("{", "{ operationId: giveForm,")} }
  /responses/multipart: { get: ${responses("multipart/form-data: { schema: { type: object, required: [n, file], properties: { n: { type: integer }, file: { type: string, format: binary }, meta: { type: object, properties: { z: { type: integer } } } } } }").replace("{", "{ operationId: giveMultipart,")} }
  /responses/any: { get: ${responses(`"*/*": { ${note} }`).replace("{", "{ operationId: giveAny,")} }
  /responses/text: { get: ${responses("text/plain: {}").replace("{", "{ operationId: giveText,")} }
  /responses/latin: { get: ${responses("text/plain; charset=iso-8859-1: {}").replace("{", "{ operationId: giveLatin,")} }
  /responses/binary: { get: ${responses("image/*: {}").replace("{", "{ operationId: giveBinary,")} }
  /responses/events: { get: ${responses("text/event-stream: { schema: { type: object, required: [n], properties: { n: { type: integer } } } }").replace("{", "{ operationId: giveEvents,")} }
  /responses/lines: { get: ${responses("application/x-ndjson: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } }").replace("{", "{ operationId: giveLines,")} }
  /responses/endless: { get: ${responses("application/x-ndjson: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } }").replace("{", "{ operationId: giveEndless,")} }
  /responses/broken: { get: ${responses("application/x-ndjson: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } }").replace("{", "{ operationId: giveBroken,")} }
  /responses/none: { get: { operationId: giveNone, responses: { "204": { description: None. } } } }
`;

export const usage: string = `
import { BrokenSequenceError, createClient, createSend } from "./client/index.gen.ts";
import { createFetchHandler, createNodeHandler, type Handlers, readCredentials, routes, securitySchemes, type Service, unimplemented } from "./server/index.gen.ts";

interface Context { readonly path: string }

const seenOf = <Seen>(seen: Seen) => ({ status: 200, contentType: "application/json", body: { seen } }) as const;

async function shown(blob: Blob): Promise<unknown> {
  return [blob.type, blob instanceof File ? blob.name : null, await blob.text()];
}

const handlers: Handlers<Context> = {
  ...unimplemented,
  plain: async (request) => seenOf(request),
  simple: async (request) => seenOf(request),
  label: async (request) => seenOf(request),
  query: async (request) => seenOf(request),
  sendJson: async ({ body }) => seenOf(body),
  sendText: async ({ body }) => seenOf(body),
  sendLatin: async ({ body }) => seenOf(body),
  sendBinary: async ({ body, contentType }) => seenOf([contentType, body.size, await shown(body)]),
  sendMany: async (request) => {
    if (request.contentType === "text/csv") return seenOf(request.body.split(","));
    const n: number = request.body.n;
    return seenOf([request.contentType, n]);
  },
  sendAny: async ({ body: { n }, contentType }) => seenOf([contentType, n]),
  sendLines: async ({ body }) => {
    const seen: number[] = [];
    for await (const { n } of body) seen.push(n);
    return seenOf(seen);
  },
  sendForm: async ({ body }) => seenOf(body),
  sendMultipart: async ({ body: { image, files = [], ...others } }) =>
    seenOf({ ...others, image: await shown(image), files: await Promise.all(files.map(shown)) }),
  broken: async () => {
    throw new Error("broken");
  },
  giveJson: async () => ({ status: 200, contentType: "application/json", headers: { Link: ["a", "b"], Sizes: { w: 1, h: 2 }, Meta: { z: [1] } }, body: { n: 1 } }),
  giveForm: async () => ({ status: 200, contentType: "application/x-www-form-urlencoded", body: { n: 1, tags: ["a", "b"], on: true } }),
  giveMultipart: async () => ({ status: 200, contentType: "multipart/form-data", body: { n: 2, file: new Blob(["bytes"], { type: "image/png" }), meta: { z: 1 } } }),
  giveAny: async () => ({ status: 200, contentType: "application/hal+json", body: { n: 6 } }),
  giveText: async () => ({ status: 200, contentType: "text/plain", body: "é" }),
  giveLatin: async () => ({ status: 200, contentType: "text/plain; charset=iso-8859-1", body: "é" }),
  giveBinary: async () => ({ status: 200, contentType: "image/gif", body: new Blob(["gif"]) }),
  giveEvents: async () => ({ status: 200, contentType: "text/event-stream", body: (async function* () { yield { event: "added", data: { n: 1 } }; yield { data: { n: 2 } }; })() }),
  giveLines: async () => ({ status: 200, contentType: "application/x-ndjson", body: (async function* () { yield { n: 1 }; yield { n: 2 }; })() }),
  giveEndless: async () => ({ status: 200, contentType: "application/x-ndjson", body: endless() }),
  giveBroken: async () => ({ status: 200, contentType: "application/x-ndjson", body: breaking() }),
  giveNone: async () => ({ status: 204 }),
};

export const reported: string[] = [];

async function* endless() {
  try {
    for (let n = 0; ; n += 1) {
      yield { n };
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  } finally {
    reported.push("ended");
  }
}

async function* breaking() {
  yield { n: 1 };
  throw new Error("out of items");
}

const service: Service<keyof Handlers, Context> = {
  routes,
  handlers,
  largestBody: 150_000,
  checkResponses: true,
  onError: (error) => {
    reported.push(error instanceof Error ? error.message : "");
  },
  context: (request) => {
    const { security } = request.route;
    return security.length > 0 && readCredentials(security, securitySchemes, request).length === 0 ? null : { path: request.pathname };
  },
};

export const listener = (): ReturnType<typeof createNodeHandler> => createNodeHandler(service);
export const fetchHandler: ReturnType<typeof createFetchHandler> = createFetchHandler(service);

const clientOf = (baseUrl: string) => createClient(createSend({ baseUrl }));

export async function parameters(baseUrl: string): Promise<unknown> {
  const client = clientOf(baseUrl);
  const plain = { path: { plain: "a/b c%é+" }, query: { n: 5, flag: "" as const, some: [7], doc: { a: [1, "&"] } } };
  const simple = { path: { list: [1, 2], object: { R: 1, g: "a,b=c" }, exploded: { R: 2, g: "é" }, ".": "." + "x" } };
  const label = { path: { one: "a.b", list: [1, 2], exploded: [3, 4], object: { R: 1, g: "x;y" }, open: { R: 2, g: "z" } } };
  const query = {
    query: {
      list: [1, 2], joined: ["a,b", "c d"], spaced: [1, 2], piped: [3, 4], object: { R: 1, g: "x,y" }, spread: { R: 2, g: "&" },
      deep: { a: { b: [1, 2] }, c: [{ d: true }, { d: false }], e: "[x]" }, either: null, "a b": "/?:@!$'()*,;=",
    },
    headers: { "X-List": [1, 2], "X-Object": { R: 1, g: "x" }, "X-Doc": { n: 1 } },
    cookies: { sid: "a;b=c é", ids: [1, 2] },
  };
  const seen = await Promise.all([client.plain(plain), client.simple(simple), client.label(label), client.query(query)]);
  return { sent: [plain, simple, label, query], seen: seen.map(({ body }) => body.seen) };
}

export async function bodies(baseUrl: string): Promise<unknown> {
  const client = clientOf(baseUrl);
  const pair = async (sent: unknown, response: Promise<{ readonly body: { readonly seen: unknown } }>) => ({ sent, seen: (await response).body.seen });
  const form = { n: 1, on: false, tags: ["a b", "c+d&"], meta: { z: [1, 2.5] }, metas: [{ y: 1 }, { y: 2 }], ids: [1, 2], deep: { a: { b: 1 } }, raw: { x: 1 }, "no": null, other: 7 };
  const multipart = { n: 1, meta: { z: 2 }, tags: ["a", "b"], xml: "<x/>" };
  const image = new File(["png"], "a.png", { type: "image/png" });
  async function* items() { yield { n: 1 }; yield { n: 2 }; }
  return {
    json: await pair({ n: 1 }, client.sendJson({ body: { n: 1 } })),
    text: await pair("é\\n", client.sendText({ body: "é\\n" })),
    latin: await pair("é", client.sendLatin({ body: "é" })),
    binary: await pair(["image/webp", 2, ["image/webp", null, "é"]], client.sendBinary({ contentType: "image/webp", body: new Blob(["é"]) })),
    manyForm: await pair(["application/x-www-form-urlencoded", 3], client.sendMany({ contentType: "application/x-www-form-urlencoded", body: { n: 3 } })),
    manyJson: await pair(["application/vnd.n+json", 4], client.sendMany({ contentType: "application/vnd.n+json", body: { n: 4 } })),
    any: await pair(["application/x-own", 5], client.sendAny({ contentType: "application/x-own", body: { n: 5 } })),
    manyText: await pair(["a", "b"], client.sendMany({ contentType: "text/csv", body: "a,b" })),
    lines: await pair([1, 2], client.sendLines({ body: items() })),
    form: await pair(form, client.sendForm({ body: { ...form, nil: null } })),
    multipart: await pair(
      { ...multipart, image: ["image/png", "a.png", "png"], files: [["text/css", "blob", "1"]] },
      client.sendMultipart({ body: { ...multipart, image, files: [new Blob(["1"], { type: "text/css" })] } }),
    ),
  };
}

/** What it fails with, and how many items there were. */
export async function read(baseUrl: string, which: "giveEndless" | "giveBroken", stopAt: number): Promise<unknown> {
  const stop = new AbortController();
  let items = 0;
  try {
    const { body } = await createClient(createSend({ baseUrl, timeout: 30_000 }))[which]({}, { signal: stop.signal });
    for await (const { n } of body) {
      items = n;
      if (n >= stopAt) stop.abort(new Error("enough"));
    }
    return [items, null];
  } catch (error) {
    if (error instanceof BrokenSequenceError) return [items, error.code];
    return [items, error instanceof Error ? error.message : error];
  }
}

export async function responses(baseUrl: string): Promise<unknown> {
  const client = clientOf(baseUrl);
  const json = await client.giveJson();
  const form: { n: number; tags?: string[] | undefined; on?: boolean | undefined } = (await client.giveForm()).body;
  const { file, ...multipart } = (await client.giveMultipart()).body;
  const image = await client.giveBinary();
  const events: [string | undefined, number][] = [];
  for await (const { event, data } of (await client.giveEvents()).body) events.push([event, data.n]);
  const lines: unknown[] = [];
  for await (const line of (await client.giveLines()).body) lines.push(line);
  return {
    json: [json.body, json.headers],
    form,
    multipart: [multipart, await file.text(), file.type],
    any: await client.giveAny().then(({ contentType, body }) => [contentType, body.n]),
    text: (await client.giveText()).body,
    latin: (await client.giveLatin()).body,
    binary: [image.contentType, await image.body.text()],
    events,
    lines,
    none: (await client.giveNone()).status,
  };
}
`;
