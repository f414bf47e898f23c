// Points in time as Dates: from a client's call to a server's handler and back, by codecs, and where that cannot be.
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { generateConfigured } from "../../scenarios/configured.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { type Connected, loadConnected, type Received } from "./connected.ts";

const instant = "{ type: string, format: date-time }";
const openapi = `openapi: 3.1.1
info: { title: Orders, version: "1" }
paths:
  /orders/{since}:
    post:
      operationId: postOrder
      parameters:
        - { name: since, in: path, required: true, schema: ${instant} }
        - { name: at, in: query, schema: { type: array, items: ${instant} } }
        - { name: X-At, in: header, schema: ${instant} }
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }, required: true }
      responses:
        "200":
          description: Made.
          headers: { Expires-At: { required: true, schema: ${instant} } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } } }
  /form:
    post:
      operationId: postForm
      requestBody:
        required: true
        content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { at: ${instant}, name: { type: string } } } } }
      responses: { "204": { description: Done. } }
components:
  schemas:
    Order:
      type: object
      required: [made]
      properties:
        made: { type: string, format: date-time, pattern: "Z$" }
        text: { type: string }
        paid: { type: [string, "null"], format: date-time }
        parent: { $ref: "#/components/schemas/Order" }
        steps: { type: object, properties: { note: { type: string } }, patternProperties: { "^x": { type: string } }, additionalProperties: ${instant} }
        spans: { type: array, prefixItems: [{ type: string }, ${instant}] }
        both: { allOf: [{ $ref: "#/components/schemas/Call" }, { type: object, properties: { end: ${instant} } }] }
        event: { oneOf: [{ $ref: "#/components/schemas/Call" }, { $ref: "#/components/schemas/Note" }], discriminator: { propertyName: kind, mapping: { call: Call, note: Note } } }
    Call: { type: object, required: [kind, at], properties: { kind: { const: call }, at: ${instant} } }
    Note: { type: object, required: [kind, at], properties: { kind: { const: note }, at: { type: string } } }
`;

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

interface ZodModule {
  readonly OrderCodec: z.ZodCodec<z.ZodType, z.ZodType>;
  readonly OrderSchema: z.ZodType;
  readonly isOrder: (value: unknown) => boolean;
}

let generated: Connected<"postOrder" | "postForm">;
let zod: ZodModule;
beforeAll(async () => {
  const inputs = new Map([["openapi.yaml", openapi]]);
  const made = await generateConfigured(inputs, 'dates: "date",', ["types", "zod", "server", "client"], directory);
  expect(made.diagnostics).toBe("");
  generated = await loadConnected(directory);
  zod = await import(path.join(directory, "zod/index.gen.ts"));
});

const connected = (
  postOrder: (request: Received) => unknown,
  postForm: (request: Received) => unknown = () => null,
): ReturnType<typeof generated.connect> => generated.connect({ postOrder, postForm });

const at = new Date("2026-01-02T03:04:05.678Z");
const order = {
  made: at,
  text: "2026-01-02T03:04:05Z",
  paid: at,
  parent: { made: at },
  steps: { note: "2026-01-02T03:04:05Z", xy: "2026-01-02T03:04:05Z", other: at },
  spans: ["2026-01-02T03:04:05Z", at],
  both: { kind: "call", at, end: at },
  event: { kind: "note", at: "2026-01-02T03:04:05Z" },
};

test("what a client sends as Dates arrives as Dates, in every part of a request, and so does the response", async () => {
  let seen: Received = {};
  const api = connected((request) => {
    seen = request;
    return { status: 200, contentType: "application/json", headers: { "Expires-At": at }, body: [request["body"]] };
  });
  const parts = { path: { since: at }, query: { at: [at, at] }, headers: { "X-At": at } };
  const response = await api.postOrder({ ...parts, body: order });
  expect(seen).toMatchObject({ ...parts, body: order });
  expect(seen["body"]).toEqual(order);
  expect(response).toMatchObject({ status: 200, headers: { "Expires-At": at } });
  expect(response.body).toEqual([order]);
});

test("fields of a form arrive as Dates", async () => {
  let body: unknown;
  const api = connected(
    () => null,
    (request) => {
      body = request["body"];
      return { status: 204 };
    },
  );
  expect(await api.postForm({ body: { at, name: "2026-01-02T03:04:05Z" } })).toMatchObject({ status: 204 });
  expect(body).toEqual({ at, name: "2026-01-02T03:04:05Z" });
});

test.each([
  ["body", "2026-12-31T23:59:60Z", "2026-01-02T03:04:05Z", { response: { status: 200 } }],
  ["header", "2026-01-02T03:04:05Z", "soon", { undescribed: "body", body: '"soon"' }],
])("a response with a text that no Date can represent in its %s is malformed", async (_, made, expires, failure) => {
  const headers = { "content-type": "application/json", "expires-at": expires };
  const fetch = async (): Promise<Response> => new Response(JSON.stringify([{ made }]), { headers });
  const { client } = generated;
  const send = client.createSend({ baseUrl: "http://local.test", fetch });
  const call = client.createClient(send).postOrder({ path: { since: at }, body: { made: at } });
  await expect(call).rejects.toMatchObject(failure);
});

test("a request that no Date can represent is rejected, and so is a response with an invalid Date", async () => {
  const api = connected(() => ({
    status: 200,
    contentType: "application/json",
    headers: { "Expires-At": at },
    body: [{ made: new Date(Number.NaN) }],
  }));
  await expect(api.postOrder({ path: { since: at }, body: { made: at } })).rejects.toMatchObject({
    response: { status: 500 },
  });
  const { client, server } = generated;
  expect(() =>
    client.buildRequest(
      client.operations.postOrder,
      { path: { since: new Date(Number.NaN) }, body: order },
      "http://x",
    ),
  ).toThrow("Invalid time value");
  const response = await server.createFetchHandler({ routes: server.routes, handlers: {}, context: () => ({}) })(
    new Request("http://local.test/orders/2026-12-31T23:59:60Z", {
      method: "POST",
      body: '{"made":"2026-01-02T03:04:05Z"}',
      headers: { "content-type": "application/json" },
    }),
  );
  expect(response.status).toBe(400);
});

test("a codec restores the text of every date-time; every keyword counts both ways", () => {
  const { OrderCodec, OrderSchema, isOrder } = zod;
  const wires = fc.record({
    made: fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    }),
    steps: fc.dictionary(fc.string(), fc.constant(at), { maxKeys: 3 }),
  });
  fc.assert(
    fc.property(wires, ({ made, steps }) => {
      const wire = {
        made: made.toISOString(),
        steps: Object.fromEntries(Object.keys(steps).map((key) => [key, at.toISOString()])),
      };
      expect(isOrder(wire)).toBe(true);
      const value = z.decode(OrderCodec, wire);
      expect(value).toMatchObject({ made });
      expect(z.encode(OrderCodec, value)).toEqual(OrderSchema.parse(wire));
    }),
    { numRuns: 60 },
  );
  expect(z.safeDecode(OrderCodec, { made: "2026-01-02T03:04:05+01:00" }).success).toBe(false);
  expect(z.safeDecode(OrderCodec, { made: "2026-12-31T23:59:60Z" }).success).toBe(false);
  expect(z.safeEncode(OrderCodec, { made: new Date(Number.NaN) }).success).toBe(false);
  expect(z.safeEncode(OrderCodec, { made: new Date("+012026-01-01T00:00:00Z") }).success).toBe(false);
});
