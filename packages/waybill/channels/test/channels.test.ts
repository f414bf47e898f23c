// The target: both versions of AsyncAPI, what distinguishes messages, what it reports, and that text of a description stays text.
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { problemsOfOptions } from "../../../../generators/src/targets/option-values.ts";
import { temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { leaksOf, syntaxErrorsOf } from "../../../../generators/test/scenarios/output-text.ts";
import channels from "../src/index.ts";
import { generate } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);
const folder = (name: string): string => path.join(directory, name);

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n';

/** One channel whose messages the application sends. */
function channelWith(messages: Readonly<Record<string, string>>, more = ""): string {
  const rows = Object.entries(messages).map(([key, message]) => `      ${key}: ${message}`);
  return `${head}${more}channels:\n  c:\n    address: c\n    messages:\n${rows.join("\n")}\noperations: { tell: { action: send, channel: { $ref: "#/channels/c" } } }\n`;
}

const naming = (text: string): string => /naming: [^;]*?,\n\};/s.exec(text)?.[0].replace(/\s+/g, " ") ?? "";

describe("AsyncAPI 2", () => {
  const description = `asyncapi: 2.6.0
info: { title: T, version: "1" }
servers: { broker: { url: "broker.example:9092", protocol: kafka } }
channels:
  "lights/{lightId}/measured":
    parameters: { lightId: { schema: { type: integer } } }
    publish: { message: { name: measured, payload: { type: object, required: [lumens], properties: { lumens: { type: integer } } } } }
  lights/off:
    subscribe: { operationId: delete, message: { name: off, payload: { type: object } } }
`;

  it("publish is what the application receives", async () => {
    const { texts, problems } = await generate(description, folder("two"));
    expect(problems).toEqual([]);
    expect(texts.get("application.gen.ts")).toContain("export const lightsLightIdMeasuredPublish: ReceiveOperation<");
    // A word that no variable can be named by.
    expect(texts.get("application.gen.ts")).toContain("export const deleteOperation: SendOperation<");
    expect(texts.get("channels.gen.ts")).toContain("  readonly lightId: number;");
    expect(texts.get("channels.gen.ts")).toContain('readonly broker: "kafka://broker.example:9092";');
    expect([...texts.keys()]).toContain("kafka.gen.ts");
    expect([...texts.keys()]).not.toContain("nats.gen.ts");
  });

  it("its peers do the opposite", async () => {
    const { texts } = await generate(description, folder("two-peer"), { side: "peer" });
    expect(texts.get("peer.gen.ts")).toContain("export const lightsLightIdMeasuredPublish: SendOperation<");
    expect([...texts.keys()]).not.toContain("application.gen.ts");
  });
});

