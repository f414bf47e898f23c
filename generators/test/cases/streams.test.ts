// Streams of events and items, and mocks: what travels over a socket, and what programs get of it.
import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chunk, mocked, standard, streaming } from "../../../packages/waybill/mocks/test/streaming.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import { concreteTypeOf } from "../../src/model/analysis/media-types.ts";
import { startServer } from "../local-server.ts";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../scenarios/generation.ts";
import { loadUsage } from "../targets/http/usage.ts";
import { fixture } from "./case.ts";

/** The first line of each problem. */
function problemsOf(description: string): string[] {
  const report = new Report();
  readApi({ cwd: "/case", openapi: "openapi.yaml", readText: () => description }, report);
  return report.list().map((diagnostic) => textOf(diagnostic).split("\n")[0] ?? "");
}

interface Program {
  readonly listener: RequestListener;
  readonly read: (baseUrl: string) => Promise<unknown[]>;
}

interface Streamed {
  readonly name: string;
  readonly description: string;
  /** Default: `watch`, `GET /events`. */
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  /** Of a handler that sends the items, in TypeScript. */
  readonly sent: string;
  readonly wire: string;
  /** What a client keeps of `event`, in TypeScript: it compiles only with the right types. */
  readonly kept: string;
  readonly received: readonly unknown[];
}

/** A program that serves the items by the generated server, and reads them by the generated client. */
function programOf({ operation = "watch", sent, kept }: Pick<Streamed, "operation" | "sent" | "kept">): string {
  return `
import { createClient, createSend, withReconnect } from "./client/index.gen.ts";
import { createNodeHandler, type Handlers, routes } from "./server/index.gen.ts";

const handlers: Handlers<object> = {
  ${operation}: async () => ({
    status: 200,
    contentType: "text/event-stream",
    body: (async function* () { ${sent} })(),
  }),
};
export const listener: ReturnType<typeof createNodeHandler> = createNodeHandler({ routes, handlers, context: () => ({}) });

export async function read(baseUrl: string): Promise<unknown[]> {
  const items: unknown[] = [];
  const response = await createClient(withReconnect(createSend({ baseUrl }), { reconnects: 3 })).${operation}({}, { reconnect: "broken" });
  for await (const event of response.body) items.push(${kept});
  return items;
}
`;
}

const sentinel = {
  sent: 'yield { data: { text: "a" } }; yield { data: "[DONE]" as const };',
  wire: 'data: {"text":"a"}\n\ndata: [DONE]\n\n',
  kept: 'event.data === "[DONE]" ? null : event.data.text',
  received: ["a", null],
};

