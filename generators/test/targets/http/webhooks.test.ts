// Webhooks and callbacks of a description of no particular service: sent by the generated client, received with the
// generated routes, over a socket.
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalServer, startServer } from "../../local-server.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { loadUsage } from "./usage.ts";

const body = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;

const description = `
openapi: 3.1.1
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example }]
security: [{ key: [] }]
paths:
  /subscriptions:
    post:
      operationId: subscribe
      ${body("Subscription")}
      responses: { "201": { description: Done. } }
      callbacks:
        onPet:
          "{$request.body#/callbackUrl}?event={$request.query.event}":
            post: { ${body("Pet")}, parameters: [{ name: try, in: query, schema: { type: integer } }], responses: { "204": { description: Taken. } } }
        gone: { $ref: "#/components/callbacks/gone" }
      parameters: [{ name: event, in: query, schema: { type: string } }]
    put:
      operationId: resubscribe
      callbacks: { gone: { $ref: "#/components/callbacks/gone" } }
      responses: { "204": { description: Done. } }
webhooks:
  newPet:
    post:
      ${body("Pet")}
      parameters: [{ name: X-Signature, in: header, required: true, schema: { type: string } }]
      responses: { "200": { description: Taken., content: { application/json: { schema: { type: object, required: [seen], properties: { seen: { type: integer } } } } } } }
  delete:
    delete: { operationId: pet/deleted, responses: { "204": { description: Taken. } } }
components:
  callbacks:
    gone: { "$request.body#/callbackUrl": { post: { operationId: subscriptionGone, responses: { "204": { description: Taken. } } } } }
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Subscription: { type: object, required: [callbackUrl], properties: { callbackUrl: { type: string, format: uri } } }
    Pet:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
      additionalProperties: false
`;

const usage = `
import { baseUrlsOf, createSend, webhooks as outgoing } from "./client/index.gen.ts";
import { createFetchHandler, createMatcher, readParameters, webhooks as incoming } from "./server/index.gen.ts";

const { operationAt, operations } = outgoing;
const send = createSend({ baseUrl: baseUrlsOf([]) });

export async function newPet(url: string): Promise<unknown> {
  const request = { headers: { "X-Signature": "s" }, body: { id: 1, name: "Rex" } };
  const { status, body } = await send(operationAt(operations.newPet, url), request);
  return [status, body.seen];
}

export async function callBack(callbackUrl: string): Promise<unknown> {
  const { onPet, expression } = { onPet: operations.subscribeOnPet, expression: operations.subscribeOnPet.expression ?? "" };
  const request = { query: { event: "pet" }, body: { callbackUrl } };
  const url = outgoing.callbackUrlOf(expression, { url: "https://pets.example/subscriptions", method: "POST", request });
  const response = await send(operationAt(onPet, url), { query: { try: 2 }, body: { id: 2, name: "Tom" } });
  return [url, response.status, operations.subscriptionGone.expression];
}

type Own = Pick<incoming.Handlers<string>, "newPet" | "subscribeOnPet">;

const handlers: Own = {
  newPet: async ({ headers, body }, context) => {
    const seen = body.id + headers["X-Signature"].length + context.length;
    return { status: 200, contentType: "application/json", body: { seen } };
  },
  subscribeOnPet: async () => ({ status: 204 }),
};

/** The same with what serves any routes: only the handlers of what is received are asked for. */
export const serve: (request: Request) => Promise<Response> = createFetchHandler({
  routes: incoming.routesAt(incoming.routes, { newPet: "/hooks/new-pet", subscribeOnPet: "/called/back" }),
  handlers,
  prefix: "/me",
  context: () => "c",
});

/** What a receiver's host does: finds the route, judges what arrived, hands it over. */
export async function receive(method: string, target: string, header: (name: string) => string | null, text: string): Promise<{ readonly status: number; readonly body?: unknown }> {
  const [pathname = "", query = ""] = target.split("?");
  const routes = incoming.routesAt(incoming.routes, { newPet: "/hooks/new-pet", subscribeOnPet: "/called/back" });
  const found = createMatcher(routes)(method, pathname);
  if (found.kind !== "found") return { status: 404 };
  const { parameters, schemas, handler } = found.route;
  const values = readParameters(parameters, { path: found.path, query, header });
  const body: unknown = JSON.parse(text);
  if (schemas.headers?.safeParse(values.headers).success === false) return { status: 400 };
  if (schemas.body?.["application/json"]?.safeParse(body).success === false) return { status: 422 };
  if (handler === "newPet") return handlers.newPet({ headers: { "X-Signature": String(values.headers["X-Signature"]) }, body: body as never }, "c");
  return handlers.subscribeOnPet({ query: values.query, body: body as never }, "c");
}

// @ts-expect-error there is no such webhook
export const wrong: unknown = incoming.routesAt(incoming.routes, { oldPet: "/x" });
`;

