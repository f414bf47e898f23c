// The target `mcp`: which operations become tools, and the generated program, spoken to by a client of the official SDK over
// standard input and output while it calls a real server.
// @module-tag compilers

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import path from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOfOptions } from "../../../../generators/src/targets/option-values.ts";
import { startServer } from "../../../../generators/test/local-server.ts";
import { compilerErrorsOf, testedCompilers } from "../../../../generators/test/scenarios/compile.ts";
import { contextOf, emitAll, generate, generateFrom } from "../../../../generators/test/scenarios/generation.ts";
import mcp from "../src/index.ts";
import type { McpOptions } from "../src/options.ts";
import { createMcpServer } from "../src/runtime/server.ts";

// In this package, so that generated code finds the SDK.
const directory = mkdtempSync(path.join(import.meta.dirname, "../.generated-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const shop = `
openapi: 3.1.1
info: { title: The Shop API, version: "2.1", description: Sells things. }
servers: [{ url: https://shop.example }]
security: [{ shopKey: [] }]
paths:
  /orders/{orderId}:
    parameters:
      - { name: orderId, in: path, required: true, schema: { type: string, minLength: 2 } }
    get:
      operationId: getOrder
      summary: Get an order
      parameters:
        - { name: "filter[status]", in: query, description: Only lines like this., schema: { enum: [open, shipped] } }
        - { name: filter_status, in: header, schema: { type: boolean } }
      responses:
        "200":
          description: Fine.
          headers: { Link: { schema: { type: string } }, X-Total: { schema: { type: integer } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
        "302": { description: Moved., headers: { Location: { schema: { type: string } } } }
        "404": { description: None., content: { application/json: { schema: { type: object, properties: { message: { type: string } } } } } }
    put:
      operationId: putOrder
      requestBody:
        required: true
        description: The new order.
        content:
          application/xml: { schema: { type: string } }
          application/json: { schema: { $ref: "#/components/schemas/Order" } }
      responses: { "204": { description: Done. } }
  /picture:
    get:
      operationId: getPicture
      security: []
      responses: { "200": { description: Fine., content: { image/png: { schema: { type: string, format: binary } } } } }
    post:
      operationId: sendPicture
      requestBody: { required: true, content: { image/png: { schema: { type: string, format: binary } } } }
      responses: { "204": { description: Done. } }
  /picture/data:
    post:
      operationId: sendOptionalPicture
      requestBody: { content: { image/png: { schema: { type: string, format: binary } } } }
      responses: { "204": { description: Done. } }
    put:
      operationId: sendPictureForm
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } } } }
      responses: { "204": { description: Done. } }
    patch:
      operationId: sendEncodedPicture
      requestBody: { content: { multipart/form-data: { schema: { $ref: "#/components/schemas/EncodedPicture" } }, image/png: {} } }
      responses: { "204": { description: Done. } }
  /notes:
    post:
      operationId: addAnyNote
      requestBody: { content: { "*/*": { schema: { type: object, properties: { note: { type: string } } } } } }
      responses: { "204": { description: Done. } }
    put:
      operationId: putNoteText
      requestBody: { content: { "text/*": { schema: { type: string } }, "*/*": { schema: { type: string, format: binary } } } }
      responses: { "204": { description: Done. } }
  /events:
    get:
      operationId: watchEvents
      responses: { "200": { description: Fine., content: { text/event-stream: { itemSchema: { type: object, properties: { data: { $ref: "#/components/schemas/Order" } } } } } } }
components:
  securitySchemes:
    shopKey: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
  schemas:
    Order:
      type: object
      required: [id]
      properties:
        id: { type: string, readOnly: true }
        note: { type: [string, "null"], maxLength: 5 }
        parts: { type: array, items: { $ref: "#/components/schemas/Order" } }
        size: { enum: [s, m, null] }
        place:
          oneOf:
            - { type: object, properties: { shelf: { type: integer } }, additionalProperties: false }
            - { type: object, properties: { dock: { const: 1 } }, additionalProperties: false }
      additionalProperties: false
    EncodedPicture: { type: object, properties: { name: { type: string }, data: { type: string, contentEncoding: base64, contentMediaType: image/png } } }
`;

const inputs = new Map([["openapi.yaml", shop]]);

/** The problems and the tools that the target makes with these options. */
async function toolsWith(options: Partial<McpOptions>): Promise<{ problems: string[]; tools: string[] }> {
  const { api } = await generate(inputs, ["types"], path.join(directory, "read"));
  if (api === null) throw new Error("the description is not read");
  const problems: string[] = [];
  const context = {
    ...contextOf(null),
    problem: ({ severity = "error", message }: { severity?: string; message: string }) => {
      problems.push(`${severity}: ${message}`);
    },
  };
  const files = await emitAll(api, [mcp.with(options)], context);
  const text = files.find((file) => file.target === "mcp" && file.path === "tools.gen.ts")?.text ?? "";
  return { problems, tools: [...text.matchAll(/^ {4}name: "(.*)",$/gm)].map(([, name = ""]) => name) };
}

describe("which operations become tools", () => {
  it("all that only read", async () => {
    const { problems, tools } = await toolsWith({});
    expect(tools).toEqual(["getOrder", "getPicture", "watchEvents"]);
    expect(problems).toEqual([]);
  });

  it("with `write`, all that arguments can say", async () => {
    const { problems, tools } = await toolsWith({ write: true });
    expect(tools).toEqual([
      "getOrder",
      "putOrder",
      "getPicture",
      "sendEncodedPicture",
      "putNoteText",
      "addAnyNote",
      "watchEvents",
    ]);
    expect(problems.map((problem) => problem.split('"')[1])).toEqual([
      "sendPicture",
      "sendPictureForm",
      "sendOptionalPicture",
    ]);
  });

  it("those that are named, of which one that changes something needs `write`", async () => {
    const { problems, tools } = await toolsWith({ operations: ["*Order", "gone"] });
    expect(tools).toEqual(["getOrder"]);
    expect(problems).toEqual([
      'error: the option "operations" of the target mcp matches no operation with "gone"',
      'error: "putOrder" is PUT, which may change something',
    ]);
  });

  it("options of another shape are problems of the configuration", () => {
    const given = { operations: "getOrder", write: "yes", env: "my-shop" };
    expect(problemsOfOptions(mcp, given).map(({ at }) => at)).toEqual(["operations", "write", "env"]);
    expect(problemsOfOptions(mcp, { operations: ["a"], write: true, env: "SHOP" })).toEqual([]);
  });
});

describe("the documents of OpenAPI 3.2", () => {
  const fixtures = path.join(import.meta.dirname, "../../../../generators/test/cases/fixtures/openapi-3.2");
  // Faults, and a body whose parts are bytes, which no argument can hold.
  const refused = /^(03b|06|08d|15b|15c)/;
  const files = readdirSync(fixtures).filter((file) => /^\d.*\.yaml$/.test(file) && !refused.test(file));
  const of32 = path.join(directory, "of-32");

  /** `queryItems(body)`: the tools with their arguments. */
  async function toolsOf(file: string): Promise<string[]> {
    const folder = path.join(of32, file);
    const { diagnostics } = await generateFrom({ cwd: fixtures, openapi: file }, [mcp.with({ write: true })], folder);
    expect(diagnostics).not.toContain("error");
    const text = readFileSync(path.join(folder, "mcp/tools.gen.ts"), "utf8");
    return [...text.matchAll(/^ {4}name: "(.*)",$[\s\S]*?^ {4}arguments: ([\s\S]*?\]),$/gm)].map(
      ([, name, given = ""]) => {
        const names = [...given.matchAll(/argument: "(\w+)"/g)].map(([, argument]) => argument);
        return `${name}(${names.join(", ")})`;
      },
    );
  }

  it("become tools with the arguments of their operations", async () => {
    const tools: Record<string, string> = {};
    for (const file of files) tools[file.slice(0, 3).replace("-", "")] = (await toolsOf(file)).join(" ");
    expect(tools).toMatchObject({
      "01": "queryItems(body)",
      "02": "getItem(id) copyItem(id, body)",
      "04": "streamEvents()",
      "08": "find(selector)",
      "08b": "find(selector)",
    });
    expect(
      await compilerErrorsOf("typescript-7.0", of32, ["**/*.gen.ts"], { types: ["node"], skipLibCheck: true }),
    ).toBe("");
  });
});

it.each(testedCompilers)("a generated MCP server compiles with %s", async (compiler) => {
  const folder = path.join(directory, `compiled-${compiler}`);
  const { api } = await generate(inputs, [mcp.with({ write: true, operations: ["*Order"] })], folder);
  expect(api).not.toBeNull();
  // The declarations of the SDK mention Buffer.
  expect(await compilerErrorsOf(compiler, folder, ["**/*.gen.ts"], { types: ["node"], skipLibCheck: true })).toBe("");
});

describe("the generated program", () => {
  const received: { method: string; url: string; key: string; type: string; body: string }[] = [];
  const api = createServer(async (request, response) => {
    received.push({
      method: request.method ?? "",
      url: request.url ?? "",
      key: String(request.headers["x-key"]),
      type: request.headers["content-type"] ?? "",
      body: await textOf(request),
    });
    if (request.url === "/picture") response.setHeader("content-type", "image/png").end(Buffer.from([1, 2, 250]));
    else if (request.url === "/orders/o3") response.writeHead(302, { location: "https://there.example" }).end();
    else if (request.method === "PUT") response.writeHead(204).end();
    else if (request.url === "/orders/long") json(response, 200, { id: "x".repeat(5_500_000) });
    else if (request.url === "/orders/o2") {
      response.setHeader("link", '<https://shop.example/orders/o3>; rel="next"').setHeader("x-total", "7");
      json(response, 200, { id: "o2" });
    } else if (request.url === "/events") {
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end('data: {"id":"o1"}\n\n: more\n\ndata: {"id":"o2"}\n\n');
    } else if (request.url?.startsWith("/orders/o1") === true) json(response, 200, { id: "o1", note: null });
    else json(response, 404, { message: "no such order" });
  });
  const client = new Client({ name: "test", version: "1" });
  let errors = "";

  beforeAll(async () => {
    const { url } = await startServer(api);
    const folder = path.join(directory, "program");
    const operations = ["*Order", "getPicture", "sendEncodedPicture", "*Note*", "watchEvents"];
    await generate(inputs, [mcp.with({ write: true, operations })], folder);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.join(folder, "mcp/main.gen.ts")],
      env: { SHOP_BASE_URL: url, SHOP_KEY: "secret-key" },
      stderr: "pipe",
    });
    transport.stderr?.on("data", (chunk) => {
      errors += String(chunk);
    });
    await client.connect(transport);
  });

  afterAll(async () => {
    await client.close();
    api.close();
  });

  it("says who it is, and which credentials are missing", () => {
    expect(client.getServerVersion()).toMatchObject({ name: "The Shop API", version: "2.1" });
    expect(client.getInstructions()).toBe("Sells things.");
    expect(errors).toContain("SHOP_LOGIN_USERNAME is not set: credentials of the security scheme login");
    expect(errors).not.toContain("SHOP_KEY");
  });

  it("offers tools with JSON Schemas, and hints at what they change", async () => {
    const { tools } = await client.listTools();
    const [get, put] = tools;
    expect(get).toMatchObject({
      name: "getOrder",
      title: "Get an order",
      description: "GET /orders/{orderId}\n\nGet an order",
      annotations: { readOnlyHint: true },
    });
    expect(get?.inputSchema).toMatchObject({
      type: "object",
      properties: {
        orderId: { type: "string", minLength: 2 },
        filter_status: { type: "string", enum: ["open", "shipped"], description: "Only lines like this." },
        filter_status_2: { type: "boolean" },
      },
      required: ["orderId"],
      additionalProperties: false,
    });
    expect(put?.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: true });
    expect(JSON.stringify(put?.inputSchema)).toContain('"note":{"type":["null","string"],"maxLength":5}');
    expect(JSON.stringify(put?.inputSchema)).toContain('"size":{"type":["string","null"],"enum":["s","m",null]}');
    // What the API sets is nothing to ask for.
    expect(JSON.stringify(put?.inputSchema)).not.toContain('"id"');
  });

  it("calls the operation with the credentials of the environment", async () => {
    const found = await client.callTool({ name: "getOrder", arguments: { orderId: "o1", filter_status: "open" } });
    expect(found.structuredContent).toEqual({ id: "o1", note: null });
    expect(found.isError ?? false).toBe(false);
    expect(received.at(-1)).toMatchObject({ url: "/orders/o1?filter%5Bstatus%5D=open", key: "secret-key" });
    const changed = await client.callTool({
      name: "putOrder",
      arguments: { orderId: "o1", body: { note: "new", parts: [] } },
    });
    expect(changed.content).toEqual([{ type: "text", text: "done" }]);
    expect(received.at(-1)).toMatchObject({ method: "PUT", body: '{"note":"new","parts":[]}' });
  });

  it("returns pictures as pictures", async () => {
    const { content } = await client.callTool({ name: "getPicture", arguments: {} });
    expect(content).toEqual([{ type: "image", data: "AQL6", mimeType: "image/png" }]);
  });

  it("returns the items of a stream", async () => {
    const { content } = await client.callTool({ name: "watchEvents", arguments: {} });
    const [only] = content;
    expect(JSON.parse(only?.type === "text" ? only.text : "")).toEqual([
      { data: { id: "o1" } },
      { data: { id: "o2" } },
    ]);
  });

  it("refuses arguments that the description does not allow, and sends nothing", async () => {
    const before = received.length;
    const call = { name: "putOrder", arguments: { orderId: "o1", body: { note: "longer than five" } } };
    const outcome = await client.callTool(call).catch((error: unknown) => ({ isError: true, content: String(error) }));
    expect(outcome.isError).toBe(true);
    expect(JSON.stringify(outcome.content)).toMatch(/note/);
    expect(received.length).toBe(before);
  });

  it("names unexpected arguments and members, wherever they are", async () => {
    const messageOf = async (name: string, given: Record<string, unknown>): Promise<string> => {
      const outcome = await client
        .callTool({ name, arguments: given })
        .catch((error: unknown) => ({ content: String(error) }));
      return JSON.stringify(outcome.content);
    };
    expect(await messageOf("getOrder", { orderId: "o1", colour: "red" })).toContain(
      String.raw`unknown argument \"colour\" (arguments: orderId, filter_status, filter_status_2)`,
    );
    const body = { parts: [{ parts: [{ colour: "red" }] }], place: { dock: 1, crane: 2 } };
    const nested = await messageOf("putOrder", { orderId: "o1", body });
    expect(nested).toContain(
      String.raw`unknown member \"colour\" of body/parts/0/parts/0 (members: note, parts, size, place)`,
    );
    expect(nested).toContain(String.raw`unknown member \"crane\" of body/place`);
    expect(nested).not.toContain(String.raw`unknown member \"dock\"`);
    expect(await messageOf("putOrder", { orderId: "o1", body: { place: { dock: 2 } } })).not.toContain(
      "unknown member",
    );
  });

  it("sends base64 as it is described, as the text of a part", async () => {
    await client.callTool({ name: "sendEncodedPicture", arguments: { body: { name: "a.png", data: "AQL6" } } });
    expect(received.at(-1)?.body).toMatch(/name="data"[\s\S]*\r\n\r\nAQL6\r\n/);
  });

  it("sends a concrete media type where a range is described", async () => {
    await client.callTool({ name: "addAnyNote", arguments: { body: { note: "x" } } });
    expect(received.at(-1)).toMatchObject({ type: "application/json", body: '{"note":"x"}' });
    await client.callTool({ name: "putNoteText", arguments: { body: "x" } });
    expect(received.at(-1)).toMatchObject({ type: expect.stringMatching(/^text\/plain/), body: "x" });
  });

  it("returns described headers, such as the link to the next page", async () => {
    const { content, structuredContent } = await client.callTool({ name: "getOrder", arguments: { orderId: "o2" } });
    expect(structuredContent).toEqual({ id: "o2" });
    expect(content.map((part) => JSON.parse("text" in part ? part.text : ""))).toEqual([
      { id: "o2" },
      { headers: { Link: '<https://shop.example/orders/o3>; rel="next"', "X-Total": 7 } },
    ]);
  });

  it("returns the beginning of a long result, and its length", async () => {
    const long = await client.callTool({ name: "getOrder", arguments: { orderId: "long" } });
    expect(long.isError ?? false).toBe(false);
    expect(long.structuredContent).toBeUndefined();
    const [note, text] = long.content.map((part) => ("text" in part ? part.text : ""));
    expect(note).toMatch(/^The response has 5500014 characters\. These are the first 100000\. Ask for less/);
    expect(text).toHaveLength(100_000);
  });

  it("returns a redirect as one, and not as done", async () => {
    const moved = await client.callTool({ name: "getOrder", arguments: { orderId: "o3" } });
    expect(moved.isError ?? false).toBe(false);
    expect(JSON.stringify(moved.content)).toMatch(/status 302.*there/);
  });

  it("returns a response of 400 and above as an error that says what the API said", async () => {
    const missing = await client.callTool({ name: "getOrder", arguments: { orderId: "o9" } });
    expect(missing.isError).toBe(true);
    expect(JSON.stringify(missing.content)).toMatch(/status 404.*no such order/);
  });
});

