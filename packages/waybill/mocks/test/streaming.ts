// Descriptions of streams, and a mock server of any description, for what travels over a socket.
import { onTestFinished } from "vitest";
import { readApi } from "waybill/description";
import { listen } from "../src/server/listen.ts";
import { mockHandlerOf } from "../src/server/mock-handler.ts";

/** The address of a mock server of a description. */
export async function mocked(text: string): Promise<string> {
  const { api } = readApi({ cwd: "/case", openapi: "openapi.yaml", readText: () => text });
  if (api === null) throw new Error("the description cannot be read");
  const mock = await mockHandlerOf(api, { url: null, secret: "", dynamic: false, cors: false, auth: false });
  const server = await listen(mock.handle, { port: 0, host: "127.0.0.1", served: () => {} });
  onTestFinished(async () => {
    await server.close();
    mock.dispose();
  });
  return server.address;
}

/** A description with a stream of events at `GET /events`. */
export function streaming(content: string, schemas = "{}"): string {
  return `openapi: 3.2.0
info: { title: t, version: "1" }
paths:
  /events:
    get:
      operationId: watch
      responses: { "200": { description: Events., content: { text/event-stream: ${content.replace(/\n\s*/g, " ")} } } }
components: { schemas: ${schemas} }
`;
}

/** The standard's own example: text, a number as text, and JSON, by the type of the event. */
export const standard: string = streaming(`{ itemSchema: {
  type: object,
  required: [event],
  properties: { event: { type: string }, data: { type: string }, retry: { type: integer } },
  oneOf: [
    { properties: { event: { const: addString } }, required: [data] },
    { properties: { event: { const: addInt64 }, data: { format: int64 } }, required: [data] },
    { properties: { event: { const: addJson }, data: { contentMediaType: application/json, contentSchema: { type: object, required: [foo], properties: { foo: { type: integer } } } } }, required: [data] },
  ] } }`);

export const chunk = "{ Chunk: { type: object, required: [text], properties: { text: { type: string } } } }";
