// Request bodies that are sequences of items: a run sends one item, as its schema describes it.
import { expect, it } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import { openPaths } from "../description/opened.ts";

const change = { type: "object", required: ["kind"], properties: { kind: { const: "added" } } };

async function firstBodyOf(type: string, schema: object): Promise<string> {
  const requestBody = { required: true, content: { [type]: { schema } } };
  const send = { operationId: "send", requestBody, responses: { 204: { description: "" } } };
  const description = openPaths({ "/changes": { post: send } });
  const bodies: string[] = [];
  await runConformance({
    description,
    url: "http://test",
    key: null,
    only: "send/baseline",
    send: async ({ body }) => {
      if (body !== null) bodies.push(new TextDecoder().decode(body));
      return { status: 204, headers: [], body: new Uint8Array() };
    },
  });
  return bodies[0] ?? "";
}

it.each([
  ["text/event-stream", change, 'data: {"kind":"added"}\n\n'],
  ["text/event-stream", { type: "string" }, "data: text\n\n"],
  ["application/jsonl", change, '{"kind":"added"}\n'],
  ["application/x-ndjson", { type: "array", items: change }, '{"kind":"added"}\n'],
  ["application/json-seq", change, '\u001e{"kind":"added"}\n'],
])("a body of %s with the schema %j is %j", async (type, schema, text) => {
  expect(await firstBodyOf(type, schema)).toBe(text);
});
