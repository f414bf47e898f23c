// The parts of AsyncAPI that are easily misread.
import { describe, expect, it } from "vitest";
import type { MessagingApi } from "../../../src/model/messaging.ts";
import { apiOf, readFiles } from "../../source/memory-files.ts";
import { print } from "../jsonschema/print.ts";

const document = (body: string): string => `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n${body}`;

function read(body: string): MessagingApi {
  const { messaging } = apiOf({ "asyncapi.yaml": document(body) });
  if (messaging === null) throw new Error("no messaging API");
  return messaging;
}

describe("traits", () => {
  it("are overridden by the message, and earlier ones by later ones", () => {
    const { messages } = read(`
channels:
  c:
    messages:
      m:
        title: The message.
        payload: true
        x-a: message
        traits:
          - { title: First., summary: First., description: First., x-a: first, x-b: first, bindings: { http: { a: 1 } } }
          - { summary: Second., contentType: text/plain, x-b: second, bindings: { http: { a: 2 } } }
`);
    const [message] = messages;
    expect(message).toMatchObject({
      title: "The message.",
      summary: "Second.",
      description: "First.",
      contentType: "text/plain",
    });
    expect([message?.extensions, message?.bindings]).toEqual([
      { "x-a": "message", "x-b": "second" },
      { http: { a: 2 } },
    ]);
  });

  it("of operations follow the same rule", () => {
    const { operations } = read(`
channels: { c: { messages: { m: { payload: true } } } }
operations:
  o:
    action: send
    channel: { $ref: "#/channels/c" }
    traits: [{ title: First., summary: First. }, { summary: Second. }]
`);
    expect(operations[0]).toMatchObject({ title: "First.", summary: "Second." });
  });
});

describe("a message", () => {
  it("is one object wherever it is listed, and is named after its key in components", () => {
    const { messages, channels } = read(`
channels:
  a: { messages: { one: { $ref: "#/components/messages/Shared" } } }
  b: { messages: { two: { $ref: "#/components/messages/Shared" } } }
components:
  messages: { Shared: { name: shared, payload: true }, Unused: { payload: { type: string } } }
`);
    expect(messages.map(({ key, channelKey, eventName }) => [key, channelKey, eventName])).toEqual([
      ["Shared", null, "shared"],
      ["Unused", null, "Unused"],
    ]);
    expect(channels[0]?.messages[0]).toBe(channels[1]?.messages[0]);
  });

  it("in a file is named after the entry that refers to it, else that of its first channel", () => {
    const { messaging } = apiOf({
      "asyncapi.yaml": document(`
channels:
  a: { messages: { one: { $ref: "#/components/messages/Listed" }, two: { $ref: other.yaml } } }
  b: { messages: { three: { $ref: listed.yaml }, four: { $ref: other.yaml } } }
components:
  messages: { Listed: { $ref: listed.yaml }, Alias: { $ref: "#/components/messages/Own" }, Own: { payload: true } }
`),
      "listed.yaml": "payload: true",
      "other.yaml": "payload: true",
    });
    expect(messaging?.messages.map(({ key, channelKey }) => [key, channelKey])).toEqual([
      ["Listed", null],
      ["two", "a"],
      ["Own", null],
    ]);
  });

  it("can describe its payload in another dialect, also behind a reference", () => {
    const body = `
channels:
  c: { messages: { m: { payload: { $ref: "#/components/schemas/Old" } } } }
components:
  schemas:
    Old: { schemaFormat: application/vnd.oai.openapi;version=3.0.3, schema: { type: integer, nullable: true } }
`;
    const { schemas, messaging } = apiOf({ "asyncapi.yaml": document(body) });
    expect(schemas.map(({ name, schema }) => `${name} = ${print(schema)}`)).toEqual(["Old = null | integer"]);
    expect(messaging?.messages.map(({ payload }) => print(payload))).toEqual(["-> Old"]);
  });
});

describe("an operation", () => {
  const channels =
    "channels: { c: { messages: { m: { payload: true }, x-n: { payload: true } } }, r: { messages: { a: { payload: true } } } }\n";

  it("has all messages of its channel when it lists none", () => {
    const { operations } = read(`${channels}operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }\n`);
    expect(operations[0]?.messages.map(({ key }) => key)).toEqual(["m", "x-n"]);
  });

  it("can have a reply", () => {
    const { operations } = read(
      `${channels}operations: { o: { action: receive, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/channels/c/messages/m" }], reply: { channel: { $ref: "#/channels/r" } } } }\n`,
    );
    expect(operations[0]?.messages.map(({ key }) => key)).toEqual(["m"]);
    expect(operations[0]?.reply?.messages.map(({ key }) => key)).toEqual(["a"]);
  });

  it("reports the missing file, not the channel in it", () => {
    const { report } = readFiles({
      "asyncapi.yaml": document(`operations: { o: { action: send, channel: { $ref: "lost.yaml#/channels/c" } } }\n`),
    });
    expect(report.list().map(({ code }) => code)).toEqual(["unreadable-file"]);
  });
});

describe("a correlation id", () => {
  const messages = (field: string): string =>
    `channels: { c: { messages: { m: { payload: true, ${field} } } } }\ncomponents: { correlationIds: { c: { location: "$message.payload#/id", description: D. } } }\n`;

  it.each([
    ['correlationId: { location: "$message.header#/a/b" }', { part: "header", pointer: "/a/b", description: null }],
    [
      'correlationId: { $ref: "#/components/correlationIds/c" }',
      { part: "payload", pointer: "/id", description: "D." },
    ],
    [
      'traits: [{ correlationId: { location: "$message.payload" } }]',
      { part: "payload", pointer: "", description: null },
    ],
    ["", null],
  ])("is part of the message: %s", (field, correlation) => {
    expect(read(messages(field)).messages[0]).toMatchObject({ correlation });
  });

  it("needs a location in the message", () => {
    const lines = (field: string): string[] =>
      readFiles({ "asyncapi.yaml": document(messages(field)) })
        .report.list()
        .map(({ code, message }) => `${code} ${message}`);
    expect(lines("correlationId: {}")).toEqual(['missing-field a correlation id has no "location"']);
    expect(lines("correlationId: { location: $request.body }")).toEqual([
      'invalid-keyword-value "location" must be an expression such as $message.header#/correlationId, found "$request.body"',
    ]);
  });
});
