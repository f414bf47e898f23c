// An error without a safe meaning in an AsyncAPI description, tolerated: the message, operation or channel around it is left out.
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { isTolerable, Report, tolerable } from "../../../src/diagnostics/index.ts";
import type { MessagingApi } from "../../../src/model/messaging.ts";
import { cwd, readerOf } from "../../source/memory-files.ts";

function read(body: string, version = "3.0.0"): { api: MessagingApi; lines: readonly string[] } {
  const text = `asyncapi: ${version}\ninfo: { title: T, version: "1" }\n${body}`;
  const report = new Report(new Set(tolerable.filter(isTolerable)));
  const { api } = readApi({ cwd, asyncapi: "asyncapi.yaml", readText: readerOf({ "asyncapi.yaml": text }) }, report);
  if (api?.messaging == null) throw new Error("no API");
  const lines = report.list().map(({ severity, code, assumed }) => `${severity} ${code}: ${assumed}`);
  return { api: api.messaging, lines };
}

const good = "payload: { type: string }";
const missing = '{ $ref: "#/components/x/missing" }';
const bad = `payload: { type: string }, headers: {}, traits: [{ headers: {} }]`;

function shape({ operations, channels, messages }: MessagingApi): unknown {
  return {
    channels: channels.map((channel) => [channel.key, ...channel.messages.map(({ key }) => key)]),
    operations: operations.map((operation) => [operation.key, ...operation.messages.map(({ key }) => key)]),
    messages: messages.map(({ key }) => key),
  };
}

describe("AsyncAPI 3", () => {
  it("a message is left out of its channel and of the operations that list others too", () => {
    const { api, lines } = read(
      `channels: { c: { address: c, messages: { a: { ${good} }, b: { ${bad} }, d: ${missing} } } }\n` +
        `operations:\n  all: { action: send, channel: { $ref: "#/channels/c" } }\n` +
        `  some: { action: send, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/channels/c/messages/a" }, { $ref: "#/channels/c/messages/b" }] }\n` +
        `  none: { action: send, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/channels/c/messages/b" }] }\n`,
    );
    expect(lines).toEqual([
      'tolerated unsupported-feature: the message "b" and the operation "none" are left out',
      'tolerated ref-not-found: the message "d" is left out',
    ]);
    expect(shape(api)).toEqual({
      channels: [["c", "a"]],
      operations: [
        ["all", "a"],
        ["some", "a"],
      ],
      messages: ["a"],
    });
  });

  it("a channel is left out with the operations that refer to it", () => {
    const { api, lines } = read(
      `channels: { c: { address: c, bindings: ${missing} }, d: { address: d, messages: { a: { ${good} } } } }\n` +
        `operations: { o: { action: send, channel: { $ref: "#/channels/c" } }, p: { action: send, channel: { $ref: "#/channels/d" } }, q: { action: send, channel: { $ref: "#/channels/e" } } }\n`,
    );
    expect(lines).toEqual([
      'tolerated ref-not-found: the channel "c" and the operation "o" are left out',
      'tolerated channel-not-found: the operation "q" is left out',
    ]);
    expect(shape(api)).toEqual({ channels: [["d", "a"]], operations: [["p", "a"]], messages: ["a"] });
  });

  it("a message is left out for an error of its payload, or an operation for a message of another channel", () => {
    const { api, lines } = read(
      `channels: { c: { address: c, messages: { a: { payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: {} } }, b: { ${good} } } } }\n` +
        `operations: { o: { action: send, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/components/messages/m" }] } }\n` +
        `components: { schemas: { S: { type: string } }, messages: { m: { ${good} } } }\n`,
    );
    expect(lines).toEqual([
      'tolerated unsupported-feature: the message "a" is left out',
      'tolerated message-not-in-channel: the message "m" of "o" and the operation "o" are left out',
    ]);
    expect(shape(api)).toEqual({ channels: [["c", "b"]], operations: [], messages: ["b", "m"] });
  });

  it("an error in what is not read further leaves nothing out", () => {
    const { lines } = read(
      `servers: { s: { host: h, protocol: p, security: [${missing}] } }\nchannels: { d: { address: d, messages: { a: { ${good} } } } }\n`,
    );
    expect(lines).toEqual(["tolerated ref-not-found: nothing is generated from the element that contains it"]);
  });
});

describe("AsyncAPI 2", () => {
  it("operations and messages are left out one by one", () => {
    const { api, lines } = read(
      `channels:\n  c:\n    publish: { operationId: p, message: { oneOf: [{ name: a, ${good} }, { name: b, ${bad} }] } }\n` +
        `    subscribe: { operationId: s, message: ${missing} }\n  d: { bindings: ${missing} }\n`,
      "2.6.0",
    );
    expect(lines).toEqual([
      'tolerated unsupported-feature: the message "p.message.1" is left out',
      'tolerated ref-not-found: subscribe "c" is left out',
      'tolerated ref-not-found: the channel "d" is left out',
    ]);
    expect(shape(api)).toEqual({ channels: [["c", "a"]], operations: [["p", "a"]], messages: ["a"] });
  });
});