const streams: readonly Streamed[] = [
  {
    name: "04-item-schema-sse.yaml: data with contentSchema is the value of its JSON",
    description: fixture("openapi-3.2/04-item-schema-sse.yaml"),
    operation: "streamEvents",
    sent: 'yield { event: "tick" as const, id: "7", data: { n: 1 } };',
    wire: 'event: tick\nid: 7\ndata: {"n":1}\n\n',
    kept: '[event.event satisfies "tick" | "done" | undefined, event.data.n.toFixed(1)]',
    received: [["tick", "1.0"]],
  },
  {
    name: "20-fastapi-sse-31.yaml: contentSchema by reference, as FastAPI writes it",
    description: fixture("openapi-3.2/20-fastapi-sse-31.yaml"),
    operation: "sseEndpoint",
    method: "POST",
    path: "/api/events/",
    sent: 'yield { data: { name: "a" }, retry: 5 };',
    wire: 'data: {"name":"a"}\nretry: 5\n\n',
    kept: "event.data?.name.trim()",
    received: ["a"],
  },
  {
    name: "21-aspnet-sse-32.yaml: data that is described as an object is JSON",
    description: fixture("openapi-3.2/21-aspnet-sse-32.yaml"),
    operation: "sse",
    path: "/api/events",
    sent: 'yield { data: { title: "two\\nlines" } };',
    wire: 'data: {"title":"two\\nlines"}\n\n',
    kept: 'event.data.title.split("\\n")',
    received: [["two", "lines"]],
  },
  {
    name: "the data of each type of event is as its alternative describes it, beside what all have in common",
    description: standard,
    sent: `
      yield { event: "addString" as const, data: "two\\nlines" };
      yield { event: "addInt64" as const, data: "7" };
      yield { event: "addJson" as const, data: { foo: 1 } };`,
    wire: 'event: addString\ndata: two\ndata: lines\n\nevent: addInt64\ndata: 7\n\nevent: addJson\ndata: {"foo":1}\n\n',
    kept: 'event.event === "addJson" ? event.data.foo : event.data.length',
    received: [9, 1, 1],
  },
  {
    name: "alternatives by reference, each with its own data",
    description: streaming(
      '{ itemSchema: { oneOf: [{ $ref: "#/components/schemas/Added" }, { $ref: "#/components/schemas/Note" }] } }',
      `{
        Added: { type: object, required: [event, data], properties: { event: { const: added }, data: { $ref: "#/components/schemas/Chunk" } } },
        Note: { type: object, required: [event, data], properties: { event: { enum: [note, hint] }, data: { type: string } } },
        ${chunk.slice(1)}`,
    ),
    sent: 'yield { event: "added" as const, data: { text: "a" } }; yield { event: "hint" as const, data: "{}" };',
    wire: 'event: added\ndata: {"text":"a"}\n\nevent: hint\ndata: {}\n\n',
    kept: 'event.event === "added" ? event.data.text : event.data.trim()',
    received: ["a", "{}"],
  },
  {
    name: "a sentinel that is described is an item",
    description: streaming(
      '{ itemSchema: { type: object, required: [data], properties: { data: { oneOf: [{ $ref: "#/components/schemas/Chunk" }, { const: "[DONE]" }] } } } }',
      chunk,
    ),
    ...sentinel,
  },
  {
    name: "a sentinel beside the content of a string",
    description: streaming(
      '{ itemSchema: { type: object, required: [data], properties: { data: { anyOf: [{ type: string, contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Chunk" } }, { const: "[DONE]" }] } } } }',
      chunk,
    ),
    ...sentinel,
  },
  {
    name: "a sentinel in an alternative of its own",
    description: streaming(
      '{ itemSchema: { type: object, required: [data], properties: { data: { type: string } }, oneOf: [{ properties: { data: { const: "[DONE]" } } }, { properties: { data: { contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Chunk" } } } }] } }',
      chunk,
    ),
    ...sentinel,
  },
  {
    name: "numbers and lists are JSON",
    description: streaming(
      "{ itemSchema: { type: object, required: [data], properties: { data: { type: [integer, array, 'null'], items: { type: boolean } } } } }",
    ),
    sent: "yield { data: 1 }; yield { data: [true] }; yield { data: null };",
    wire: "data: 1\n\ndata: [true]\n\ndata: null\n\n",
    kept: 'typeof event.data === "number" ? event.data.toFixed(1) : (event.data satisfies boolean[] | null)',
    received: ["1.0", [true], null],
  },
  {
    name: "a text that is JSON text stays text where a string is described, and fields that are null are not sent",
    description: streaming(
      "{ itemSchema: { type: object, properties: { id: { type: [string, 'null'] }, retry: { type: [integer, 'null'] }, data: { type: string } } } }",
    ),
    sent: 'yield { id: null, retry: null, data: "1" }; yield { data: "[DONE]" };',
    wire: "data: 1\n\ndata: [DONE]\n\n",
    kept: "[event.id, event.data?.length]",
    received: [
      [undefined, 1],
      [undefined, 6],
    ],
  },
  {
    name: "an array of values without itemSchema describes the data of each event, as Spring's Flux does",
    description: streaming('{ schema: { type: array, items: { $ref: "#/components/schemas/Chunk" } } }', chunk),
    sent: 'yield { data: { text: "a" } };',
    wire: 'data: {"text":"a"}\n\n',
    kept: "event.data.text.trim()",
    received: ["a"],
  },
  {
    name: "an array of events without itemSchema",
    description: streaming(
      '{ schema: { type: array, items: { type: object, required: [data], properties: { id: { type: string }, data: { $ref: "#/components/schemas/Chunk" } } } } }',
      chunk,
    ),
    sent: 'yield { id: "1", data: { text: "a" } };',
    wire: 'id: 1\ndata: {"text":"a"}\n\n',
    kept: "[event.id?.trim(), event.data.text.trim()]",
    received: [["1", "a"]],
  },
];

describe("events over a socket, between a generated server and a generated client", () => {
  const { directory, dispose } = temporaryDirectory();
  const programs = new Map<Streamed, Program>();
  beforeAll(async () => {
    for (const [index, streamed] of streams.entries()) {
      const folder = path.join(directory, String(index));
      programs.set(streamed, await loadUsage<Program>(streamed.description, programOf(streamed), folder));
    }
  });
  afterAll(dispose);

  it("are sent and read by programs that compile", async () => {
    expect(await compilerErrorsOf("typescript-7.0", directory)).toBe("");
  });

  it.each(streams)("arrive as they were sent: $name", async (streamed) => {
    const program = programs.get(streamed);
    if (program === undefined) throw new Error("the program was not generated");
    await using server = await startServer(program.listener);
    const { method = "GET", path: at = "/events" } = streamed;
    const response = await fetch(`${server.url}${at}`, { method });
    expect([response.headers.get("content-type"), await response.text()]).toEqual(["text/event-stream", streamed.wire]);
    expect(await program.read(server.url)).toEqual(streamed.received);
    // The same client reads what a mock sends: `kept` fails on anything else than the described values.
    expect((await program.read(await mocked(streamed.description))).length).toBeGreaterThan(0);
  });
});