describe("messages of a channel are distinguished", () => {
  const message = (type: string, required = true): string =>
    `{ payload: { type: object, ${required ? "required: [type], " : ""}properties: { type: { const: ${type} } } } }`;
  const emitted = async (name: string, messages: Readonly<Record<string, string>>, more = "") => {
    const { texts, problems } = await generate(channelWith(messages, more), folder(name), { side: "peer" });
    return { problems, naming: naming(texts.get("peer.gen.ts") ?? "") };
  };

  it("by a member with a const each, also where it can be left out", async () => {
    const expected = 'naming: { part: "payload", member: "type", names: { x: "a", y: "b" }, isComplete: true }, };';
    const required = await emitted("const", { a: message("x"), b: message("y") });
    expect(required).toEqual({ problems: [], naming: expected });
    expect(await emitted("optional", { a: message("x", false), b: message("y", false) })).toEqual({
      problems: [],
      naming: expected,
    });
  });

  it("by a header", async () => {
    const header = (kind: string): string =>
      `{ headers: { type: object, properties: { kind: { enum: [${kind}] } } }, payload: { type: object } }`;
    expect(await emitted("header", { a: header("p, q"), b: header("r") })).toEqual({
      problems: [],
      naming: 'naming: { part: "headers", member: "kind", names: { p: "a", q: "a", r: "b" }, isComplete: true }, };',
    });
  });

  it("by their schemas, where no value is valid for two", async () => {
    const rows = {
      a: "{ payload: { type: object, required: [n], properties: { n: { type: string } } } }",
      b: "{ payload: { type: object, required: [n], properties: { n: { type: [integer, 'null'] } } } }",
      c: "{ payload: { type: array } }",
      d: "{ payload: { type: object, required: [other], properties: { other: {} }, additionalProperties: false } }",
    };
    expect(await emitted("schemas", rows)).toEqual({ problems: [], naming: "naming: null, };" });
  });

  it("or not, which is a warning", async () => {
    const { problems } = await emitted("ambiguous", {
      a: message("x"),
      b: message("x"),
      c: "{ payload: { type: object } }",
    });
    expect(problems).toEqual([
      'warning: nothing distinguishes the messages "a" and "b" of the channel "c" (and 2 more pairs)',
    ]);
  });

  it("by the type of the event, where all servers send events", async () => {
    const more = "servers: { s: { host: a.example, protocol: https } }\n";
    const { problems } = await emitted("events", { a: message("x"), b: message("x") }, more);
    expect(problems).toEqual([]);
  });

  it("by their keys, where two have one name", async () => {
    const { texts } = await generate(
      channelWith({ a: "{ name: n, payload: { type: array } }", b: "{ name: n, payload: { type: string } }" }),
      folder("names"),
    );
    expect(texts.get("messages.gen.ts")).toMatch(/name: "a",\n {2}eventName: "n"/);
  });
});

describe("a warning names", () => {
  it("channels without an operation, protocols without a transport, and a WebSocket that is opened by POST", async () => {
    const { problems } = await generate(
      `${head}servers: { s: { host: a.example, protocol: jms } }
channels: { c: { address: c, bindings: { ws: { method: POST } }, messages: { m: { payload: {} } } } }
`,
      folder("warnings"),
    );
    expect(problems).toEqual([
      'warning: the channel "c" has no operation, so nothing sends or receives its messages',
      "warning: there is no transport for jms",
      'warning: the channel "c" opens its WebSocket with POST, but clients can only send GET',
    ]);
  });

  it("bindings that a transport does not use, and an error those that contradict or have other types", async () => {
    const channel = (key: string, binding: string): string =>
      `${key}: { address: ${key}, bindings: { amqp: ${binding} }, messages: { m: { payload: {}, bindings: { mqtt: { correlationData: {} } } } } }`;
    const { problems } = await generate(
      `${head}servers: { s: { host: a.example, protocol: mqtts }, t: { host: a.example, protocol: amqp } }
channels:
  ${channel("a", "{ queue: { name: other, vhost: /v, durable: 1 } }")}
  ${channel("b", "{ is: queue, exchange: { name: e } }")}
  ${channel("c", "{ exchange: { name: e, type: headers, vhost: / }, x-more: 1, bindingVersion: 0.3.0 }")}
operations:
  o: { action: send, channel: { $ref: "#/channels/a" }, bindings: { mqtt: { qos: 3, messageExpiryInterval: {} }, amqp: { replyTo: r } } }
  p: { action: send, channel: { $ref: "#/channels/b" } }
  q: { action: send, channel: { $ref: "#/channels/c" } }
`,
      folder("bindings"),
    );
    const unused = (name: string): string => `warning: the binding \`${name}\` is not used by the transport`;
    expect(problems).toEqual([
      "error: the binding `mqtt.qos` cannot be 3",
      unused("mqtt.messageExpiryInterval"),
      ...Array.from({ length: 3 }, () => unused("mqtt.correlationData")),
      unused("amqp.queue.vhost"),
      "error: the binding `amqp.queue.durable` cannot be 1",
      unused("amqp.replyTo"),
      'error: the channel "a" has no exchange, so its messages go to the queue "a", not to "other"',
      'warning: the channel "b" is a queue, so its exchange is not used',
      'warning: the channel "c" has an exchange that routes by headers, which no binding describes: subscriptions receive all of its messages',
    ]);
  });
});

