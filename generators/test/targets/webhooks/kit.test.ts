// A description with a signature -> its generated sender delivers to its generated receiver in every framework, over loopback; what is
// forged, repeated, parsed too early or sent to the wrong place does not pass.
import dns from "node:dns";
import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { isIP } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import express4 from "express4";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startServer } from "../../local-server.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  receiver:
    address: null
    x-waybill-signature: standard-webhooks
    messages:
      shipped: { name: order.shipped, payload: { type: object, required: [type, id], properties: { type: { const: order.shipped }, id: { type: string } } } }
      counted: { name: order.counted, payload: { type: object, required: [type, id], properties: { type: { const: order.counted }, id: { type: integer } } } }
`;

/** Only OpenAPI; the payload names the event in its own words, and says which delivery it is. */
const openapi = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /jobs:
    post:
      operationId: startJob
      responses: { "202": { description: Accepted. } }
      callbacks:
        onDone:
          "{$request.body#/url}":
            post: { $ref: "#/components/x-done" }
webhooks:
  newPet:
    post: { requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } } }, x-waybill-event-id: "$request.body#/id", responses: { "204": { description: Taken. } } }
  ping: { post: { responses: { "204": { description: Taken. } } } }
x-waybill-signature: { algorithm: hmac-sha256, signedContent: "{body}", encoding: hex, header: X-Hub-Signature-256, prefix: "sha256=" }
components:
  schemas:
    NewPet: { type: object, required: [kind, id], properties: { kind: { const: pet.created }, id: { type: string } } }
    Done: { type: object, required: [kind, id], properties: { kind: { const: job.done }, id: { type: string } } }
  x-done: { requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Done" } } } }, responses: { "204": { description: Taken. } } }
`;

type Handler = ((request: Request) => Promise<Response>) & { readonly receive: unknown };

interface SendResult {
  readonly delivered: boolean;
  readonly id: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly reason: string | null }[];
}

interface Kit {
  verifyWebhook(request: object, secret: string): Promise<{ readonly event: string; readonly id: string | null }>;
  createWebhookHandler(options: object): Handler;
  createWebhookSender(options: object): { send(event: object, options?: object): Promise<SendResult> };
  memorySeenStore(): object;
}

