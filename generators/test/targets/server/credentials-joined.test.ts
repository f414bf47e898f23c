import { expect, it } from "vitest";
import { readCredentials } from "../../../src/targets/server/runtime/credentials.ts";
import type { SecurityScheme } from "../../../src/targets/server/runtime/runtime.ts";

const http = (scheme: string): SecurityScheme => ({ type: "http", scheme, in: null, parameterName: null });
const schemes = { token: http("bearer"), basic: http("basic"), digest: http("digest") };

it.each([
  ["token", "Bearer a.b", { kind: "bearer", token: "a.b" }],
  ["token", "bearer  a.b ", { kind: "bearer", token: "a.b" }],
  ["token", "Bearer a, Bearer b", null],
  ["token", "Bearer a,Bearer", null],
  ["token", "Bearer a b", null],
  ["basic", "Basic YTpi", { kind: "basic", username: "a", password: "b" }],
  ["basic", "Basic YTpi, Basic YTpj", null],
  ["digest", 'Digest username="a", realm="b"', { kind: "http", scheme: "Digest", value: 'username="a", realm="b"' }],
])("the scheme %s takes %j for the credentials it is, and joined ones for none", (name, header, credential) => {
  const source = { header: (asked: string) => (asked === "authorization" ? header : null), query: "" };
  const found = readCredentials([{ schemes: [{ name, scopes: [] }] }], schemes, source);
  expect(found).toEqual(credential === null ? [] : [{ schemes: [{ name, scopes: [], credential }] }]);
});
