// Integers of 64 bits as bigint: exact from a client's call to a server's handler and back, in every place where a value can be.
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { anyCharacter } from "../../../../scripts/testing/any-character.ts";
import { generateConfigured } from "../../scenarios/configured.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { type Connected, loadConnected, type Received } from "./connected.ts";

const int64 = "{ type: integer, format: int64 }";
const openapi = `openapi: 3.1.1
info: { title: Orders, version: "1" }
paths:
  /orders/{id}:
    post:
      operationId: postOrder
      parameters:
        - { name: id, in: path, required: true, schema: ${int64} }
        - { name: ids, in: query, schema: { type: array, items: ${int64} } }
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { over: ${int64} } } }
        - { name: json, in: query, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        - { name: key, in: query, schema: { type: [integer, string], format: int64 } }
        - { name: X-Id, in: header, schema: ${int64} }
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }, required: true }
      responses:
        "200":
          description: Made.
          headers: { Next-Id: { required: true, schema: ${int64} }, Ids: { schema: { type: array, items: ${int64} } } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } } }
  /form:
    post:
      operationId: postForm
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Fields" } }
          multipart/form-data: { schema: { $ref: "#/components/schemas/Fields" } }
      responses: { "204": { description: Done. } }
  /lines:
    post:
      operationId: postLines
      requestBody: { required: true, content: { application/jsonl: { itemSchema: { $ref: "#/components/schemas/Order" } } } }
      responses:
        "200": { description: All., content: { application/jsonl: { itemSchema: { $ref: "#/components/schemas/Order" } } } }
components:
  schemas:
    Fields: { type: object, properties: { id: ${int64}, name: { type: string }, order: { $ref: "#/components/schemas/Order" } } }
    Order:
      type: object
      required: [id]
      properties:
        id: ${int64}
        count: { type: integer }
        ratio: { type: number }
        text: { type: string }
        paid: { type: [integer, "null"], format: int64 }
        parent: { $ref: "#/components/schemas/Order" }
        steps: { type: object, additionalProperties: ${int64} }
        spans: { type: array, prefixItems: [{ type: string }, ${int64}] }
        either: { anyOf: [${int64}, { type: string }, { type: number }] }
        state: { type: integer, format: int64, enum: [1, 2, 4503599627370497] }
        both: { allOf: [{ $ref: "#/components/schemas/Call" }, { type: object, properties: { id: { minimum: 1 }, more: ${int64} } }] }
        event: { oneOf: [{ $ref: "#/components/schemas/Call" }, { $ref: "#/components/schemas/Note" }], discriminator: { propertyName: kind, mapping: { call: Call, note: Note } } }
        unique: { type: array, uniqueItems: true, items: ${int64} }
        small: { type: integer, format: int64, minimum: 9007199254740993, maximum: 9223372036854775806, multipleOf: 3 }
        unsigned: { type: integer, format: uint64 }
        any: {}
    Call: { type: object, required: [kind, id], properties: { kind: { const: call }, id: ${int64} } }
    Note: { type: object, required: [kind, id], properties: { kind: { const: note }, id: { type: integer } } }
    Rest: { allOf: [{ type: object, properties: { a: { type: integer } } }], unevaluatedProperties: ${int64} }
`;

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

interface ZodModule {
  readonly OrderJson: z.ZodCodec<z.ZodString, z.ZodType>;
  readonly OrderSchema: z.ZodType;
  readonly isOrder: (value: unknown) => boolean;
  readonly RestJson: z.ZodCodec<z.ZodString, z.ZodType>;
  readonly isRest: (value: unknown) => boolean;
}

interface TypesModule {
  readonly parseJson: (text: string, places?: unknown) => unknown;
  readonly jsonText: (value: unknown) => string;
}

let generated: Connected<"postOrder" | "postForm" | "postLines">;
let zod: ZodModule;
let types: TypesModule;
beforeAll(async () => {
  const inputs = new Map([["openapi.yaml", openapi]]);
  const made = await generateConfigured(inputs, 'int64: "bigint",', ["types", "zod", "server", "client"], directory);
  expect(made.diagnostics).not.toMatch(/unknown-format|error/);
  generated = await loadConnected(directory);
  zod = await import(path.join(directory, "zod/index.gen.ts"));
  types = await import(path.join(directory, "types/index.gen.ts"));
});