it.each([
  ["for some time", { maxWait: 50 }, 2, /had not ended after 50 ms\. Its first items: 2\./],
  ["up to so much text", { maxText: 30 }, 1, /had not ended with 30 characters\. Its first items: 2\./],
])("a tool collects the items of a stream that does not end %s", async (_, limits, count, note) => {
  let isStopped = false;
  async function* items(signal: AbortSignal): AsyncGenerator<object> {
    signal.addEventListener("abort", () => {
      isStopped = true;
    });
    yield { data: "aaaa" };
    yield { data: "bbbb" };
    await new Promise(() => {});
  }
  const tool = { name: "watch", description: "", annotations: { readOnlyHint: true }, operation: null, arguments: [] };
  const server = createMcpServer({
    name: "test",
    version: "1",
    tools: [{ ...tool, inputSchema: { type: "object", properties: {} } }],
    send: async (__, ___, { signal }) => ({ status: 200, body: items(signal) }),
    ...limits,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(far), client.connect(near)]);
  const { content } = await client.callTool({ name: "watch", arguments: {} });
  const [said, text] = content.map((part) => (part.type === "text" ? part.text : ""));
  expect(said).toMatch(note);
  expect(text?.match(/data/g)).toHaveLength(count);
  expect(isStopped).toBe(true);
  await client.close();
});

function json(response: import("node:http").ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
