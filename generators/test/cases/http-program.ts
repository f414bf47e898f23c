// A generated client and a generated server of one description, with all that HTTP has besides methods, bodies and statuses.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { generate } from "../scenarios/generation.ts";

const ok = '{ "200": { description: ok, content: { application/json: { schema: { type: object } } } } }';
export const description: string = `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /plain: { get: { operationId: plain, responses: ${ok} } }
  /limited:
    get:
      operationId: limited
      responses:
        "204": { description: ok }
        "429": { description: slow, headers: { Retry-After: { required: true, schema: { type: integer, const: 1 } }, RateLimit: { required: true, schema: { type: string, const: '"day";r=0;t=1' } }, RateLimit-Policy: { required: true, schema: { type: string, const: '"day";q=5' } } } }
  /old:
    get:
      operationId: old
      deprecated: true
      x-deprecated-since: 2026-01-31
      x-sunset: "2027-01-31T12:00:00+01:00"
      externalDocs: { url: "https://api.example/changes" }
      responses: ${ok}
  /older: { get: { operationId: older, deprecated: true, responses: ${ok} } }
  /either: { get: { operationId: either, security: [{ token: [read, write] }, { basic: [] }, { key: [] }, { tls: [] }], responses: ${ok} } }
  /token: { get: { operationId: token, security: [{ bearer: [] }], responses: ${ok} } }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getItem
      parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
      responses:
        "200": { description: ok, headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
        "304": { description: as before }
        "404": { description: none, content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
    put:
      operationId: putItem
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
      responses: { "204": { description: ok }, "412": { description: another version } }
  /items:
    get:
      operationId: listItems
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses: { "200": { description: ok, headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Item" } } } } } }
    post:
      operationId: addItem
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
      responses: { "201": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } } }
  /events:
    get:
      operationId: events
      responses: { "200": { description: ok, content: { text/event-stream: { schema: { type: string } } } } }
components:
  schemas:
    Item: { type: object, required: [n], properties: { n: { type: integer } } }
    Fault: { type: object, properties: { message: { type: string } } }
  securitySchemes:
    token: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://x.example/t", scopes: { read: r, write: w } } } }
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    tls: { type: mutualTLS }
`;

const program = `
import * as client from "./client/index.gen.ts";
import * as server from "./server/index.gen.ts";
export { client, server };

type Service = server.Service<string, unknown>;
type Handlers = Partial<server.Handlers>;

/** The generated server, as the \`fetch\` of a generated client. */
export function fetchOf(handlers: Handlers, service: Partial<Service> = {}): (url: string, init: RequestInit) => Promise<Response> {
  const ok = async () => ({ status: 200, body: {} }) as const;
  const all: server.Handlers = { ...server.unimplemented, plain: ok, old: ok, older: ok, either: ok, token: ok, ...handlers };
  const handle = server.createFetchHandler({ routes: server.routes, handlers: all, context: (request) => request, ...service } as Service);
  return (url, init) => handle(new Request(url, init));
}

/** One after the other. */
export function responding(...responses: Response[]): { fetch: (url: string, init: RequestInit) => Promise<Response>; requests: Request[] } {
  const requests: Request[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    requests.push(new Request(url, init));
    return responses[requests.length - 1] ?? new Response(null, { status: 500 });
  };
  return { fetch, requests };
}
`;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type ClientModule = typeof import("../../../packages/waybill/runtime/src/exports/client.ts");
export type ServerModule = typeof import("../../../packages/waybill/runtime/src/exports/server.ts");
export type Service = Parameters<ServerModule["createFetchHandler"]>[0];
export type Operations = Readonly<Record<string, Parameters<ReturnType<ClientModule["createSend"]>>[0]>>;
type Handler = (request: never, context: never) => Promise<unknown>;

export interface Program {
  readonly client: ClientModule & { readonly operations: Operations };
  readonly server: ServerModule & { readonly routes: readonly { readonly operationId: string }[] };
  readonly fetchOf: (handlers: Readonly<Record<string, Handler>>, service?: Partial<Service>) => Fetch;
  readonly responding: (...responses: Response[]) => { readonly fetch: Fetch; readonly requests: readonly Request[] };
}

export async function loadProgram(directory: string): Promise<Program> {
  const inputs = new Map([["openapi.yaml", description]]);
  const { diagnostics } = await generate(inputs, ["client", "server"], directory, { extras: "more" });
  expect(diagnostics).toBe("");
  writeFileSync(path.join(directory, "program.ts"), program);
  return await import(pathToFileURL(path.join(directory, "program.ts")).href);
}
