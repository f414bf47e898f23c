// Streams of events between a generated client and a generated server: requests, and values that JSON has no types for.
import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ApiOptions } from "../../../src/model/api-options.ts";
import { writeDataEvents, writeEvents } from "../../../src/targets/http/runtime/events.ts";
import { startServer } from "../../local-server.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const item = `{ type: object, required: [data], properties: { retry: { type: integer, format: int64 }, data: { type: string, contentMediaType: application/json, contentSchema: { type: object, required: [at, n], properties: { at: { type: string, format: date-time }, n: { type: integer, format: int64 } } } } } }`;
const description = `openapi: 3.2.0
info: { title: t, version: "1" }
paths:
  /events:
    get:
      operationId: watch
      responses: { "200": { description: Events., content: { text/event-stream: { itemSchema: ${item} } } } }
    post:
      operationId: send
      requestBody: { required: true, content: { text/event-stream: { itemSchema: ${item} } } }
      responses: { "200": { description: Seen., content: { text/plain: { schema: { type: string } } } }, "422": { description: Invalid. } }
`;

/** What a program sends, receives and shows, with these types of points in time and of numbers. */
const program = (at: string, n: string, retry: string, shown: string): string => `
import { createClient, createSend } from "./client/index.gen.ts";
import { createNodeHandler, type Handlers, routes } from "./server/index.gen.ts";

async function* events() { yield { retry: ${retry}, data: { at: ${at}, n: ${n} } }; }
const handlers: Handlers<object> = {
  watch: async () => ({ status: 200, contentType: "text/event-stream", body: events() }),
  send: async ({ body }) => {
    const seen: string[] = [];
    for await (const { retry, data } of body) seen.push(${shown});
    return { status: 200, contentType: "text/plain", body: seen.join() };
  },
};
export const listener: ReturnType<typeof createNodeHandler> = createNodeHandler({ routes, handlers, context: () => ({}) });
const clientOf = (baseUrl: string) => createClient(createSend({ baseUrl }));

export async function both(baseUrl: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  const watched = await clientOf(baseUrl).watch();
  for await (const { retry, data } of watched.body) seen.push(${shown});
  const sent = await clientOf(baseUrl).send({ body: events() });
  return [...seen, sent.status === 200 ? sent.body : sent.status];
}
`;

interface Program {
  readonly listener: RequestListener;
  readonly both: (baseUrl: string) => Promise<unknown[]>;
}

const time = "1970-01-01T00:00:00.000Z";

it.each<[string, Partial<ApiOptions>, string]>([
  ["as they are", {}, program(`"${time}"`, "7", "5", "`${retry?.toFixed()} ${data.at.length} ${data.n.toFixed()}`")],
  [
    "with Dates",
    { dates: "date" },
    program("new Date(0)", "7", "5", "`${retry?.toFixed()} ${data.at.toISOString().length} ${data.n}`"),
  ],
  [
    "with bigint",
    { int64: "bigint" },
    program(`"${time}"`, "7n", "5n", "`${retry === 5n ? 5 : retry} ${data.at.length} ${data.n === 7n ? 7 : data.n}`"),
  ],
])("events travel both ways, their values %s", async (_, options, text) => {
  const { directory, dispose } = temporaryDirectory();
  onTestFinished(dispose);
  const { diagnostics } = await generate(
    new Map([["openapi.yaml", description]]),
    ["client", "server"],
    directory,
    options,
  );
  expect(diagnostics).toBe("");
  writeFileSync(path.join(directory, "usage.ts"), text);
  expect(await compilerErrorsOf("typescript-7.0", directory)).toBe("");
  const { listener, both }: Program = await import(path.join(directory, "usage.ts"));
  await using server = await startServer(listener);
  const wire = `retry: 5\ndata: {"at":"${time}","n":7}\n\n`;
  expect(await (await fetch(`${server.url}/events`)).text()).toBe(wire);
  expect(await both(server.url)).toEqual(["5 24 7", "5 24 7"]);
  const statusOf = async (body: string): Promise<number> => {
    const headers = { "content-type": "text/event-stream" };
    return (await fetch(`${server.url}/events`, { method: "POST", headers, body })).status;
  };
  expect(await statusOf(`: hello\n\n${wire}`)).toBe(200);
  expect(await statusOf(wire.replace(":7}", ':"7"}'))).toBe(422);
  expect(await statusOf("data: no JSON\n\n")).toBe(400);
});

it.each<[object, string]>([
  [{ data: { n: 1 } }, "data has to be a text"],
  [{ id: 1, data: "" }, "id has to be a text"],
  [{ retry: "soon", data: "" }, "retry has to be a whole number"],
  [{ retry: -1, data: "" }, "retry has to be a whole number"],
  [{ event: "a\nb", data: "" }, "event has to be one line"],
  [{ title: "a", data: "" }, "an event has no title"],
])("what no event can carry is an error, and never [object Object]: %j", async (event, reason) => {
  await expect(new Response(writeEvents([event])).text()).rejects.toThrow(`item 1 cannot be sent: ${reason}`);
});

it("data of each type is written as it is described", async () => {
  const described = { data: "json", others: ["note"], texts: ["[DONE]"] } as const;
  const events = [{ data: "a" }, { event: "note", data: "b\r\nc" }, { event: null, data: [1] }, { data: "[DONE]" }];
  expect(await new Response(writeDataEvents(described, events)).text()).toBe(
    'data: "a"\n\nevent: note\ndata: b\ndata: c\n\ndata: [1]\n\ndata: [DONE]\n\n',
  );
});
