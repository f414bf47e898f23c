// `x-waybill-signature`: which place counts for a message or a webhook, what the short and the long form mean, and what is wrong.
import { describe, expect, it } from "vitest";
import { textOf } from "../../../src/diagnostics/index.ts";
import { apiOf, readFiles } from "../../source/memory-files.ts";

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n';
const openapi = 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\n';

function rule(header: string): string {
  return `x-waybill-signature: { algorithm: hmac-sha256, signedContent: "{body}", encoding: hex, header: ${header} }`;
}

function headersIn(body: string): Record<string, string | undefined> {
  const { messaging } = apiOf({ "asyncapi.yaml": head + body });
  return Object.fromEntries((messaging?.messages ?? []).map(({ key, signature }) => [key, signature?.scheme.header]));
}

function problemsIn(files: Readonly<Record<string, string>>): string {
  return readFiles(files).report.list().map(textOf).join("\n\n");
}

describe("the nearest signature counts", () => {
  const parts = {
    message: rule("Message"),
    operation: rule("Operation"),
    channel: rule("Channel"),
    server: rule("Server"),
    scheme: rule("Scheme"),
  };
  const described = (own: Partial<typeof parts>): string => `
servers: { s: { host: example.com, protocol: https, security: [{ $ref: "#/components/securitySchemes/k" }], ${own.server ?? ""} } }
channels: { c: { messages: { m: { payload: true, ${own.message ?? ""} } }, ${own.channel ?? ""} } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" }, ${own.operation ?? ""} } }
components: { securitySchemes: { k: { type: apiKey, in: user, ${own.scheme ?? ""} } } }
`;

  it("of message, operation, channel, server and security scheme", () => {
    const { message, operation, channel, server, scheme } = parts;
    expect(headersIn(described({ message, operation, channel, server, scheme }))).toEqual({ m: "Message" });
    expect(headersIn(described({ operation, channel, server, scheme }))).toEqual({ m: "Operation" });
    expect(headersIn(described({ channel, server, scheme }))).toEqual({ m: "Channel" });
    expect(headersIn(described({ server, scheme }))).toEqual({ m: "Server" });
    expect(headersIn(described({ scheme }))).toEqual({ m: "Scheme" });
    expect(headersIn(described({}))).toEqual({ m: undefined });
  });

  it("of the traits of a message", () => {
    const trait = `traits: [{ ${rule("Trait")} }]`;
    expect(headersIn(`channels: { c: { messages: { m: { payload: true, ${trait} } } } }`)).toEqual({ m: "Trait" });
  });

  it("of the servers that the channel lists", () => {
    const body = `
servers: { a: { host: a, protocol: https, ${rule("A")} }, b: { host: b, protocol: https, ${rule("B")} } }
channels: { c: { servers: [{ $ref: "#/servers/b" }], messages: { m: { payload: true } } } }`;
    expect(headersIn(body)).toEqual({ m: "B" });
  });

  it("of the operation and the path item of a webhook or a callback, or of the document; requests to the API have none", () => {
    const post = (extra: string): string => `post: { responses: { "200": { description: d } }, ${extra} }`;
    const { http } = apiOf({
      "openapi.yaml": `${openapi}${rule("Document")}
webhooks: { own: { ${post(rule("Own"))} }, item: { ${rule("Item")}, ${post("")} }, none: { ${post("")} } }
paths: { /a: { ${post("callbacks: { back: { '{$request.body#/url}': { x-waybill-signature: standard-webhooks, post: { responses: {} } } } }")} } }
`,
    });
    const headers = [...(http?.webhooks ?? []), ...(http?.operations ?? [])].map(
      ({ signature }) => signature?.scheme.header,
    );
    expect(headers).toEqual(["Own", "Item", "Document", "webhook-signature", undefined]);
  });
});

