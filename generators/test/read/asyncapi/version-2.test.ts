// AsyncAPI 2: the direction of operations, the precedence of traits, and the names of messages.
import { describe, expect, it } from "vitest";
import type { MessagingApi } from "../../../src/model/messaging.ts";
import { apiOf, readFiles } from "../../source/memory-files.ts";

function read(channels: string, components = ""): MessagingApi {
  const text = `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels:\n${channels}${components}`;
  const { messaging } = apiOf({ "asyncapi.yaml": text });
  if (messaging === null) throw new Error("no API");
  return messaging;
}

const payload = "payload: { type: string }";

describe("operations", () => {
  it("are those of the described application: others publish what it receives", () => {
    const { operations, channels } = read(
      `  a/{id}:\n    parameters: { id: { schema: { type: string, enum: [x, y], default: x } } }\n` +
        `    publish: { operationId: take, message: { name: in, ${payload} } }\n` +
        `    subscribe: { message: { name: out, ${payload} } }\n`,
    );
    expect(
      operations.map(({ key, action, channel, messages }) => [
        key,
        action,
        channel.address,
        messages.map((one) => one.key),
      ]),
    ).toEqual([
      ["take", "receive", "a/{id}", ["in"]],
      ["a/{id}.subscribe", "send", "a/{id}", ["out"]],
    ]);
    expect(channels[0]?.parameters).toMatchObject([{ name: "id", description: null, enum: ["x", "y"], default: "x" }]);
    expect(channels[0]?.messages.map(({ key }) => key)).toEqual(["in", "out"]);
  });

  it("are overridden by their traits", () => {
    const { operations } = read(
      `  a:\n    publish: { summary: own, description: kept, traits: [{ summary: first }, { summary: last }], message: { name: m, ${payload} } }\n`,
    );
    expect(operations.map(({ summary, description }) => [summary, description])).toEqual([["last", "kept"]]);
  });
});

describe("messages", () => {
  it("are named after their id, key in components, name, or operation", () => {
    const { messages } = read(
      `  a:\n    publish:\n      operationId: take\n      message:\n        oneOf:\n` +
        `          - { messageId: byId, name: other, ${payload} }\n          - { name: byName, ${payload} }\n          - { ${payload} }\n` +
        `          - { $ref: "#/components/messages/byKey" }\n`,
      `components: { messages: { byKey: { ${payload} } } }\n`,
    );
    expect(messages.map(({ key, eventName, typeName }) => [key, eventName, typeName])).toEqual([
      ["byId", "other", "ById"],
      ["byName", "byName", "ByName"],
      ["take.message.2", "take.message.2", "TakeMessage2"],
      ["byKey", "byKey", "ByKey"],
    ]);
  });

  it("of one name in publish and subscribe of a channel are named after these words", () => {
    const { messages } = read(
      `  a:\n    publish: { operationId: same, message: { name: event, ${payload} } }\n` +
        `    subscribe: { operationId: same, message: { name: event, payload: { type: integer } } }\n` +
        `  b:\n    publish: { operationId: same, message: { name: event, ${payload} } }\n`,
    );
    expect(messages.map(({ typeName }) => typeName)).toEqual(["PublishAEvent", "SubscribeAEvent", "BEvent"]);
  });

  it("without a name in operations of one id are named after their channels too", () => {
    const operation = `operationId: same, message: { ${payload} }`;
    const { messages } = read(
      `  a: { publish: { ${operation} }, subscribe: { ${operation} } }\n  b: { publish: { ${operation} } }\n`,
    );
    expect(messages.map(({ typeName }) => typeName)).toEqual([
      "PublishASameMessage",
      "SubscribeASameMessage",
      "BSameMessage",
    ]);
  });

  it("state the schema language next to the payload", () => {
    const format = "schemaFormat: application/vnd.oai.openapi;version=3.0.0";
    const { messages } = read(
      `  a:\n    publish: { message: { name: m, ${format}, payload: { type: string, nullable: true } } }\n`,
    );
    expect(messages[0]?.payload).toMatchObject({ kind: "union", mode: "types" });
    const avro = `asyncapi: 2.0.0\ninfo: { title: T, version: "1" }\nchannels:\n  a: { publish: { message: { schemaFormat: application/vnd.aai.raml;version=1.0, payload: {} } } }\n`;
    expect(readFiles({ "asyncapi.yaml": avro }).messages).toMatch(
      /^asyncapi\.yaml:4:44 error unsupported-feature: the schema format .* RAML is written otherwise$/m,
    );
  });
});

it("version 2 rejects the fields of version 3, and the other way round", () => {
  const text = `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels: { a: { address: x, publish: { reply: {} } } }\noperations: {}\n`;
  const { report } = readFiles({ "asyncapi.yaml": text });
  expect(report.list().map(({ code, message }) => `${code} ${message}`)).toEqual([
    'unknown-field "address" is not a field of a channel',
    'unknown-field "reply" is not a field of an operation',
    'unknown-field "operations" is not a field of an AsyncAPI document',
  ]);
});
