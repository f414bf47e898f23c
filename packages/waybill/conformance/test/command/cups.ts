// A shop of cups for tests of `waybill conform`: its description, and a server that keeps to it or does not.

import type { IncomingMessage, ServerResponse } from "node:http";
import querystring from "node:querystring";
import { onTestFinished } from "vitest";
import { startServer } from "../../../../../generators/test/local-server.ts";

export const cups = `openapi: 3.1.0
info: { title: Cups, version: "1" }
security: [{ key: [] }]
paths:
  /cups/{cupId}:
    get:
      operationId: getCup
      parameters: [{ name: cupId, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The cup.
          content:
            application/json:
              schema:
                type: object
                required: [id]
                properties: { id: { type: string }, size: { type: integer } }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  responses:
    Refused: { description: No., content: { application/json: { schema: { type: object } } } }
`;

export const cupEvents = `asyncapi: 3.0.0
info: { title: Cups, version: "1" }
channels: { hook: { address: null, messages: { sold: { $ref: "#/components/messages/sold" } } } }
operations: { send: { action: send, channel: { $ref: "#/channels/hook" } } }
components:
  messages:
    sold: { name: cup.sold, contentType: application/json, payload: { type: object, properties: { id: { type: string } } } }
`;

export const cupKey = "a-key-of-the-test";

/** Below `/shop`. `cup`: what a known cup looks like. Returns its address. */
export async function serveCups(cup: object, key: string = cupKey): Promise<string> {
  const { url, close } = await startServer((request, response) => respond(request, response, { cup, key }));
  onTestFinished(close);
  return `${url}/shop`;
}

interface Shop {
  readonly cup: object;
  readonly key: string;
}

function respond({ method, url, headers }: IncomingMessage, response: ServerResponse, { cup, key }: Shop): void {
  const [, id] = /^\/shop\/cups\/([^/?]+)/.exec(querystring.unescape(url ?? "")) ?? [];
  const isDescribed = id !== undefined && method === "GET";
  const isAllowed = headers.authorization === `Bearer ${key}`;
  const status = !isDescribed ? 404 : !isAllowed ? 401 : id === "cup_0017" ? 200 : 404;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(status === 200 ? cup : {}));
}
