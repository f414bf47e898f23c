// A client for a description of no particular service, as its user has it: compiled, and run against a server that shows
// what arrived and responds as it is asked to.
// @module-tag compilers

import { writeFileSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";
import { type LocalServer, startServer } from "../client/local-server.ts";

const description = `
openapi: 3.1.1
info: { title: Paints, version: "1" }
paths:
  /paints/{shade}:
    parameters:
      - { name: shade, in: path, required: true, schema: { type: string } }
    get:
      operationId: findPaints
      parameters:
        - { name: where, in: query, style: deepObject, explode: true, schema: { type: object, additionalProperties: { type: integer } } }
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: X-Trace, in: header, schema: { type: array, items: { type: string } } }
        - { name: sid, in: cookie, schema: { type: string } }
      responses:
        "200":
          description: Found.
          headers: { X-Ids: { schema: { type: array, items: { type: integer } } } }
          content:
            application/json: { schema: { type: object, required: [seen], properties: { seen: { type: array, items: { type: string } } } } }
            text/csv: { schema: { type: string } }
        "204": { description: None. }
        4XX:
          description: Refused.
          content: { application/problem+json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
        default: { description: Anything else., content: { text/*: { schema: { type: string } } } }
    head: { operationId: probePaints, responses: { "200": { description: There., headers: { Age: { schema: { type: integer } } }, content: { application/json: {} } } } }
    put:
      operationId: mixPaint
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, properties: { red_part: { type: integer } } } }
          application/x-www-form-urlencoded: { schema: { type: object, properties: { red_part: { type: integer } } } }
          image/*: {}
      responses: { "200": { description: Mixed., content: { application/json: { schema: { type: object, required: [seen], properties: { seen: { type: array, items: { type: string } } } } } } } }
`;

/** What a user writes; each line below an expectation must not compile. */
const usage = `
import { createClient, createSend, operations, withRetries } from "./client/index.gen.ts";

export async function run(baseUrl: string, wanted: string): Promise<unknown> {
  const client = createClient(withRetries(createSend({ baseUrl, timeout: 30_000 }), { retries: 0 }));
  const request = { path: { shade: "a/b" }, query: { where: { red: 1 }, tag: ["x", "y z"], limit: 5 } };
  const more = { headers: { "X-Trace": ["t", "u"] }, cookies: { sid: "a;b" } };
  const response = await client.findPaints({ ...request, ...more }, { headers: { "x-wanted": wanted }, maxRateLimitWait: 0 });
  if (response.status === 204) return [response.status];
  if (response.status === 200) {
    const ids: readonly number[] = response.headers?.["X-Ids"] ?? [];
    if (response.contentType === "text/csv") return [response.status, ids, response.body.split(",")];
    return [response.status, ids, ...response.body.seen];
  }
  if (response.contentType === "application/problem+json") return [response.status, response.body.title];
  return [response.status, response.contentType, response.body.toUpperCase()];
}

export async function mix(baseUrl: string): Promise<unknown> {
  const send = createSend({ baseUrl });
  const path = { shade: "é" };
  const asJson = await send(operations.mixPaint, { path, contentType: "application/json", body: { red_part: 1 } });
  const asForm = await send(operations.mixPaint, { path, contentType: "application/x-www-form-urlencoded", body: { red_part: 2 } });
  const asImage = await send(operations.mixPaint, { path, contentType: "image/png", body: new Blob(["png"]) });
  return [asJson, asForm, asImage].map(({ body, request, rateLimit }) => [request.operation, rateLimit, ...body.seen]);
}

export async function probe(baseUrl: string): Promise<unknown> {
  const { status, headers } = await createClient(createSend({ baseUrl })).probePaints({ path: { shade: "x" } });
  return [status, headers?.Age];
}

export const wrong = async (baseUrl: string): Promise<void> => {
  const client = createClient(createSend({ baseUrl }));
  // @ts-expect-error the shade is missing
  await client.findPaints({});
  // @ts-expect-error a wait is for calls that are patient
  const response = await client.findPaints({ path: { shade: "" } }, { maxRateLimitWait: 1 });
  // @ts-expect-error only a 200 has seen anything
  console.log(response.body.seen);
  // @ts-expect-error there is no address to send to
  createSend({});
};
`;

interface Usage {
  run(baseUrl: string, wanted: string): Promise<unknown>;
  mix(baseUrl: string): Promise<unknown>;
  probe(baseUrl: string): Promise<unknown>;
}

const { directory, dispose } = temporaryDirectory();
let server: LocalServer;
let user: Usage;

beforeAll(async () => {
  const { diagnostics } = await generate(new Map([["openapi.yaml", description]]), ["client"], directory);
  expect(diagnostics).toBe("");
  const file = path.join(directory, "usage.ts");
  writeFileSync(file, usage.trimStart());
  user = await import(pathToFileURL(file).href);
  server = await startServer(respond);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dispose();
});

describe("a client for any description", () => {
  it.each(testedCompilers)("compiles with %s", async (compiler) =>
    expect(await compilerErrorsOf(compiler, directory)).toBe(""),
  );

  it("sends every kind of parameter", async () => {
    expect(await user.run(server.url, "200")).toEqual([
      200,
      [1, 2],
      "GET /paints/a%2Fb?where%5Bred%5D=1&tag=x&tag=y%20z&limit=5",
      "application/json, application/problem+json, text/csv;q=0.9, text/*;q=0.9",
      "t,u",
      "sid=a%3Bb",
    ]);
  });

  it.each([
    ["csv", [200, [], ["a", "b"]]],
    ["204", [204]],
    ["409", [409, "Taken"]],
    ["503", [503, "text/html", "DOWN"]],
  ])("reads the response to %s", async (wanted, expected) =>
    expect(await user.run(server.url, wanted)).toEqual(expected),
  );

  it("fails at what is not described", async () => {
    await expect(user.run(server.url, "html")).rejects.toMatchObject({ code: "unexpected_response", status: 200 });
  });

  it("sends a body as what it is said to be", async () => {
    expect(await user.mix(server.url)).toEqual([
      ["mixPaint", null, "PUT /paints/%C3%A9", "application/json", '{"red_part":1}'],
      ["mixPaint", null, "PUT /paints/%C3%A9", "application/x-www-form-urlencoded", "red_part=2"],
      ["mixPaint", null, "PUT /paints/%C3%A9", "image/png", "png"],
    ]);
  });

  it("accepts a response without a body", async () => {
    expect(await user.probe(server.url)).toEqual([200, 7]);
  });
});

const respond: RequestListener = async (request, response) => {
  const { method, url, headers } = request;
  const end = (status: number, type: string, body: string, more: Record<string, string> = {}): void => {
    response.writeHead(status, { "content-type": type, ...more }).end(body);
  };
  if (method === "HEAD") return end(200, "application/json", "", { age: "7" });
  if (method === "PUT") return end(200, "application/json", JSON.stringify({ seen: await bodyOf(request) }));
  switch (headers["x-wanted"]) {
    case "200": {
      const seen = [`${method} ${url}`, headers.accept, headers["x-trace"], headers.cookie];
      return end(200, "application/json; charset=utf-8", JSON.stringify({ seen }), { "x-ids": "1, 2" });
    }
    case "csv":
      return end(200, "text/csv", "a,b");
    case "204":
      return void response.writeHead(204).end();
    case "409":
      return end(409, "application/problem+json", '{"title":"Taken"}');
    case "503":
      return end(503, "text/html", "Down");
    default:
      return end(200, "text/html", "Hello");
  }
};

async function bodyOf(request: IncomingMessage): Promise<unknown[]> {
  return [`${request.method} ${request.url}`, request.headers["content-type"], await text(request)];
}
