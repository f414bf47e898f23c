// Mistakes in AsyncAPI objects that only AsyncAPI has: each has one message, at its own line and column.
import { describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";

const version3 = `asyncapi: 3.0.0
info: { title: T, version: "1" }
servers:
  a: { host: h.example, protocol: mqtt }
channels:
  c:
    address: c/{id}
    parameters: { id: { enum: [x] } }
    messages: { m: { payload: { type: string } } }
operations:
  o:
    action: send
    channel: { $ref: "#/channels/c" }
components:
  securitySchemes:
    s: { type: userPassword }
`;

const version2 = `asyncapi: 2.6.0
info: { title: T, version: "1" }
servers:
  a: { url: h.example, protocol: mqtt, security: [{ s: [] }] }
channels:
  c:
    servers: [a]
    subscribe: { operationId: o, message: { payload: { type: string } } }
components:
  securitySchemes:
    s: { type: userPassword }
`;

describe("AsyncAPI 3", () => {
  it.each([
    ["host: h.example, ", "", "4:3", 'a server has no "host"'],
    [", protocol: mqtt", "", "4:3", 'a server has no "protocol"'],
    ["protocol: mqtt", "protocol: mqtt, titel: t", "4:41", '"titel" is not a field of a server'],
    ["h.example", "'{r}.example'", "4:14", "the server's url has {r}, but the server has no variable of that name"],
    ["mqtt", "mqtt, variables: { r: { enum: [a], default: b } }", "4:79", 'must be one of "a"'],
    ["mqtt", 'mqtt, security: [{ $ref: "#/components/securitySchemes/t" }]', "4:60", 'there is no "t"'],
    ["mqtt", "mqtt, bindings: []", "4:51", "bindings must be an object, found an array"],
    ["userPassword", "userPasword", "16:16", '"type" must be "userPassword", found "userPasword"'],
    ["userPassword", "apiKey", "16:5", 'a security scheme of type apiKey has no "in"'],
    ["userPassword", "apiKey, in: header", "16:28", '"in" must be user or password, found "header"'],
    ["userPassword", "httpApiKey, name: k, in: heder", "16:41", '"in" must be header, query or cookie, found "heder"'],
    ["userPassword", "oauth2", "16:5", 'a security scheme of type oauth2 has no "flows"'],
    [
      "userPassword",
      "oauth2, flows: { password: { availableScopes: {} } }",
      "16:33",
      'the flow password has no "tokenUrl"',
    ],
    [
      "userPassword",
      "oauth2, flows: { pasword: { tokenUrl: u, availableScopes: {} } }",
      "16:33",
      '"pasword" is not a field of flows',
    ],
    ["enum: [x]", "location: nowhere", "8:35", '"location" must be an expression such as $message.header#/id'],
    ["address:", "servers: [a]\n    address:", "7:15", "a server must be an object, found a string"],
    ["address:", 'servers: [{ $ref: "#/servers/b" }]\n    address:', "7:23", 'there is no "b"'],
    ["send", "send\n    reply: { address: { location: x } }", "13:35", '"location" must be an expression'],
    ["send", "send\n    traits: { summary: s }", "13:13", '"traits" must be an array, found an object'],
    ["send", "sent", "12:13", '"action" must be send or receive, found "sent"'],
  ])("a mistake is reported at its place: %s -> %s", (from, to, place, message) => {
    expect(problemsOf(version3, from, to)).toEqual([expect.stringContaining(`asyncapi.yaml:${place} error `)]);
    expect(problemsOf(version3, from, to)[0]).toContain(message);
  });
});

describe("AsyncAPI 2", () => {
  it.each([
    ["url: h.example, ", "", "4:3", 'a server has no "url"'],
    ["{ s: [] }", "{ t: [] }", "4:53", 'the security scheme "t" is not defined'],
    ["{ s: [] }", "{ s: read }", "4:56", '"s" must be an array, found a string'],
    ["[a]", "[b]", "7:15", '"servers" must be the key of a server, found "b"'],
  ])("a mistake is reported at its place: %s -> %s", (from, to, place, message) => {
    expect(problemsOf(version2, from, to)).toEqual([expect.stringContaining(`asyncapi.yaml:${place} error `)]);
    expect(problemsOf(version2, from, to)[0]).toContain(message);
  });
});

function problemsOf(document: string, from: string, to: string): string[] {
  expect(document).toContain(from);
  const report = new Report();
  readApi({ cwd: "/", asyncapi: "asyncapi.yaml", readText: () => document.replace(from, to) }, report);
  return report.list().map(textOf);
}
