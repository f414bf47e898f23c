// Defaults that validation adds: in schemas, for the handlers of a server, and in types.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { generateConfigured } from "../../scenarios/configured.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";

const openapi = `openapi: 3.1.1
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      operationId: postOrder
      parameters:
        - { name: size, in: query, schema: { type: integer, default: 20 } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: X-Mode, in: header, schema: { $ref: "#/components/schemas/Mode" } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "200": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
  /plain:
    put:
      operationId: putPlain
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Plain" } } } }
      responses: { "204": { description: Kept. } }
  /inline:
    put:
      operationId: putInline
      requestBody: { content: { application/json: { schema: { type: object, properties: { a: { type: integer, default: 1 } } } }, application/x-www-form-urlencoded: { schema: { type: object, properties: { b: { type: string, default: c } } } } } }
      responses: { "204": { description: Kept. } }
  /places:
    put:
      operationId: putPlaces
      parameters:
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { a: { type: integer, default: 1 }, b: { type: string } } } }
        - { name: doc, in: query, content: { application/json: { schema: { type: object, default: {}, properties: { x: { type: integer, default: 2 } } } } } }
        - { name: list, in: query, explode: false, schema: { type: array, items: { type: string }, default: [a, b] } }
        - { name: theme, in: cookie, schema: { type: string, default: dark } }
      requestBody:
        content:
          multipart/form-data: { schema: { type: object, properties: { note: { type: string, default: none }, meta: { type: object, properties: { k: { type: integer, default: 4 } } } } } }
          application/jsonl: { itemSchema: { $ref: "#/components/schemas/Line" } }
      responses: { "204": { description: Kept. } }
components:
  schemas:
    Mode: { type: string, enum: [fast, slow], default: slow }
    Order:
      type: object
      required: [id, always]
      properties:
        id: { type: string }
        always: { type: string, default: unused }
        note: { type: string, default: none }
        mode: { $ref: "#/components/schemas/Mode" }
        "null": { type: [string, "null"], default: null }
        tags: { type: array, items: { type: string }, default: [] }
        made: { type: string, readOnly: true, default: never }
        settings: { type: object, default: {}, properties: { deep: { type: boolean, default: true } } }
        lines: { type: array, items: { $ref: "#/components/schemas/Line" } }
        extra: { anyOf: [{ $ref: "#/components/schemas/Line" }, { type: "null" }] }
        open: { anyOf: [{ $ref: "#/components/schemas/Line" }, { type: object, properties: { other: { type: integer, default: 3 } } }] }
        event: { oneOf: [{ $ref: "#/components/schemas/Call" }, { $ref: "#/components/schemas/Note" }], discriminator: { propertyName: kind, mapping: { call: Call, note: Note } } }
        by: { type: object, properties: { known: { type: string } }, additionalProperties: { $ref: "#/components/schemas/Line" } }
        both: { allOf: [{ $ref: "#/components/schemas/Line" }, { type: object, properties: { more: { type: integer, default: 5 } } }] }
        parent: { $ref: "#/components/schemas/Order" }
    Line: { type: object, properties: { count: { type: integer, default: 1 } } }
    Lines: { type: array, items: { $ref: "#/components/schemas/Line" } }
    Counted: { type: object, minProperties: 1, properties: { count: { type: integer, default: 1 } } }
    Call: { type: object, required: [kind], properties: { kind: { const: call }, loud: { type: boolean, default: false } } }
    Note: { type: object, required: [kind], properties: { kind: { const: note }, text: { type: string, default: "" } } }
    Plain: { type: object, properties: { name: { type: string } } }
    OrderOutput: { type: object, properties: { taken: { type: boolean } } }
`;

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

type Zod = Readonly<Record<"OrderSchema" | "LineSchema" | "LinesSchema" | "CountedSchema", z.ZodObject>> & {
  readonly isOrder: (value: unknown) => boolean;
};

interface Server {
  readonly routes: unknown;
  readonly createFetchHandler: (options: object) => (request: Request) => Promise<Response>;
}

let zod: Zod;
let server: Server;
beforeAll(async () => {
  const inputs = new Map([["openapi.yaml", openapi]]);
  const made = await generateConfigured(inputs, 'defaults: "apply",', ["types", "zod", "server", "client"], directory);
  expect(made.diagnostics).toBe("");
  zod = await import(path.join(directory, "zod/index.gen.ts"));
  server = await import(path.join(directory, "server/index.gen.ts"));
});

