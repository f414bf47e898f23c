// `waybill mock` over a socket: streams, rejected requests and pages are as the description has them.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { chunk, mocked, standard, streaming } from "./streaming.ts";

describe("the events of a mock", () => {
  it.each([
    ["a stream of strings: neither a type nor a retry", streaming("{ schema: { type: string } }"), "data: text\n\n"],
    [
      "each type of event once",
      standard,
      'event: addString\nretry: 3000\ndata: text\n\nevent: addInt64\nretry: 3000\ndata: text\n\nevent: addJson\nretry: 3000\ndata: {"foo":1}\n\n',
    ],
    [
      "a sentinel that is described",
      streaming(
        '{ itemSchema: { properties: { data: { oneOf: [{ $ref: "#/components/schemas/Chunk" }, { const: "[DONE]" }] } } } }',
        chunk,
      ),
      'data: {"text":"text"}\n\ndata: [DONE]\n\n',
    ],
    [
      "examples: a list of items, data and events",
      streaming(
        '{ schema: { $ref: "#/components/schemas/Chunk" }, examples: { one: { value: { text: a } }, all: { value: [{ data: { text: b } }, { text: c }] } } }',
        chunk,
      ),
      'data: {"text":"a"}\n\ndata: {"text":"b"}\n\ndata: {"text":"c"}\n\n',
    ],
    [
      "an example that is the text on the wire",
      streaming(
        `{ schema: { $ref: "#/components/schemas/Chunk" }, example: ${JSON.stringify('id: 7\ndata: {"text":"a"}\n\ndata: {"text":"b"}\n\ndata: [DONE]\n\n')} }`,
        chunk,
      ),
      'id: 7\ndata: {"text":"a"}\n\ndata: {"text":"b"}\n\n',
    ],
    [
      "a retry within its limits",
      streaming("{ itemSchema: { properties: { data: { type: string }, retry: { type: integer, maximum: 100 } } } }"),
      "data: text\nretry: 1\n\n",
    ],
  ])("are sent as they are described: %s", async (_, description, wire) => {
    const address = await mocked(description);
    const response = await fetch(`${address}/events`);
    expect([response.headers.get("content-type"), await response.text()]).toEqual(["text/event-stream", wire]);
  });

  it("the mock validates the items of a request", async () => {
    const address = await mocked(`openapi: 3.2.0
info: { title: t, version: "1" }
paths:
  /log:
    post:
      operationId: send
      requestBody: { required: true, content: { application/jsonl: { itemSchema: { type: object, required: [n], properties: { n: { type: integer } } } } } }
      responses: { "204": { description: Done. }, "422": { description: No. } }
`);
    const statusOf = async (body: string): Promise<number> => {
      return (await fetch(`${address}/log`, { method: "POST", headers: { "content-type": "application/jsonl" }, body }))
        .status;
    };
    expect([await statusOf('{"n":1}\n{"n":2}\n'), await statusOf('{"n":1}\n{"n":"2"}\n'), await statusOf("{")]).toEqual(
      [204, 422, 422],
    );
  });
});

describe("the rejections of a mock", () => {
  const described = (responses: string): string => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /things:
    post:
      operationId: add
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses: { "200": { description: Done. }, ${responses} }
`;
  const invalid = (status: string, schema: string, type = "application/json"): string =>
    `${status}: { description: Invalid., content: { ${type}: { schema: ${schema} } } }`;
  const texts = (...names: readonly string[]): string =>
    `{ type: object, required: [${names}], properties: { ${names.map((name) => `${name}: { type: string }`)} } }`;
  const fastApi = invalid(
    '"422"',
    `{ type: object, properties: { detail: { type: array, items: { allOf: [${texts("msg", "type")}], required: [loc], properties: { loc: { type: array, items: { type: string } } } } } }, additionalProperties: false }`,
  );
  const reason = "The request body is invalid: body.name: Invalid input: expected string, received undefined";
  const title = "The request body is invalid";
  const inQuery = expect.stringContaining("query.page");

  it.each([
    [
      "a schema of its own, as FastAPI has",
      fastApi,
      "",
      422,
      { detail: [{ loc: ["text"], msg: reason, type: "text" }] },
    ],
    ["an invalid parameter", fastApi, "?page=x", 422, { detail: [{ loc: ["text"], msg: inQuery, type: "text" }] }],
    ["a schema that the problem matches", invalid('"422"', texts("title")), "", 422, { title, status: 422 }],
    ["a problem", invalid('"422"', "{}", "application/problem+json"), "", 422, { status: 422 }],
    ["only 400", invalid('"400"', texts("message")), "", 400, { message: reason }],
    ["a range", invalid("4XX", texts("error")), "", 400, { error: reason }],
    ["none: the problem", '"404": { description: None. }', "", 400, { status: 400 }],
  ])("are as the operation describes them: %s", async (name, responses, query, status, body) => {
    const address = await mocked(described(responses));
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: query === "" ? "{}" : '{"name":"a"}',
    };
    const response = await fetch(`${address}/things${query}`, init);
    const type = name.endsWith("problem") ? "application/problem+json" : "application/json";
    expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
    const received = await response.json();
    expect(received).toEqual("status" in body ? expect.objectContaining(body) : body);
  });

  it("are a 415 for another content type, also where the operation describes a 422", async () => {
    const response = await fetch(`${await mocked(described(fastApi))}/things`, { method: "POST", body: "{}" });
    expect(response.status).toBe(415);
  });

  it("are none for the content type of a file where bytes are described", async () => {
    const bytes = described(fastApi).replace(
      /application\/json: \{ schema: \{ type: object.*/,
      "application/octet-stream: {} } }",
    );
    const address = await mocked(bytes);
    const statuses = ["image/png", "application/json"].map(async (type) => {
      const init = { method: "POST", headers: { "content-type": type }, body: "{}" };
      return (await fetch(`${address}/things`, init)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 415]);
  });
});

describe("pages whose response has the URL of the next", () => {
  const paged = (response: string): string => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /things:
    get:
      operationId: list
      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: per_page, in: query, schema: { type: integer } }]
      responses: { "200": { description: A page., ${response} } }
`;
  const list = "content: { application/json: { schema: { type: array, items: { type: integer } } } }";

  it.each([
    [
      "without an example",
      paged(`headers: { Link: { schema: { type: string } } }, ${list}`),
      (text: string) => `<${text}>; rel="next"`,
      null,
    ],
    [
      "that is required",
      paged(`headers: { Link: { required: true, schema: { type: string } } }, ${list}`),
      (text: string) => `<${text}>; rel="next"`,
      '<?page=1>; rel="first"',
    ],
  ])("a link %s", async (_, description, linkOf, after) => {
    const address = await mocked(description);
    const first = await fetch(`${address}/things?per_page=5`);
    expect(first.headers.get("link")).toBe(linkOf(`${address}/things?per_page=5&page=2`));
    expect((await fetch(`${address}/things?per_page=5&page=2`)).headers.get("link")).toBe(after);
  });

  it("a URL in the body leads to the mock", async () => {
    const address = await mocked(
      paged(
        'content: { application/json: { schema: { type: object, required: [items, next_url], properties: { items: { type: array, items: { type: integer } }, next_url: { type: [string, "null"] } } }, example: { items: [1], next_url: "https://api.example.com/v1/things?cursor=c2" } } }',
      ),
    );
    const first: unknown = await (await fetch(`${address}/things`)).json();
    expect(first).toEqual({ items: [1], next_url: `${address}/things?cursor=c2` });
    expect(await (await fetch(`${address}/things?cursor=c2`)).json()).toEqual({ items: [], next_url: null });
  });
});

