// A description with a signature -> `verifyWebhook` and `createWebhookHandler` for its events, run on deliveries of the official library.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

interface Request_ {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface Delivery {
  readonly event: string;
  readonly payload: { readonly data: unknown };
  readonly timestamp: Date | null;
}

interface Receiver {
  verifyWebhook(request: Request_, secret: string | readonly string[], options?: object): Promise<Delivery>;
  createWebhookHandler(options: object): (request: Request) => Promise<Response>;
}

const message = (name: string, data: string): string =>
  `{ name: ${name}, payload: { type: object, required: [type, data], properties: { type: { const: ${name} }, data: { type: ${data} } } } }`;

const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  receiver:
    address: null
    x-waybill-signature: standard-webhooks
    messages: { shipped: ${message("order.shipped", "string")}, counted: ${message("order.counted", "integer")} }
`;

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
let receiver: Receiver;

beforeAll(async () => {
  const folder = path.join(directory, "standard");
  const { diagnostics } = await generate(new Map([["asyncapi.yaml", asyncapi]]), ["webhooks"], folder);
  expect(diagnostics).toBe("");
  receiver = await import(pathToFileURL(path.join(folder, "webhooks/index.gen.ts")).href);
});

function delivery(payload: unknown, key = secret): { readonly body: string; readonly headers: Record<string, string> } {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const time = new Date();
  const headers = {
    "content-type": "application/json",
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": new Webhook(key).sign("msg_1", time, body),
  };
  return { body, headers };
}

const shipped = { type: "order.shipped", data: "é" };

describe("verifyWebhook", () => {
  it("resolves to the event, its payload and its time, with any of the secrets", async () => {
    const found = await receiver.verifyWebhook(delivery(shipped), [other, secret]);
    expect(found).toMatchObject({ event: "order.shipped", payload: shipped });
    expect(found.timestamp).toBeInstanceOf(Date);
  });

  it.each([
    ["another secret", () => delivery(shipped, other), "bad_signature"],
    ["another body", () => ({ ...delivery(shipped), body: "{}" }), "bad_signature"],
    ["no signature", () => ({ ...delivery(shipped), headers: {} }), "missing_header"],
    ["an event that is not described", () => delivery({ type: "order.lost", data: "" }), "unknown_event"],
    ["the name of something all objects have", () => delivery({ type: "constructor", data: "" }), "unknown_event"],
    ["the payload of another event", () => delivery({ type: "order.counted", data: "x" }), "invalid_payload"],
    ["no JSON", () => delivery("{"), "invalid_payload"],
    [
      "what is nested deeper than any stack",
      () => delivery(`${"[".repeat(5000)}${"]".repeat(5000)}`),
      "invalid_payload",
    ],
    ["a parsed body", () => ({ ...delivery(shipped), body: shipped }), "body_parsed"],
    ["no body", () => ({ ...delivery(shipped), body: undefined }), "body_parsed"],
  ])("rejects %s", async (_, request, code) => {
    await expect(receiver.verifyWebhook(request(), secret)).rejects.toMatchObject({ name: "WebhookError", code });
  });

  it("rejects an old delivery, unless any age is tolerated", async () => {
    const later = (): number => Date.now() + 400_000;
    const old = delivery(shipped);
    await expect(receiver.verifyWebhook(old, secret, { now: later })).rejects.toMatchObject({
      code: "stale_timestamp",
    });
    expect(await receiver.verifyWebhook(old, secret, { now: later, toleranceSeconds: null })).toBeDefined();
  });

  it("rejects an empty secret as such", async () => {
    await expect(receiver.verifyWebhook(delivery(shipped), "")).rejects.toMatchObject({ name: "SecretError" });
  });
});

describe("createWebhookHandler", () => {
  const request = (sent: Request_, method = "POST"): Request =>
    new Request("https://example.com/hook", {
      method,
      headers: sent.headers,
      ...(method === "POST" ? { body: String(sent.body) } : {}),
    });

  it("calls the handler of the event, and responds to each failure with its status", async () => {
    const seen: string[] = [];
    const errors: unknown[] = [];
    const handler = receiver.createWebhookHandler({
      secret: async () => secret,
      handlers: {
        "order.shipped": ({ event }: Delivery) => void seen.push(event),
        "order.counted": () => Promise.reject(new Error("the database is secret")),
      },
      onError: (error: unknown) => void errors.push(error),
      maxBytes: 1000,
    });
    const statusOf = async (sent: Request): Promise<number> => (await handler(sent)).status;
    expect(await statusOf(request(delivery(shipped)))).toBe(200);
    expect(seen).toEqual(["order.shipped"]);
    expect(await statusOf(request(delivery(shipped, other)))).toBe(401);
    expect(await statusOf(request({ ...delivery(shipped), headers: {} }))).toBe(400);
    expect(await statusOf(request(delivery({ type: "order.lost" })))).toBe(200);
    expect(await statusOf(request(delivery(shipped), "GET"))).toBe(405);
    expect(await statusOf(request(delivery({ ...shipped, data: "x".repeat(1000) })))).toBe(413);
    const failed = await handler(request(delivery({ type: "order.counted", data: 1 })));
    expect([failed.status, await failed.json()]).toEqual([
      500,
      { code: "handler_failed", message: expect.stringContaining("was reported to its operator") },
    ]);
    const read = request(delivery(shipped));
    await read.text();
    expect(await statusOf(read)).toBe(500);
    expect(errors).toHaveLength(6);
  });

  it("passes to onError what is known of an authentic delivery that it refuses, and nothing of another", async () => {
    const known: unknown[] = [];
    const handler = receiver.createWebhookHandler({
      secret,
      handlers: { "order.shipped": () => Promise.reject(new Error("full")), "order.counted": () => {} },
      onError: (_error: unknown, context: unknown) => void known.push(context),
    });
    const wrong = delivery({ type: "order.counted", data: "x" });
    for (const sent of [wrong, delivery(shipped), delivery(shipped, other)]) await handler(request(sent));
    const authentic = { rawBody: new TextEncoder().encode(wrong.body), timestamp: expect.any(Date) };
    expect(known).toEqual([
      { authentic, delivery: null },
      { authentic: expect.anything(), delivery: expect.objectContaining({ event: "order.shipped", payload: shipped }) },
      { authentic: null, delivery: null },
    ]);
  });

  it("throws for a tolerance that is no number, when it is created", () => {
    const handlers = { "order.shipped": () => {}, "order.counted": () => {} };
    const create = (): unknown => receiver.createWebhookHandler({ secret, handlers, toleranceSeconds: Number.NaN });
    expect(create).toThrow("toleranceSeconds has to be a number, 0 or more, and is NaN.");
  });

  it("responds to a wrong signature without a word about secrets", async () => {
    const handlers = { "order.shipped": () => {}, "order.counted": () => {} };
    const handler = receiver.createWebhookHandler({ secret: ["a ", "b"].map(btoa), handlers, onError: () => {} });
    expect(await (await handler(request(delivery(shipped)))).json()).toEqual({
      code: "bad_signature",
      message: "The signature does not match these bytes and this secret.",
    });
  });
});

it("nothing receives deliveries that the description does not sign", async () => {
  const unsigned = asyncapi.replace("    x-waybill-signature: standard-webhooks\n", "");
  const { files } = await generate(new Map([["asyncapi.yaml", unsigned]]), ["webhooks"], path.join(directory, "none"));
  const names = files.filter(({ target }) => target === "webhooks").map((file) => file.path);
  expect(names).not.toContain("receiver.gen.ts");
  expect(names).not.toContain("signatures.gen.ts");
});

describe("types", () => {
  it("compile under the strictest flags, however events are named, and stop misuse", async () => {
    const folder = path.join(directory, "types");
    const described = {
      named: asyncapi,
      unnamed: asyncapi.replaceAll(/const: order\.\w+/g, "type: string"),
      headed: asyncapi
        .replaceAll(
          /name: (order\.\w+),/g,
          "name: $1, headers: { type: object, required: [X-Event], properties: { X-Event: { const: $1 } } },",
        )
        .replaceAll(/type: \{ const: order\.\w+ \}/g, "type: { type: string }"),
      dated: `${asyncapi.replace("data: { type: string }", "data: { $ref: '#/components/schemas/When' }")}components: { schemas: { When: { type: string, format: date-time } } }\n`,
      datedInline: asyncapi.replace("data: { type: string }", "data: { type: string, format: date-time }"),
    };
    for (const [name, text] of Object.entries(described)) {
      const options = name.startsWith("dated") ? { dates: "date" as const } : {};
      const { diagnostics } = await generate(
        new Map([["asyncapi.yaml", text]]),
        ["webhooks"],
        path.join(folder, name),
        options,
      );
      expect(diagnostics).toBe("");
    }
    const uses = `import { createWebhookHandler, type SignedEvents, type Verified, verifyWebhook, WebhookError } from "./named/webhooks/index.gen.ts";
import { verifyWebhook as verifyUnnamed } from "./unnamed/webhooks/index.gen.ts";
import { verifyWebhook as verifyHeaded } from "./headed/webhooks/index.gen.ts";
declare const request: { body: string; headers: Headers };
declare function ship(order: Verified<SignedEvents["order.shipped"]>): void;
export async function good(): Promise<string> {
  const delivery = await verifyWebhook(request, "s");
  if (delivery.event === "order.shipped") {
    ship(delivery.payload);
    return delivery.payload.data;
  }
  const counted: number = delivery.payload.data;
  await verifyHeaded(request, "s");
  await verifyUnnamed(request, "s", { eventOf: (payload) => (payload === null ? null : "order.shipped") });
  createWebhookHandler({ secret: "s", handlers: { "order.shipped": ({ payload }) => ship(payload), "order.counted": () => {} } });
  return new WebhookError("bad_signature", String(counted)).code;
}
export function bad(): void {
  // @ts-expect-error: not awaited
  verifyWebhook(request, "s").event;
  // @ts-expect-error: not verified
  ship({ type: "order.shipped", data: "" });
  // @ts-expect-error: a handler is missing
  createWebhookHandler({ secret: "s", handlers: { "order.shipped": () => {} } });
  // @ts-expect-error: a parsed body
  verifyWebhook({ body: { type: "order.shipped" }, headers: {} }, "s");
  // @ts-expect-error: nothing names the event
  verifyUnnamed(request, "s");
}
`;
    writeFileSync(path.join(folder, "uses.ts"), uses);
    expect(await compilerErrorsOf("typescript-7.0", folder)).toBe("");
  });
});