const filled = { note: "none", mode: "slow", null: null, tags: [], made: "never", settings: { deep: true } };

describe("a schema", () => {
  it("adds the defaults of absent members, at any depth", () => {
    expect(zod.OrderSchema.parse({ id: "a", always: "b" })).toEqual({ id: "a", always: "b", ...filled });
    const inside = {
      lines: [{}, { count: 2 }],
      extra: {},
      event: { kind: "call" },
      by: { known: "a", line: {} },
      both: {},
      parent: { id: "c", always: "d", note: "own", settings: { deep: false } },
    };
    expect(zod.OrderSchema.parse({ id: "a", always: "b", ...inside })).toEqual({
      ...{ id: "a", always: "b", ...filled },
      lines: [{ count: 1 }, { count: 2 }],
      extra: { count: 1 },
      event: { kind: "call", loud: false },
      by: { known: "a", line: { count: 1 } },
      both: { count: 1, more: 5 },
      parent: { id: "c", always: "d", ...filled, note: "own", settings: { deep: false } },
    });
    expect(zod.LinesSchema.parse([{}])).toEqual([{ count: 1 }]);
  });

  it("treats undefined as absent, and leaves a value without absent members itself", () => {
    expect(zod.LineSchema.parse({ count: undefined })).toEqual({ count: 1 });
    const whole = { count: 3, other: {} };
    expect(zod.LineSchema.parse(whole)).toBe(whole);
  });

  it("gives each value a default of its own", () => {
    const parsed = [1, 2].map(() => zod.OrderSchema.parse({ id: "a", always: "b" })["tags"]);
    expect(parsed[0]).not.toBe(parsed[1]);
  });

  it("adds nothing where the value does not decide which alternative applies", () => {
    expect(zod.OrderSchema.parse({ id: "a", always: "b", open: {} })["open"]).toEqual({});
  });

  it("validates the value as it came", () => {
    expect(zod.CountedSchema.safeParse({}).success).toBe(false);
    expect(zod.OrderSchema.safeParse({ id: "a" }).success).toBe(false);
    expect(zod.isOrder({ id: "a", always: "b" })).toBe(true);
  });

  it("keeps its defaults when it is extended", () => {
    const extended = zod.LineSchema.extend({ sku: z.string() });
    expect(extended.parse({ sku: "a" })).toEqual({ sku: "a", count: 1 });
    expect(zod.LineSchema.describe("words").parse({})).toEqual({ count: 1 });
    expect(zod.OrderSchema.pick({ lines: true, tags: true }).parse({ lines: [{}] })).toEqual({
      lines: [{ count: 1 }],
      tags: [],
    });
  });
});