it('points in time in the data of events are Dates, with `dates: "date"`', async () => {
  const { directory, dispose } = temporaryDirectory();
  onTestFinished(dispose);
  const at = "{ type: object, required: [at], properties: { at: { type: string, format: date-time } } }";
  const description = streaming(
    `{ itemSchema: { type: object, required: [data], properties: { data: { type: string, contentMediaType: application/json, contentSchema: ${at} } } } }`,
  );
  const { diagnostics } = await generate(new Map([["openapi.yaml", description]]), ["client", "server"], directory, {
    dates: "date",
  });
  expect(diagnostics).toBe("");
  const text = programOf({ sent: "yield { data: { at: new Date(0) } };", kept: "event.data.at.getTime()" });
  writeFileSync(path.join(directory, "usage.ts"), text);
  const program: Program = await import(path.join(directory, "usage.ts"));
  await using server = await startServer(program.listener);
  expect(await (await fetch(`${server.url}/events`)).text()).toBe('data: {"at":"1970-01-01T00:00:00.000Z"}\n\n');
  expect(await program.read(server.url)).toEqual([0]);
});

describe("a schema that is no event", () => {
  it.each([
    [
      "members that are no fields",
      "{ $ref: '#/components/schemas/Chunk' }",
      '8:81 error unsupported-feature: "text" in an event is not supported: an event has the fields event, id, retry and data, and any other value is part of its data',
    ],
    [
      "fields without data",
      "{ properties: { event: { type: string }, id: { type: string } } }",
      '7:83 error unsupported-feature: an event without "data" is not supported: readers skip it',
    ],
    [
      "an item that is a text",
      "{ type: string }",
      "7:83 error unsupported-feature: an item that is no object in an event stream is not supported: an event has the fields event, id, retry and data, and any other value is part of its data",
    ],
    [
      "an id that is a number",
      "{ properties: { id: { type: integer }, data: { type: string } } }",
      '7:111 error unsupported-feature: this type of "id" in an event is not supported: on the wire it is text',
    ],
    [
      "an event that may be a number",
      "{ properties: { event: { type: [string, integer] }, data: { type: string } } }",
      '7:111 error unsupported-feature: this type of "event" in an event is not supported: on the wire it is text',
    ],
    [
      "a required id that may be null",
      "{ required: [id], properties: { id: { type: [string, 'null'] }, data: { type: string } } }",
      '7:127 error unsupported-feature: this type of "id" in an event is not supported: on the wire it is text',
    ],
    [
      "a retry that is a text",
      "{ properties: { retry: { type: string }, data: { type: string } } }",
      '7:111 error unsupported-feature: this type of "retry" in an event is not supported: on the wire it is a whole number of milliseconds',
    ],
    [
      "data that is a text or JSON",
      "{ properties: { data: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Chunk' }] } } }",
      "7:83 error unsupported-feature: data that is a text or JSON is not supported: readers cannot know which of them a text is",
    ],
    [
      "data that is a text or a number",
      "{ properties: { data: { type: [string, integer] } } }",
      "7:83 error unsupported-feature: data that is a text or JSON is not supported: readers cannot know which of them a text is",
    ],
    [
      "data that is JSON in one alternative and a text in another, of any type",
      "{ oneOf: [{ properties: { data: { type: string } } }, { properties: { data: { type: object } } }] }",
      "7:83 error unsupported-feature: data that is a text or JSON is not supported: readers cannot know which of them a text is",
    ],
    [
      "a required member that is no field",
      "{ required: [more], properties: { data: { type: string } } }",
      '7:83 error unsupported-feature: "more" in an event is not supported: an event has the fields event, id, retry and data, and any other value is part of its data',
    ],
  ])("is an error with its place: %s", (_, schema, problem) => {
    expect(problemsOf(streaming(`{ itemSchema: ${schema} }`, chunk))).toEqual([`openapi.yaml:${problem}`]);
  });

  it("the client, server and mock of what is tolerated have its data as text", () => {
    const description = streaming(
      "{ itemSchema: { type: object, properties: { data: { type: [string, integer] } } } }",
    );
    const report = new Report(new Set(["unsupported-feature"] as const));
    const { api } = readApi({ cwd: "/case", openapi: "openapi.yaml", readText: () => description }, report);
    expect(report.hasErrors).toBe(false);
    const item = api?.http?.operations[0]?.responses[0]?.content[0]?.item;
    expect(item).toMatchObject({
      data: "text",
      schema: { properties: [{}, {}, {}, { name: "data", schema: { kind: "string" } }] },
    });
  });
});

it("limits of a whole body that arrives item by item are a warning with its place", () => {
  expect(problemsOf(fixture("openapi-3.2/04e-item-and-schema.yaml"))).toEqual([
    'openapi.yaml:13:15 warning unsupported-feature: "maxItems" of a body of the type "application/jsonl" is not supported: its items arrive, and are checked, one by one',
  ]);
});

describe("media types that are ranges", () => {
  it.each([
    ["*/*", "json", "application/json"],
    ["application/*", "json", "application/json"],
    ["application/*; charset=utf-8", "json", "application/json"],
    ["*/*", "binary", "application/octet-stream"],
    ["application/*", "binary", "application/octet-stream"],
    ["image/*", "binary", "image/png"],
    ["TEXT/*", "text", "text/plain"],
    ["model/*", "binary", "application/octet-stream"],
    ["text/csv", "text", "text/csv"],
  ] as const)("are sent as one type: %s with a body of %s", (type, body, sent) => {
    expect(concreteTypeOf({ type, body })).toBe(sent);
  });
});