it("the earlier form has the same meaning as the template", () => {
  const schemes = [
    `algorithm: HMAC-SHA256, key: subscription-secret, encoding: lowercase-hex, header: S, prefix: "sha256=", comparison: constant-time,
     signedContent: [{ header: X-Id }, { literal: "." }, { header: X-Timestamp }, { literal: "." }, { body: raw }],
     tolerance: { seconds: 300, enforcedBy: receiver, required: false }`,
    `algorithm: hmac-sha256, signedContent: "{header:X-Id}.{timestamp}.{body}", encoding: hex, header: S, prefix: "sha256=", timestamp: { header: X-Timestamp, tolerance: 300 }`,
    `algorithm: hmac-sha256, signedContent: "{header:X-Id}.{header:x-timestamp}.{body}", encoding: hex, header: S, prefix: "sha256=", timestamp: { header: X-Timestamp, tolerance: 300 }`,
  ].map((value) => {
    const body = `${head}channels: { c: { messages: { m: { payload: true, x-waybill-signature: { ${value} } } } } }`;
    return apiOf({ "asyncapi.yaml": body }).messaging?.messages[0]?.signature?.scheme;
  });
  expect(schemes[0]?.timestamp).toEqual({ header: "X-Timestamp", key: null, unit: "seconds", tolerance: 300 });
  expect(schemes[1]).toEqual(schemes[0]);
  expect(schemes[2]).toEqual(schemes[0]);
});

describe("a wrong signature is an error with its place", () => {
  const problemsOf = (value: string): string =>
    problemsIn({
      "asyncapi.yaml": `${head}channels: { c: { messages: { m: { payload: true,\nx-waybill-signature: ${value} } } } }`,
    });
  const valid = 'algorithm: hmac-sha256, signedContent: "{body}", encoding: hex, header: S';

  it.each([
    ["standard-webhook", 'hint: did you mean "standard-webhooks"?'],
    ["true", '"x-waybill-signature" must be an object, or the name "standard-webhooks", found true'],
    ["{ algorithm: hmac-sha256 }", '"x-waybill-signature" has no "signedContent"'],
    [`{ ${valid.replace("sha256", "sha265")} }`, 'hint: did you mean "hmac-sha256"?'],
    [`{ ${valid.replace("{body}", "{bodi}")} }`, 'hint: did you mean "{body}"?'],
    [`{ ${valid.replace("{body}", "{timestamp}.{body}")} }`, '"timestamp" has to name its header or key'],
    [`{ ${valid.replace("{body}", "{header:X-Id}")} }`, "must be content with {body} or {form}"],
    [`{ ${valid.replace("hex", "hexx")} }`, '"encoding" must be hex, base64 or lowercase-hex, found "hexx"'],
    [`{ ${valid}, prefex: a }`, 'did you mean "prefix"?'],
    [`{ ${valid}, list: { separator: ",", assign: "=" } }`, '"list" has no "key"'],
    [`{ ${valid}, timestamp: { key: t } }`, '"key" must be absent without "list"'],
    [`{ ${valid}, timestamp: { header: T, tolerance: -1 } }`, '"tolerance" must be a whole number of seconds above 0'],
    [`{ ${valid}, secret: { encoding: utf8 } }`, 'did you mean "utf-8"?'],
  ])("is reported with its hint: %s", (value, expected) => {
    const problems = problemsOf(value);
    expect(problems).toContain(expected);
    expect(problems).toMatch(/^asyncapi\.yaml:4:\d+ error /);
  });

  it("on a security scheme that nothing uses, too", () => {
    const body = `channels: { c: { messages: { m: { payload: true } } } }
components: { securitySchemes: { k: { type: apiKey, in: user, x-waybill-signature: standard } } }`;
    expect(problemsIn({ "asyncapi.yaml": head + body })).toContain("asyncapi.yaml:4:84 error invalid-keyword-value");
  });

  it("for two servers of a message that disagree", () => {
    const body = `
servers: { a: { host: a, protocol: https, ${rule("A")} }, b: { host: b, protocol: https, ${rule("B")} } }
channels: { c: { messages: { m: { payload: true } } } }`;
    expect(problemsIn({ "asyncapi.yaml": head + body })).toContain(
      'must be the same for all that applies to the channel "c"',
    );
  });
});