describe("a server", () => {
  const received: Record<string, unknown>[] = [];
  const served = async (method: string, url: string, body?: string, type = "application/json"): Promise<number> => {
    const handler = async (request: Record<string, unknown>): Promise<object> => {
      received.push(request);
      return { status: 204 };
    };
    const serve = server.createFetchHandler({
      routes: server.routes,
      handlers: { postOrder: handler, putPlain: handler, putInline: handler, putPlaces: handler },
      context: () => ({}),
    });
    const init = body === undefined ? { method } : { method, body, headers: { "content-type": type } };
    return (await serve(new Request(`http://local.test${url}`, init))).status;
  };

  it("hands requests with their defaults to handlers", async () => {
    await served("POST", "/orders", '{ "id": "a", "always": "b" }');
    const { made: _, ...writable } = filled;
    expect(received.pop()).toMatchObject({
      query: { size: 20 },
      headers: { "X-Mode": "slow" },
      body: { id: "a", always: "b", ...writable },
    });
    await served("POST", "/orders?size=3&sort=id", '{ "id": "a", "always": "b", "note": "own" }');
    expect(received.pop()).toMatchObject({ query: { size: 3, sort: "id" }, body: { note: "own" } });
    await served("PUT", "/inline", "{}");
    expect(received.pop()).toMatchObject({ body: { a: 1 } });
    await served("PUT", "/inline", "", "application/x-www-form-urlencoded");
    expect(received.pop()?.["body"]).toEqual({ b: "c" });
  });

  it("completes every place of a parameter, parts and items", async () => {
    const part = (name: string, text: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`;
    await served("PUT", "/places?filter[b]=c", `${part("meta", "{}")}--b--`, "multipart/form-data; boundary=b");
    expect(received.pop()).toEqual({
      query: { filter: { a: 1, b: "c" }, doc: { x: 2 }, list: ["a", "b"] },
      cookies: { theme: "dark" },
      contentType: "multipart/form-data",
      body: { note: "none", meta: { k: 4 } },
    });
    await served("PUT", "/places", '{}\n{"count":3}\n', "application/jsonl");
    const request = received.pop();
    expect(request?.["query"]).not.toHaveProperty("filter");
    const items: unknown[] = [];
    for await (const item of (request?.["body"] ?? []) as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual([{ count: 1 }, { count: 3 }]);
  });

  it("never adds what only the server sets", async () => {
    await served("POST", "/orders", '{ "id": "a", "always": "b" }');
    expect(received.pop()?.["body"]).not.toHaveProperty("made");
  });

  it("adds no body where there is none", async () => {
    expect(await served("PUT", "/inline")).toBe(204);
    expect(received.pop()).not.toHaveProperty("body");
  });
});

const program = `
import * as z from "zod";
import type { FilledOrderOutput, LineOutput, Line, Order, OrderWritable, PostOrderReceived, PostOrderRequest, PutPlainRequest } from "./types/index.gen.ts";
import type { Handlers } from "./server/index.gen.ts";
import { LineSchema, OrderSchema } from "./zod/index.gen.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const output: Same<z.output<typeof OrderSchema>, FilledOrderOutput> = true;
export const input: Same<z.input<typeof OrderSchema>, Order> = true;
export const line: Same<LineOutput, { count: number }> = true;
export const sent: Same<Line, { count?: number | undefined }> = true;
export const body: Same<PostOrderRequest["body"], OrderWritable> = true;
export const extended: { count: number; sku: string } = LineSchema.extend({ sku: z.string() }).parse({});
export const optional: { count?: number | undefined } = LineSchema.partial().parse({});
export const member: number = LineSchema.shape.count.parse(undefined);
export const request: PostOrderRequest = { body: { id: "a", always: "b" } };

declare const received: PostOrderReceived;
export const size: number = received.query.size;
export const sort: string | undefined = received.query.sort;
export const note: string = received.body.note;
export const deep: boolean = received.body.settings.deep;
export const count: number | undefined = received.body.lines?.[0]?.count;
export const own: (string & {}) | "note" | "call" | undefined = received.body.event?.kind;
type Taken<Name extends keyof Handlers> = Parameters<Handlers[Name]>[0];
export const handled: Same<Taken<"postOrder">, PostOrderReceived> = true;
export const plain: Same<Taken<"putPlain">, PutPlainRequest> = true;
// @ts-expect-error
export const open: number = received.body.open?.count;
`;

it.each(testedCompilers)("types include applied defaults, with %s", async (compiler) => {
  writeFileSync(path.join(directory, "program.ts"), program);
  expect(await compilerErrorsOf(compiler, directory, ["program.ts", "*/*.ts"])).toBe("");
});

it("a default that its own schema rejects is an error", async () => {
  const inputs = new Map([["openapi.yaml", openapi.replace("default: 20", "default: twenty")]]);
  const made = await generateConfigured(inputs, 'defaults: "apply",', ["types"], path.join(directory, "invalid"));
  expect(made.diagnostics).toContain("invalid-default");
});

it("a schema that contains nothing but itself is an error", async () => {
  const cyclic = `openapi: 3.1.1
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    Own: { allOf: [{ $ref: "#/components/schemas/Own" }], default: {} }
    Holder: { type: object, properties: { own: { $ref: "#/components/schemas/Own" }, list: { type: array, items: { $ref: "#/components/schemas/Own" }, default: [{}] } } }
`;
  const inputs = new Map([["openapi.yaml", cyclic]]);
  const made = await generateConfigured(inputs, 'defaults: "apply",', ["zod"], path.join(directory, "cyclic"));
  expect(made.diagnostics).toContain(" error ");
});
