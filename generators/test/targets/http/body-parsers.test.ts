// A generated service behind the body parsers of frameworks: what they have read is taken where it is what was sent.

import type { RequestListener } from "node:http";
import express from "express";
import express4 from "express4";
import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { formOf } from "../../../src/targets/http/runtime/form-fields.ts";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import type { AnyResponse } from "../../../src/targets/server/runtime/refusals.ts";
import type { MediaType, Validator } from "../../../src/targets/server/runtime/runtime.ts";
import { createFetchHandler, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { startServer } from "../../local-server.ts";
import { bareRoute } from "../server/bare-route.ts";

const noted: Validator = {
  safeParse: (value) =>
    typeof value === "object" && value !== null && "n" in value
      ? { success: true, data: value }
      : { success: false, error: { issues: [{ path: ["n"], message: "missing" }] } },
};

const form = formOf({ value: { kind: "object", properties: { n: "integer" }, additional: null } });
const content: MediaType[] = [
  { type: "application/json", body: "json" },
  { type: "application/x-www-form-urlencoded", body: "form", format: form },
  { type: "text/plain", body: "text" },
  { type: "application/octet-stream", body: "binary" },
];

const failures: unknown[] = [];

const service: Service<"x", object> = {
  routes: [
    {
      ...bareRoute,
      handler: "x",
      method: "POST",
      path: "/note",
      segments: ["note"],
      requestBody: { required: true, content },
      responses: [{ status: 200, headers: [], content: [{ type: "application/json", body: "json" }] }],
      schemas: { body: { "application/json": noted }, responses: {} },
    },
  ],
  handlers: {
    x: async ({ body, contentType }): Promise<AnyResponse> => ({ status: 200, body: [contentType, await shown(body)] }),
  },
  context: () => ({}),
  onError: (error) => failures.push(error),
};

const handler = createNodeHandler(service);

async function shown(body: unknown): Promise<unknown> {
  return body instanceof Blob ? [...new Uint8Array(await body.arrayBuffer())] : body;
}

const json = { type: "application/json", body: '{"n":1,"é":[null]}' };
const fields = { type: "application/x-www-form-urlencoded", body: "n=1" };
const latin = { type: "text/plain; charset=iso-8859-1", body: new Uint8Array([0x65, 0xe9]) };
const bytes = { type: "application/octet-stream", body: new Uint8Array([0, 255]) };

const sent = {
  json: [200, ["application/json", { n: 1, é: [null] }]],
  fields: [200, ["application/x-www-form-urlencoded", { n: 1 }]],
  latin: [200, ["text/plain", "eé"]],
  bytes: [200, ["application/octet-stream", [0, 255]]],
};

describe.each([
  ["express 5", express],
  ["express 4", express4],
])("behind %s", (_name, make) => {
  it("a JSON body that express.json() has read is validated and passed on", async () => {
    const app = make().use(make.json(), handler);
    expect(await responses(app, json)).toEqual(sent.json);
    expect(await responses(app, { ...json, body: "{}" })).toMatchObject([422, { code: "invalid_body" }]);
    expect(await responses(app, { ...json, body: "" })).toMatchObject([400, { code: "missing_body" }]);
  });

  it("a body that no parser takes is read", async () => {
    const app = make().use(make.json(), make.urlencoded({ extended: true }), handler);
    expect(await responses(app, latin)).toEqual(sent.latin);
    expect(await responses(app, bytes)).toEqual(sent.bytes);
  });

  it("bytes of express.raw() and text of express.text() are read like any body", async () => {
    const raw = make().use(make.raw({ type: "*/*" }), handler);
    expect(await responses(raw, json)).toEqual(sent.json);
    expect(await responses(raw, fields)).toEqual(sent.fields);
    expect(await responses(raw, latin)).toEqual(sent.latin);
    expect(await responses(raw, bytes)).toEqual(sent.bytes);
    const text = make().use(make.text({ type: "*/*" }), handler);
    expect(await responses(text, json)).toEqual(sent.json);
    expect(await responses(text, fields)).toEqual(sent.fields);
    expect(await responses(text, latin)).toEqual(sent.latin);
    expect(await responses(text, bytes)).toMatchObject([500, { code: "body_parsed" }]);
  });

  it("a form that express.urlencoded() has read is no longer what was sent, unless its bytes are stored", async () => {
    failures.length = 0;
    const app = make().use(make.urlencoded({ extended: true }), handler);
    expect(await responses(app, fields)).toMatchObject([500, { code: "body_parsed" }]);
    const [failure] = failures;
    expect(failure instanceof Error && String(failure.cause)).toContain("Mount the handler before body parsers");
    const kept = make.urlencoded({
      extended: true,
      verify: (request, _response, buffer) => {
        Object.assign(request, { rawBody: buffer });
      },
    });
    expect(await responses(make().use(kept, handler), fields)).toEqual(sent.fields);
  });
});

describe("behind Fastify", () => {
  it("the body that Fastify has parsed is passed on with the raw request", async () => {
    const app = fastify();
    app.all("/note", (request, reply) => {
      reply.hijack();
      handler(Object.assign(request.raw, { body: request.body }), reply.raw);
    });
    await app.ready();
    expect(await responses(app.routing, json)).toEqual(sent.json);
    await app.close();
  });

  it("a body that was parsed is too large by its length", async () => {
    const app = fastify();
    const limited = createNodeHandler({ ...service, largestBody: 5 });
    app.all("/note", (request, reply) => {
      reply.hijack();
      limited(Object.assign(request.raw, { body: request.body }), reply.raw);
    });
    await app.ready();
    expect(await responses(app.routing, json)).toMatchObject([413, { code: "body_too_large" }]);
    await app.close();
  });

  it("a body that is not passed on is reported", async () => {
    const app = fastify();
    app.all("/note", (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw);
    });
    await app.ready();
    expect(await responses(app.routing, json)).toMatchObject([500, { code: "body_parsed" }]);
    await app.close();
  });
});

it("a Request whose body was already read is reported", async () => {
  const request = new Request("http://localhost/note", {
    method: "POST",
    body: json.body,
    headers: { "content-type": json.type },
  });
  await request.text();
  const response = await createFetchHandler(service)(request);
  expect([response.status, await response.json()]).toMatchObject([500, { code: "body_parsed" }]);
});

async function responses(
  listener: RequestListener,
  { type, body }: { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> },
): Promise<[number, unknown]> {
  await using server = await startServer(listener);
  const headers = { "content-type": type };
  const response = await fetch(`${server.url}/note`, { method: "POST", headers, body });
  return [response.status, await response.json()];
}