interface Usage {
  newPet(url: string): Promise<unknown>;
  callBack(url: string): Promise<unknown>;
  serve(request: Request): Promise<Response>;
  receive(
    method: string,
    target: string,
    header: (name: string) => string | null,
    text: string,
  ): Promise<{ readonly status: number; readonly body?: unknown }>;
}

const { directory, dispose } = temporaryDirectory();
const targets: string[] = [];
let server: LocalServer;
let user: Usage;

beforeAll(async () => {
  user = await loadUsage<Usage>(description, usage, directory);
  server = await startServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    targets.push(`${method} ${url}`);
    const header = (name: string): string | null => String(headers[name.toLowerCase()] ?? "") || null;
    const received = await user.receive(method, url, header, await text(request));
    response.writeHead(received.status, { "content-type": "application/json" });
    response.end(received.body === undefined ? "" : JSON.stringify(received.body));
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dispose();
});

describe("what the API sends", () => {
  it("the generated webhook calls compile with TypeScript 7", async () =>
    expect(await compilerErrorsOf("typescript-7.0", directory)).toBe(""));

  it("is a webhook at the address of its receiver", async () => {
    expect(await user.newPet(`${server.url}/hooks/new-pet`)).toEqual([200, 3]);
  });

  it("sends a callback to the address in the request that registered it", async () => {
    expect(await user.callBack(`${server.url}/called/back`)).toEqual([
      `${server.url}/called/back?event=pet`,
      204,
      "$request.body#/callbackUrl",
    ]);
    expect(targets.at(-1)).toBe("POST /called/back?event=pet&try=2");
  });

  it("is served as operations are", async () => {
    const post = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await user.serve(new Request(`https://me.example${path}`, { method: "POST", ...init }));
      return [response.status, await response.text()];
    };
    const headers = { "content-type": "application/json", "X-Signature": "s" };
    const body = '{"id":1,"name":"Rex"}';
    expect(await post("/hooks/new-pet", { headers, body })).toEqual([404, expect.anything()]);
    expect(await post("/me/hooks/new-pet", { headers, body })).toEqual([200, '{"seen":3}']);
    expect(await post("/me/called/back", { headers, body })).toEqual([204, ""]);
    expect(await post("/me/hooks/new-pet", { headers, body: "{}" })).toEqual([
      422,
      expect.stringContaining("invalid_body"),
    ]);
    expect(await post("/me/hooks/new-pet", { body })).toEqual([400, expect.stringContaining("X-Signature")]);
  });

  it("is rejected when it is not as described", async () => {
    const status = async (sent: string): Promise<number> =>
      (await user.receive("POST", "/hooks/new-pet", () => "s", sent)).status;
    expect(await status('{"id":1,"name":"Rex"}')).toBe(200);
    expect(await status('{"name":"Rex"}')).toBe(422);
    expect(await status('{"id":1,"name":"Rex","more":1}')).toBe(422);
  });
});