/** The bodies of requests and responses as they travelled. */
const travelled: string[] = [];

const connected = (handle: (request: Received) => unknown): ReturnType<typeof generated.connect> =>
  generated.connect({ postOrder: handle, postForm: handle, postLines: handle }, (serve) => async (request) => {
    travelled.push(request.url, await request.clone().text());
    const response = await serve(request);
    if (!response.ok) throw new Error(await response.clone().text());
    travelled.push(await response.clone().text());
    return response;
  });

const id = 9007199254740993n;
const order = {
  id,
  count: 3,
  ratio: 0.5,
  text: "9007199254740993",
  paid: id,
  parent: { id: 5n },
  steps: { a: id, __proto_: -id },
  spans: ["9007199254740993", id],
  either: id,
  state: 4503599627370497n,
  both: { kind: "call", id, more: -id },
  event: { kind: "note", id: 7 },
  unique: [1n, id, id + 1n],
  small: 9007199254740993n,
  unsigned: 18446744073709551615n,
  any: { deep: [1, "#9007199254740993"] },
};

test("integers of 64 bits are bigint in every place of a request and a response, and numbers on the wire", async () => {
  let seen: Received = {};
  const api = connected((request) => {
    seen = request;
    return {
      status: 200,
      contentType: "application/json",
      headers: { "Next-Id": id, Ids: [id, 1n] },
      body: [request["body"]],
    };
  });
  const parts = {
    path: { id },
    query: { ids: [id, 2n], filter: { over: id }, json: order, key: id },
    headers: { "X-Id": -id },
  };
  const response = await api.postOrder({ ...parts, body: order });
  expect(seen["path"]).toEqual(parts.path);
  expect(seen["query"]).toEqual(parts.query);
  expect(seen["headers"]).toEqual(parts.headers);
  expect(seen["body"]).toEqual(order);
  expect(response).toMatchObject({ status: 200, headers: { "Next-Id": id, Ids: [id, 1n] } });
  expect(response.body).toEqual([order]);
  expect(travelled.join("\n")).toContain('{"id":9007199254740993,"count":3');
});

test.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
  "fields of a form arrive as bigint: %s",
  async (contentType) => {
    let body: unknown;
    const api = connected((request) => {
      body = request["body"];
      return { status: 204 };
    });
    const fields = { id, name: "9007199254740993", order: { id, count: 1, parent: { id } } };
    await api.postForm({ contentType, body: fields });
    expect(body).toEqual(fields);
  },
);

test("items of a sequence arrive as bigint", async () => {
  const received: unknown[] = [];
  const api = connected(async ({ body }) => {
    for await (const item of body as AsyncIterable<unknown>) received.push(item);
    return { status: 200, contentType: "application/jsonl", body: received };
  });
  const response = await api.postLines({ body: [order, { id: 1n }] });
  const items: unknown[] = [];
  for await (const item of response.body as AsyncIterable<unknown>) items.push(item);
  expect(received).toEqual([order, { id: 1n }]);
  expect(items).toEqual([order, { id: 1n }]);
});

