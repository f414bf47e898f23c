// Responses that are sequences of items: each item is checked, as far as they were received.
import { expect, test } from "vitest";
import { checkResponse } from "../../src/exchange/check-response.ts";
import { opened } from "../description/opened.ts";

const text = `openapi: 3.2.0
info: { title: T, version: "1" }
components:
  schemas:
    Change:
      type: object
      required: [kind]
      properties: { kind: { enum: [added, removed] }, by: { type: object, properties: { id: { type: string } } } }
    Sent:
      type: object
      required: [event, data]
      properties: { event: { const: change }, data: { type: string, maxLength: 5 } }
paths:
  /changes:
    get:
      operationId: watch
      responses:
        "200":
          description: Changes.
          content:
            text/event-stream: { schema: { $ref: "#/components/schemas/Change" } }
            application/jsonl: { schema: { $ref: "#/components/schemas/Change" } }
            application/x-ndjson: { itemSchema: { $ref: "#/components/schemas/Change" } }
            application/json-seq: { schema: { type: array, items: { $ref: "#/components/schemas/Change" } } }
            application/json: { schema: { $ref: "#/components/schemas/Change" } }
        "201":
          description: Events with a schema of their own.
          content:
            text/event-stream: { itemSchema: { $ref: "#/components/schemas/Sent" } }
        "202":
          description: Text.
          content:
            text/event-stream: { schema: { type: string } }
            application/jsonl: {}
        "206":
          description: Events whose data is JSON, or a text, by their type.
          content:
            text/event-stream:
              itemSchema:
                oneOf:
                  - { type: object, required: [event, data], properties: { event: { const: change }, data: { type: string, contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Change" } } } }
                  - { type: object, required: [event, data], properties: { event: { const: note }, data: { type: string } } }
        "207":
          description: Events whose data is an object.
          content:
            text/event-stream: { itemSchema: { type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Change" } } } }
        "203": { description: Any text., content: { text/*: { schema: { type: string, maxLength: 20 } } } }
`;
const description = opened({ "openapi.yaml": text });

interface Received {
  readonly type?: string;
  readonly status?: number;
  readonly body: string;
  readonly isPart?: true;
}

function objectionsTo({ type = "text/event-stream", status = 200, body, isPart }: Received): string[] {
  const [operation] = description.operations;
  if (operation === undefined) throw new Error("there is no operation");
  const received = {
    status,
    headers: [["Content-Type", type] as const],
    body: new TextEncoder().encode(body),
    ...(isPart === undefined ? {} : { isPart }),
  };
  return checkResponse(description, operation, received).objections.map(({ check, message, found }) => {
    return `${check} ${message}${found === undefined ? "" : `, is ${found}`}`;
  });
}

const good = '{"kind":"added"}';
const allowed = 'must be equal to one of the allowed values: ["added","removed"]';

test.each<[string, Received, string[]?]>([
  ["with all fields", { body: `\ufeff: hello\nid: 1\nevent: change\nretry: 100\ndata: ${good}\n\n` }],
  ["with every line end", { body: `data: ${good}\r\n\r\ndata:${good}\r\rdata: {\ndata: "kind":"added"}\n\n` }],
  ["that end with a mark", { body: `data: ${good}\n\ndata: [DONE]\n\n` }],
  ["none of them", { body: ": nothing yet\n\n" }],
  ["none at all", { body: "", isPart: true }],
  ["the last of which has not ended", { body: `data: ${good}\n\ndata: {"ki`, isPart: true }],
  ["of text", { status: 202, body: "data: free text\n\n" }],
  ["where any text is declared", { status: 203, type: "text/event-stream", body: "data: {}\n\n" }],
  [
    "with data by their type",
    { status: 206, body: `event: change\ndata: ${good}\n\nevent: note\ndata: {\n\nevent: note\ndata: [DONE]\n\n` },
  ],
  ["with an object as data", { status: 207, body: `data: ${good}\n\ndata: [DONE]\n\n` }],
  ["with a schema of their own", { status: 201, body: "id: 7\nretry: 5\nevent: change\ndata: short\n\n" }],
  [
    "whose data does not match",
    { body: `data: ${good}\n\ndata: {"kind":"moved"}\n\n` },
    [`invalid-body watch 200: /*/data/kind ${allowed}, is "moved"`],
  ],
  ["whose data is of another type", { body: "data: 5\n\n" }, ["invalid-body watch 200: /*/data must be object, is 5"]],
  [
    "whose data is no JSON",
    { body: "data: hello\n\n" },
    ["unreadable-body watch 200: the data of an event is not JSON: unexpected character, is hello"],
  ],
  [
    "whose data has undeclared members",
    { body: 'data: {"kind":"added","by":{"name":"Ada"}}\n\n' },
    ["undeclared-field watch 200: /*/data/by/name is not declared"],
  ],
  [
    "whose content does not match",
    { status: 206, body: 'event: change\ndata: {"kind":"moved"}\n\n' },
    ['invalid-body watch 206: /*/data/kind must be one of "added", "removed", is "moved"'],
  ],
  [
    "whose object does not match",
    { status: 207, body: 'data: {"kind":"moved"}\n\n' },
    [`invalid-body watch 207: /*/data/kind ${allowed}, is "moved"`],
  ],
  [
    "without a required field",
    { status: 201, body: "data: too long\n\n" },
    [
      'invalid-body watch 201: /* must have required property \'event\', is {"data":"too long"}',
      'invalid-body watch 201: /*/data must NOT have more than 5 characters, is "too long"',
    ],
  ],
])("server-sent events are reported where they differ from their schema: %s", (_name, received, objections = []) => {
  expect(objectionsTo(received)).toEqual(objections);
});

test.each<[string, Received, string[]?]>([
  ["lines", { type: "application/jsonl", body: `${good}\n\n${good}\r\n${good}` }],
  ["lines, the last of which has not ended", { type: "application/jsonl", body: `${good}\n{"ki`, isPart: true }],
  ["lines without a schema", { status: 202, type: "application/jsonl", body: "5\n" }],
  ["records", { type: "application/json-seq", body: `\u001e${good}\n\u001e{\n"kind":"added"}\n` }],
  ["records, the last of which has not ended", { type: "application/json-seq", body: "\u001e{\n", isPart: true }],
  [
    "lines that do not match",
    { type: "application/jsonl", body: `${good}\n{"kind":"moved"}` },
    [`invalid-body watch 200: /*/kind ${allowed}, is "moved"`],
  ],
  [
    "lines with an item schema",
    { type: "application/x-ndjson", body: "{}\n" },
    ["invalid-body watch 200: /* must have required property 'kind', is {}"],
  ],
  [
    "lines that are no JSON",
    { type: "application/jsonl", body: `[\n${good}\n` },
    ["unreadable-body watch 200: an item is not JSON: Unexpected end of JSON input, is ["],
  ],
  [
    "records whose schema is an array",
    { type: "application/json-seq", body: '\u001e{"kind":5}\n', isPart: true },
    [`invalid-body watch 200: /*/kind ${allowed}, is 5`],
  ],
  [
    "bytes that are no text",
    { type: "application/jsonl", body: "\ufffd" },
    ["unreadable-body watch 200: an item is not JSON: unexpected character, is \ufffd"],
  ],
])("sequences of JSON are reported where they differ from their schema: %s", (_name, received, objections = []) => {
  expect(objectionsTo(received)).toEqual(objections);
});
