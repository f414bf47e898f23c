// Sequences with items that are not what they claim to be, or that break off, over a real connection.
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { readingDates } from "../../../src/targets/client/runtime/dated.ts";
import { ApiError } from "../../../src/targets/client/runtime/errors.ts";
import { readResponse } from "../../../src/targets/client/runtime/response.ts";
import {
  BrokenSequenceError,
  MalformedItemError,
  withItemErrors,
} from "../../../src/targets/client/runtime/sequence-errors.ts";
import type { ReadingFormat } from "../../../src/targets/http/runtime/body-format.ts";
import { receivedEventsOf } from "../../../src/targets/http/runtime/event-streams.ts";
import { receivedLines, receivedSequence } from "../../../src/targets/http/runtime/streams.ts";
import { startServer } from "../../local-server.ts";
import { bareOperation } from "./bare-operation.ts";

const dated = readingDates(receivedLines, (item) => new Date(String(Object(item).at)).toISOString());

it.each<[string, ReadingFormat, string, object]>([
  [
    "lines",
    receivedLines,
    '{"a":1}\n\n{"a":secret}\n',
    { item: 2, line: 3, text: '{"a":secret}', message: "follow: item 2, in line 3, is not JSON" },
  ],
  [
    "events",
    receivedEventsOf({ data: "json" }),
    "data: 1\n\n: note\n\ndata: secret\n\n",
    { item: 2, line: null, text: "secret", message: "follow: item 2 is not JSON" },
  ],
  [
    "records",
    receivedSequence,
    "\x1e1\n\x1esecret\n",
    { item: 2, line: null, text: "secret\n", message: "follow: item 2 is not JSON" },
  ],
  [
    "lines with dates",
    dated,
    '{"at":"2026-01-01"}\n{"at":"secret"}\n',
    { item: 2, line: null, text: '{"at":"secret"}', message: "follow: item 2 has an invalid date-time" },
  ],
])(
  "a malformed item of %s is an ApiError with its place and its text, which logs omit",
  async (_, format, text, expected) => {
    await using server = await startServer((__, response) =>
      response.writeHead(200, { "content-type": "text/x" }).end(text),
    );
    const operation = operationOf(format);
    const received = await createSend({ baseUrl: server.url })(operation, {});
    const { items, error } = await readAll(received);
    expect(items).toHaveLength(1);
    expect(error).toBeInstanceOf(MalformedItemError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...expected,
      code: "malformed_item",
      status: 200,
      response: received.response,
      request: { operation: "follow" },
    });
    expect([inspect(error), JSON.stringify(error)].join()).not.toContain("secret");
  },
);

it("a sequence that breaks off is an ApiError, with what the connection failed with", async () => {
  await using server = await startServer((_, response) => {
    response.writeHead(200, { "content-type": "text/x" }).write("1\n");
    setTimeout(() => response.destroy(), 20);
  });
  const received = await createSend({ baseUrl: server.url })(operationOf(receivedLines), {});
  const { items, error } = await readAll(received);
  expect(items).toEqual([1]);
  expect(error).toBeInstanceOf(BrokenSequenceError);
  expect(error).toMatchObject({
    code: "broken_sequence",
    message: "follow: the connection failed after item 1",
    status: 200,
    cause: expect.any(TypeError),
  });
});

it("the signal of the call ends a sequence with its reason", async () => {
  await using server = await startServer((_, response) => {
    response.writeHead(200, { "content-type": "text/x" }).write("1\n");
  });
  const caller = new AbortController();
  const reason = new Error("enough");
  const received = await createSend({ baseUrl: server.url })(operationOf(receivedLines), {}, { signal: caller.signal });
  setTimeout(() => caller.abort(reason), 20);
  expect(await readAll(received)).toEqual({ items: [1], error: reason });
});

it("`readResponse` alone knows the response", async () => {
  const reading = await readResponse(
    operationOf(receivedLines),
    new Response("x", { headers: { "content-type": "text/x" } }),
  );
  expect((await readAll(reading)).error).toMatchObject({
    message: "response: item 1, in line 1, is not JSON",
    status: 200,
  });
});

function operationOf(format: ReadingFormat) {
  return {
    ...bareOperation,
    id: "follow",
    responses: { 200: { content: { "text/x": withItemErrors(format) } } },
  } as const;
}

async function readAll(response: object): Promise<{ readonly items: unknown[]; readonly error: unknown }> {
  const items: unknown[] = [];
  try {
    for await (const item of Object(response).body) items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items, error: null };
}