test("any integer of 64 bits survives client, server and client", async () => {
  const api = connected(({ body }) => ({
    status: 200,
    contentType: "application/json",
    headers: { "Next-Id": (body as { id: bigint }).id },
    body: [body],
  }));
  const any64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  await fc.assert(
    fc.asyncProperty(
      any64,
      fc.array(any64, { maxLength: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      async (one, ids, ratio) => {
        const body = { id: one, unique: [...new Set(ids)], steps: { x: one }, ratio: ratio === 0 ? 0 : ratio };
        const response = await api.postOrder({ path: { id: one }, query: { ids: [one] }, body });
        expect(response).toMatchObject({ headers: { "Next-Id": one }, body: [body] });
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ["a member that nothing describes", "any", "[", "]", [200]],
  ["a schema that contains itself", "parent", '{"id":1,"parent":', "}", [200, 400]],
])("deep JSON in %s is not a failure of the server", async (_, member, open, close, statuses) => {
  const received = { status: 200, contentType: "application/json", headers: { "Next-Id": id }, body: [] };
  const { routes, createFetchHandler } = generated.server;
  const serve = createFetchHandler({ routes, handlers: { postOrder: async () => received }, context: () => ({}) });
  for (const [levels, expected] of [
    [member === "any" ? 5000 : 500, [200]],
    [40_000, statuses],
  ] as const) {
    const inner = member === "any" ? "" : '{"id":1}';
    const body = `{"id":9007199254740993,"${member}":${open.repeat(levels)}${inner}${close.repeat(levels)}}`;
    const init = { method: "POST", body, headers: { "content-type": "application/json" } };
    const response = await serve(new Request("http://local.test/orders/1", init));
    expect(expected).toContain(response.status);
  }
});

describe("validation", () => {
  const isValid = (value: object): boolean => {
    const verdict = zod.OrderSchema.safeParse(value).success;
    expect(zod.isOrder(value)).toBe(verdict);
    return verdict;
  };

  test.each([
    [{ id: 2n ** 63n - 1n }, true],
    [{ id: 2n ** 63n }, false],
    [{ id: -(2n ** 63n) }, true],
    [{ id: -(2n ** 63n) - 1n }, false],
    [{ id: 5 }, false],
    [{ id, small: 9007199254740993n }, true],
    [{ id, small: 9007199254740992n }, false],
    [{ id, small: 9007199254740994n }, false],
    [{ id, small: 9223372036854775806n }, true],
    [{ id, small: 9223372036854775807n }, false],
    [{ id, state: 2n }, true],
    [{ id, state: 2 }, false],
    [{ id, state: 3n }, false],
    [{ id, either: 0.5 }, true],
    [{ id, both: { kind: "call", id: 0n } }, false],
    [{ id, both: { kind: "call", id: 1n } }, true],
    [{ id, unique: [1n, 1n] }, false],
    [{ id, event: { kind: "note", id: 1 } }, true],
    [{ id, event: { kind: "note", id: 1n } }, false],
  ])("accepts or rejects %s", (value, expected) => {
    expect(isValid(value)).toBe(expected);
  });

  test("members that only unevaluatedProperties describes are bigint too", () => {
    const value = z.decode(zod.RestJson, '{"a":1,"b":9007199254740993}');
    expect(value).toEqual({ a: 1n, b: id });
    expect(zod.isRest(value)).toBe(true);
  });

  test("a codec reads and writes JSON exactly", () => {
    const text = '{"id":9007199254740993,"steps":{"a":-9223372036854775808}}';
    const value = z.decode(zod.OrderJson, text);
    expect(value).toEqual({ id, steps: { a: -(2n ** 63n) } });
    expect(z.encode(zod.OrderJson, value)).toBe(text);
    expect(z.safeDecode(zod.OrderJson, "{").success).toBe(false);
    expect(z.safeDecode(zod.OrderJson, '{"id":1.5}').success).toBe(false);
  });
});

describe("JSON", () => {
  test("what has no bigint is read and written as JSON.parse and JSON.stringify do", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        const text = JSON.stringify(value);
        expect(types.parseJson(text, {})).toEqual(JSON.parse(text));
        expect(types.jsonText(value)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("a large integer changes nothing around it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.bigInt(), (value, large) => {
        const text = types.jsonText([value, large, { "#": "#1", [`"#${large}`]: large }]);
        const read = types.parseJson(text, { items: {}, first: [{}, { self: true }, { rest: { self: true } }] });
        expect(types.jsonText(read)).toBe(text);
        expect(text).toContain(`,${large},`);
        expect(read).toEqual([JSON.parse(JSON.stringify(value)), large, { "#": "#1", [`"#${large}`]: large }]);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["1e19", 10n ** 19n],
    ["9007199254740993.0", id],
    ["9007199254740993e0", id],
    ["900719925474099.3E1", id],
    ["0.1", 0.1],
    ["1e400", Number.POSITIVE_INFINITY],
    ["9007199254740993.5", 9007199254740994],
    ["-0", -0],
  ])("reads %s exactly", (text, value) => {
    expect(types.parseJson(text)).toBe(value);
    if (typeof value === "number") expect(types.parseJson(text)).toBe(JSON.parse(text));
  });
});
