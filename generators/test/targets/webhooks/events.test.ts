// Messages of an AsyncAPI document -> events and data about them, run as the code they become.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "js-yaml";
import { afterAll, describe, expect, it } from "vitest";
import { openObjectOf } from "../../../src/model/analysis/bare-objects.ts";
import { noAnnotations, type Schema } from "../../../src/model/schema.ts";
import { onlyTextsOf } from "../../../src/targets/webhooks/events.ts";
import { generate, generateFrom, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

interface Generated {
  readonly eventSchemas: Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean } }>>;
  readonly headerSchemas: Generated["eventSchemas"];
  readonly messages: readonly { readonly key: string; readonly eventName: string; readonly uses: readonly object[] }[];
  readonly eventProperty: string | null;
  readonly extensions?: unknown;
}

async function generated(name: string, asyncapi: string): Promise<Generated> {
  const folder = path.join(directory, name);
  const { diagnostics } = await generate(new Map([["asyncapi.yaml", asyncapi]]), ["webhooks"], folder);
  expect(diagnostics).toBe("");
  return import(pathToFileURL(path.join(folder, "webhooks/index.gen.ts")).href);
}

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n';

it("a description without an event to generate is reported", async () => {
  const openapi = 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}';
  const none = generate(new Map([["openapi.yaml", openapi]]), ["webhooks"], path.join(directory, "none"));
  await expect(none).rejects.toThrow("there is nothing to generate for webhooks");
});

describe("messages of one name", () => {
  const payload = (type: string): string =>
    `payload: { type: object, required: [event, id], properties: { event: { const: e }, id: { type: ${type} } } }`;

  it("are one event, which is any of them", async () => {
    const { eventSchemas, headerSchemas, messages, eventProperty } = await generated(
      "alike",
      `${head}channels: { a: { address: a, messages: { m: { name: e, ${payload("integer")} } } }, b: { address: b, messages: { m: { name: e, ${payload("string")} } } } }`,
    );
    expect(Object.keys(eventSchemas)).toEqual(["e"]);
    expect(eventSchemas["e"]?.safeParse({ event: "e", id: 1 }).success).toBe(true);
    expect(eventSchemas["e"]?.safeParse({ event: "e", id: "x" }).success).toBe(true);
    expect(eventSchemas["e"]?.safeParse({ event: "e", id: true }).success).toBe(false);
    expect(headerSchemas).toEqual({});
    expect(messages.map(({ uses }) => uses)).toEqual([
      [{ channel: "a", address: "a", operation: null, action: null }],
      [{ channel: "b", address: "b", operation: null, action: null }],
    ]);
    expect(eventProperty).toBe("event");
  });
});

it("a header that one schema requires and another gives its only value is sent", () => {
  const at = { document: "", pointer: "" } as never;
  const header = (required: boolean, schema: Schema): Schema =>
    openObjectOf([{ name: "X-Event", required, schema, at }], at);
  const text: Schema = { kind: "any", at, annotations: noAnnotations };
  const only: Schema = { kind: "enum", values: ["order.shipped"], at, annotations: noAnnotations };
  const members = [header(true, text), header(false, only)];
  expect([...onlyTextsOf({ kind: "intersection", members, at, annotations: noAnnotations })]).toEqual([
    ["X-Event", "order.shipped"],
  ]);
  expect([...onlyTextsOf(header(false, only))]).toEqual([]);
});

it("a generated message says whether it is a reply, and its channel", async () => {
  const { messages } = await generated(
    "replies",
    `${head}
channels:
  ask: { address: ask, messages: { question: { payload: { type: string } } } }
  response: { address: response, messages: { response: { payload: { type: string } } } }
operations:
  respond:
    action: receive
    channel: { $ref: "#/channels/ask" }
    reply: { channel: { $ref: "#/channels/response" } }
`,
  );
  expect(messages.map(({ key, uses }) => [key, uses])).toEqual([
    ["question", [{ channel: "ask", address: "ask", operation: "respond", action: "receive" }]],
    ["response", [{ channel: "response", address: "response", operation: "respond", action: "reply" }]],
  ]);
});

it("a property distinguishes events only if every payload requires it", async () => {
  const message = (name: string, required: string): string =>
    `${name}: { name: ${name}, payload: { type: object, required: [${required}], properties: { event: { const: ${name} } } } }`;
  const { eventProperty } = await generated(
    "optional",
    `${head}channels: { c: { messages: { ${message("a", "event")}, ${message("b", "")} } } }`,
  );
  expect(eventProperty).toBe(null);
});

describe("this product's own events", () => {
  it("are complete, with the signatures of the description", async () => {
    const cwd = path.join(import.meta.dirname, "../../../..");
    const folder = path.join(directory, "own");
    await generateFrom({ cwd, asyncapi: "spec/asyncapi.yaml" }, ["webhooks"], folder);
    const own: Generated = await import(pathToFileURL(path.join(folder, "webhooks/index.gen.ts")).href);
    const listed = load(readFileSync(path.join(cwd, "spec/schemas/webhook-event-name.yaml"), "utf8")) as {
      enum: string[];
    };
    expect(Object.keys(own.eventSchemas).sort()).toEqual([...listed.enum, "webhook.test"].sort());
    expect(own.eventProperty).toBe("event");
    expect(own.extensions).toMatchObject({
      operations: { deliver: { "x-waybill-delivery": { timeoutSeconds: 10, attempts: 1 } } },
      securitySchemes: { signature: { "x-waybill-signature": { algorithm: "HMAC-SHA256", prefix: "sha256=" } } },
    });
    const headers = {
      "Content-Type": "application/json",
      "X-Webhook-Signature": `sha256=${"0".repeat(64)}`,
      "X-Webhook-Timestamp": "1",
    };
    const created = own.headerSchemas["order.created"];
    expect(created?.safeParse({ ...headers, "X-Webhook-Event": "order.created" }).success).toBe(true);
    expect(created?.safeParse({ ...headers, "X-Webhook-Event": "order.shipped" }).success).toBe(false);
    expect(created?.safeParse(headers).success).toBe(false);
  });
});