interface Adapters {
  nodeHandler(handler: Handler): RequestListener;
  expressHandler(handler: Handler): RequestListener;
  fastifyHandler(handler: Handler): (instance: object, options: { readonly url: string }) => Promise<void>;
  honoHandler(handler: Handler): (context: { readonly req: { readonly raw: Request } }) => Promise<Response>;
  redisSeenStore(client: unknown): object;
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const shipped = { event: "order.shipped", payload: { type: "order.shipped", id: "ord_1" } };
let kit: Kit;
let adapters: Adapters;
let pets: Kit;

beforeAll(async () => {
  const load = async (folder: string, name: string): Promise<object> =>
    await import(pathToFileURL(path.join(directory, folder, `webhooks/${name}.gen.ts`)).href);
  const made = [
    await generate(new Map([["asyncapi.yaml", asyncapi]]), ["webhooks"], path.join(directory, "orders")),
    await generate(new Map([["openapi.yaml", openapi]]), ["webhooks"], path.join(directory, "pets")),
  ];
  expect(made.map(({ diagnostics }) => diagnostics)).toEqual(["", ""]);
  kit = (await load("orders", "index")) as Kit;
  pets = (await load("pets", "index")) as Kit;
  const files = await Promise.all(["adapters", "redis"].map((name) => load("orders", name)));
  adapters = Object.assign({}, ...files) as Adapters;
});

interface Receiver {
  readonly handler: Handler;
  readonly seen: string[];
  readonly errors: { readonly code?: string }[];
}

function receiver(options: object = {}): Receiver {
  const [seen, errors]: [string[], { readonly code?: string }[]] = [[], []];
  const take = ({ event, id }: { readonly event: string; readonly id: string }): void =>
    void seen.push(`${event} ${id}`);
  const handler = kit.createWebhookHandler({
    secret,
    handlers: { "order.shipped": take, "order.counted": take },
    onError: (error: { readonly code?: string }) => void errors.push(error),
    ...options,
  });
  return { handler, seen, errors };
}

const frameworks: Readonly<Record<string, (handler: Handler) => Promise<RequestListener> | RequestListener>> = {
  "node:http": (handler) => adapters.nodeHandler(handler),
  "Express 5": (handler) => express().post("/hook", adapters.expressHandler(handler)),
  "Express 4": (handler) => express4().post("/hook", adapters.expressHandler(handler)),
  Fastify: async (handler) => {
    const app = fastify();
    await app.register(adapters.fastifyHandler(handler), { url: "/hook" });
    await app.ready();
    return (request, response) => app.routing(request, response);
  },
  Hono: (handler) => getRequestListener(new Hono().post("/hook", adapters.honoHandler(handler)).fetch),
  Fetch: (handler) => getRequestListener(handler),
};

describe("a delivery of the generated sender", () => {
  it.each(Object.keys(frameworks))("passes %s, and a forged one does not", async (name) => {
    const { handler, seen, errors } = receiver();
    await using server = await startServer((await frameworks[name]?.(handler)) ?? (() => {}));
    const to = { url: `${server.url}/hook`, allowPrivate: true };
    const sent = await kit.createWebhookSender({ ...to, secret: [other, secret] }).send(shipped, { id: "msg_1" });
    expect(sent).toMatchObject({ delivered: true, id: "msg_1", attempts: [{ status: 200, reason: null }] });
    const forged = await kit.createWebhookSender({ ...to, secret: other }).send(shipped);
    expect(forged).toMatchObject({ delivered: false, attempts: [{ status: 401 }] });
    expect([seen, errors.map(({ code }) => code)]).toEqual([["order.shipped msg_1"], ["bad_signature"]]);
  });

  it("is no Fetch request of another framework: the error names the adapters", () => {
    const { handler } = receiver();
    expect(() => Reflect.apply(handler, undefined, [{ headers: {} }])).toThrow("expressHandler(handler)");
    expect(() => kit.createWebhookHandler({ secret, handlers: {} })).toThrow("no handler for order.shipped");
  });
});

/** `SET NX PX` and the two scripts, as a client of Redis has them. */
function fakeRedis(): (...args: string[]) => Promise<unknown> {
  const values = new Map<string, string>();
  return async (command = "", ...args) => {
    const [key = "", value = ""] = command === "SET" ? args : args.slice(2);
    if (command === "SET") {
      if (values.has(key)) return null;
      values.set(key, value);
      return "OK";
    }
    if (args[0]?.includes("DEL")) values.delete(key);
    else values.set(key, "done");
    return 1;
  };
}

describe("once", () => {
  it.each([
    ["in memory", () => kit.memorySeenStore()],
    ["in Redis by a command", () => adapters.redisSeenStore(fakeRedis())],
    ["in Redis by ioredis", () => adapters.redisSeenStore({ call: fakeRedis(), sendCommand: () => "not this one" })],
    [
      "in Redis by node-redis",
      () => {
        const command = fakeRedis();
        return adapters.redisSeenStore({ sendCommand: (args: string[]) => command(...args) });
      },
    ],
  ])("handles a delivery of one id, and again where its handler failed: %s", async (_, store) => {
    let failures = 1;
    const { handler, seen } = receiver({
      seen: store(),
      onError: () => {},
      handlers: {
        "order.shipped": ({ id }: { readonly id: string }) => {
          failures -= 1;
          if (failures >= 0) throw new Error("the database is away");
          seen.push(id);
        },
        "order.counted": () => {},
      },
    });
    const sender = kit.createWebhookSender({ url: "https://example.com/hook", secret, post: postTo(handler) });
    const statuses: unknown[] = [];
    for (const id of ["msg_1", "msg_1", "msg_1", "msg_2"])
      statuses.push((await sender.send(shipped, { id })).attempts[0]?.status);
    expect([statuses, seen]).toEqual([
      [500, 200, 200, 200],
      ["msg_1", "msg_2"],
    ]);
  });
});

interface Posted {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Without a socket. */
function postTo(handler: Handler): (request: Posted) => Promise<object> {
  return async ({ url, method, headers, body }) => {
    const { status } = await handler(new Request(url, { method, headers, body }));
    return { status, header: () => null, text: "" };
  };
}

describe("a sender", () => {
  it("retries what may pass, waits as it is asked to, and signs each attempt at its own time under one id", async () => {
    const [waits, posted]: [number[], Posted[]] = [[], []];
    const responses: readonly (number | Error)[] = [503, new Error("connection reset"), 429, 200];
    let time = 1_700_000_000_000;
    const sender = kit.createWebhookSender({
      url: "https://example.com/hook",
      secret,
      retries: { attempts: 5, firstSeconds: 2, mostSeconds: 60 },
      random: () => 0.5,
      now: () => time,
      wait: async (milliseconds: number) => {
        waits.push(milliseconds);
        time += milliseconds;
      },
      post: async (request: Posted) => {
        const response = responses[posted.push(request) - 1] ?? 200;
        if (response instanceof Error) throw response;
        return { status: response, header: () => (response === 429 ? "45" : null), text: "" };
      },
    });
    const result = await sender.send(shipped);
    expect(result).toMatchObject({
      delivered: true,
      attempts: [{ status: 503 }, { reason: "connection reset" }, {}, {}],
    });
    expect(waits).toEqual([1000, 2000, 45_000]);
    expect(new Set(posted.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(posted.map(({ headers }) => headers["webhook-timestamp"])).toEqual([
      "1700000000",
      "1700000001",
      "1700000003",
      "1700000048",
    ]);
    expect(new Set(posted.map(({ headers }) => headers["webhook-signature"])).size).toBe(4);
  });

  it("does not retry what the receiver refuses", async () => {
    const post = async (): Promise<object> => ({ status: 410, header: () => null, text: "" });
    const sender = kit.createWebhookSender({ url: "https://a.example", secret, post, retries: { attempts: 3 } });
    expect(await sender.send(shipped)).toMatchObject({ delivered: false, attempts: [{ status: 410 }] });
  });

  it("sends nothing that the description does not allow", async () => {
    const sender = kit.createWebhookSender({
      url: "https://a.example",
      secret,
      post: () => Promise.reject(new Error()),
    });
    const wrong = sender.send({ event: "order.counted", payload: { type: "order.counted", id: "x" } });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid_payload",
      message: /^the payload is not a valid order.counted: id: /,
    });
    await expect(sender.send({ event: "constructor", payload: {} })).rejects.toMatchObject({ code: "unknown_event" });
    const empty = kit.createWebhookSender({ url: "https://a.example", secret: "" });
    await expect(empty.send(shipped)).rejects.toMatchObject({ name: "SecretError" });
  });

  it.each([
    "http://example.com",
    "https://127.0.0.1",
    "https://0x7f.1",
    "https://u:p@example.com",
    "ftp://example.com",
  ])("refuses %s", (url) => {
    expect(() => kit.createWebhookSender({ url, secret })).toThrow("nothing is sent to");
  });

  it.each([["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:169.254.169.254"]])(
    "refuses a name that leads to %s",
    async (...addresses) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const lookup = vi.spyOn(dns, "lookup");
      lookup.mockImplementation((...args: readonly unknown[]) => {
        const done = args.at(-1);
        if (typeof done === "function") done(null, found);
      });
      const sender = kit.createWebhookSender({ url: "https://inner.example", secret, retries: { attempts: 3 } });
      const { delivered, attempts } = await sender.send(shipped);
      lookup.mockRestore();
      expect([delivered, attempts.length, attempts[0]?.status]).toEqual([false, 1, null]);
      expect(attempts[0]?.reason).toContain("inner.example leads to an address that is refused");
    },
  );
});

describe("webhooks and callbacks of OpenAPI", () => {
  it("are events with a receiver and a sender, named by the payload's own words, handled once by its id", async () => {
    const seen: string[] = [];
    const take = ({ event, id }: { readonly event: string; readonly id: string }): void =>
      void seen.push(`${event} ${id}`);
    const handlers = { newPet: take, startJob_onDone: take };
    const handler = pets.createWebhookHandler({ secret: "s", seen: pets.memorySeenStore(), handlers });
    const sender = pets.createWebhookSender({ url: "https://a.example/", secret: "s", post: postTo(handler) });
    const pet = { event: "newPet", payload: { kind: "pet.created", id: "1" } };
    for (const event of [pet, pet, { event: "startJob_onDone", payload: { kind: "job.done", id: "1" } }])
      expect(await sender.send(event)).toMatchObject({ delivered: true, id: null });
    expect(seen).toEqual(["newPet 1", "startJob_onDone null"]);
  });
});

it("the kit compiles under the strictest flags, without types of Node", async () => {
  const uses = `import { createWebhookHandler, createWebhookSender, memorySeenStore, type SendResult } from "./orders/webhooks/index.gen.ts";
import { expressHandler, fastifyHandler, honoHandler, nodeHandler } from "./orders/webhooks/adapters.gen.ts";
import { redisSeenStore } from "./orders/webhooks/redis.gen.ts";
import { createWebhookSender as petSender } from "./pets/webhooks/index.gen.ts";
const handlers = { "order.shipped": ({ payload }: { payload: { id: string } }) => void payload.id, "order.counted": () => {} };
const seen = { store: memorySeenStore(), namespace: "mail" };
const POST = createWebhookHandler({ secret: async () => ["a", "b"], handlers, seen, url: ({ url }) => url });
export const adapted: readonly unknown[] = [nodeHandler(POST), expressHandler(POST), fastifyHandler(POST), honoHandler(POST)];
export const store: unknown = redisSeenStore({ call: async (command: string, ...args: string[]) => command + args.length });
export async function send(): Promise<SendResult> {
  const sender = createWebhookSender({ url: "https://a.example", secret: "s", retries: { attempts: 3 } });
  await petSender({ url: "https://a.example", secret: "s" }).send({ event: "newPet", payload: { kind: "pet.created", id: "1" } });
  // @ts-expect-error: the payload of another event
  await sender.send({ event: "order.counted", payload: { type: "order.shipped", id: "" } });
  return await sender.send({ event: "order.shipped", payload: { type: "order.shipped", id: "ord_1" } }, { id: "msg_1" });
}
`;
  writeFileSync(path.join(directory, "uses.ts"), uses);
  expect(await compilerErrorsOf("typescript-7.0", directory)).toBe("");
});