/** Each backtracks exponentially on its text. */
const slow = {
  "a string in a body": [{ p: `${"a".repeat(60)}!` }, ""],
  "the name of a member": [{ [`${"c".repeat(60)}!`]: "" }, ""],
  "a parameter": [{}, `?q=${"b".repeat(60)}!`],
} as const;

it.each(Object.keys(slow) as (keyof typeof slow)[])("a pattern that backtracks refuses %s at once", async (what) => {
  const address = await mocked(`openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a:
    post:
      operationId: a
      parameters: [{ name: q, in: query, schema: { type: string, pattern: "^(b|b)*$" } }]
      requestBody: { content: { application/json: { schema: {
        type: object, properties: { p: { type: string, pattern: "^(a|a)*$" } },
        patternProperties: { "^(c|c)*$": { type: string } }, additionalProperties: false } } } }
      responses: { "200": { description: OK }, "400": { description: No } }
`);
  const [body, query] = slow[what];
  const post = async (sent: object, to: string): Promise<number> => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${address}/a${to}`, { method: "POST", headers, body: JSON.stringify(sent) })).status;
  };
  expect(await post(body, query)).toBe(400);
  expect(await post({ p: "aaa", ccc: "" }, "?q=bbb")).toBe(200);
});

const fixtures = path.join(import.meta.dirname, "../../../../generators/test/cases/fixtures");
const fixture = (name: string): string => readFileSync(path.join(fixtures, name), "utf8");

describe("a mock of an input of the cases", () => {
  it.each([
    ["04-item-schema-sse.yaml", "GET", "/events", 'event: tick\nid: 1\ndata: {"n":1}\n\n'],
    // No type, so that browsers dispatch it as a message, and a retry that they can live with.
    ["20-fastapi-sse-31.yaml", "POST", "/api/events/", 'id: 1\nretry: 3000\ndata: {"name":"A name"}\n\n'],
    ["21-aspnet-sse-32.yaml", "GET", "/api/events", 'data: {"title":"A title"}\nid: 1\n\n'],
    ["04b-item-schema-jsonl-response.yaml", "GET", "/log", '{"n":1}\n'],
    ["04d-item-schema-json-seq.yaml", "GET", "/log", '\x1e{"n":1}\n'],
    ["04e-item-and-schema.yaml", "GET", "/log", '{"n":1}\n'],
  ])("sends items as they are described: %s", async (name, method, path, wire) => {
    const address = await mocked(fixture(`openapi-3.2/${name}`));
    expect(await (await fetch(`${address}${path}`, { method })).text()).toBe(wire);
  });

  it("link.yaml: the mock links to itself, and ends", async () => {
    const address = await mocked(fixture("codegen/link.yaml"));
    const first = await fetch(`${address}/things`);
    expect(first.headers.get("link")).toBe(`<${address}/things?page=2>; rel="next"`);
    expect(await first.json()).toEqual([{ id: 1 }]);
    const last = await fetch(`${address}/things?page=2`);
    expect([last.headers.get("link"), await last.json()]).toEqual([null, []]);
  });

  it("any-media.yaml: the mock sends JSON where `*/*` has the schema of an array", async () => {
    const address = await mocked(fixture("codegen/any-media.yaml"));
    const response = await fetch(`${address}/items`);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual([{ a: "text" }]);
  });
});