it.each([
  [{ side: "client" }, [{ at: "side", message: "must be application, peer or both" }]],
  [
    { transports: ["jms"] },
    [{ at: "transports", message: "must be a list of web-socket, server-sent-events, nats, kafka, mqtt, amqp" }],
  ],
  [{ side: "both", transports: ["nats"] }, []],
])("the options %j are checked", (given, problems) => {
  expect(problemsOfOptions(channels, given)).toEqual(problems);
});

it("nothing is written without channels", async () => {
  const { texts } = await generate(`${head}channels: {}\n`, folder("none"));
  expect([...texts]).toEqual([]);
});

it("keys that become one identifier are spelled out", async () => {
  const channel = (key: string): string => `"${key}": { address: "${key}", messages: { m: { payload: {} } } }`;
  const operation = (key: string, of: string): string =>
    `"${key}": { action: send, channel: { $ref: "#/channels/${of}" } }`;
  const description = `${head}channels: { ${channel("a-b")}, ${channel("a.b")} }\noperations: { ${operation("o.p", "a-b")}, ${operation("o-p", "a.b")} }\n`;
  const { texts } = await generate(description, folder("clash"));
  const names = [...texts.values()].flatMap((text) => [...text.matchAll(/^export const (\S+): (?:Channel|Send)/gm)]);
  expect(names.map(([, name]) => name)).toEqual(["_a_2d_bChannel", "_a_2e_bChannel", "_o_2e_p", "_o_2d_p"]);
});

it("the text of a header is read as its schema says, also where that has several parts", async () => {
  const headers =
    "allOf: [{ type: object, properties: { n: { allOf: [{ type: integer }, { minimum: 1 }] } } }, { type: object, properties: { b: { type: boolean }, s: { type: string } } }]";
  const { texts } = await generate(
    channelWith({ a: `{ headers: { type: object, ${headers} }, payload: {} }` }),
    folder("kinds"),
  );
  expect(texts.get("messages.gen.ts")).toContain('headerKinds: { n: "number", b: "boolean" }');
});

it("an operation called by a reserved word has another name in code", async () => {
  const operations = "operations: { require: { action: send, channel: { $ref: '#/channels/c' } } }\n";
  const description = `${head}channels: { c: { address: c, messages: { m: { payload: {} } } } }\n${operations}`;
  const { texts } = await generate(description, folder("reserved"));
  expect(texts.get("application.gen.ts")).toContain("export const requireOperation:");
});

it("text of a description stays text", async () => {
  const mark = "STOLEN";
  const hostile = `"*/ ${mark}(); /* \\u2028 \`$(${mark}()) \\" ${mark}"`;
  const description = `${head}servers: { ${hostile}: { host: ${hostile}, protocol: ws } }
channels: { ${hostile}: { address: ${hostile}, title: ${hostile}, description: ${hostile}, messages: { ${hostile}: { name: ${hostile}, title: ${hostile}, contentType: ${hostile}, correlationId: { location: "$message.payload#/STOLEN()" }, headers: { type: object, properties: { ${hostile}: { type: integer } } }, payload: { type: object, properties: { ${hostile}: { const: ${hostile} } } } }, b: { payload: { type: object, properties: { ${hostile}: { const: b } } } } } } }
operations: { o: { action: receive, title: ${hostile}, channel: { $ref: "#/channels/~1" } } }
`.replace(
    '"#/channels/~1"',
    JSON.stringify(`#/channels/${encodeURIComponent(JSON.parse(hostile)).replaceAll("%2F", "~1")}`),
  );
  const { texts } = await generate(description, folder("hostile"), { side: "both" });
  for (const text of texts.values()) {
    expect(syntaxErrorsOf(text)).toEqual([]);
    expect(leaksOf(text, `${mark}(`)).toEqual([]);
  }
});
