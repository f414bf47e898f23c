import { expect, test } from "vitest";
import { readApi } from "waybill/description";
import { policyOf } from "../src/finish/policy.ts";
import { siteMapOf } from "../src/reference/site-map.ts";
import { consoleHosts, tryItOf } from "../src/reference/try-it.ts";

const text = `
openapi: 3.1.0
info: { title: Acme, version: "1" }
servers:
  - url: https://{region}.acme.example/v1
    variables: { region: { default: eu, enum: [eu, us] } }
  - { url: "https://{tenant}.acme.example:{port}", variables: { tenant: { default: demo }, port: { default: "443" } } }
  - { url: /v1 }
security:
  - { bearer: [] }
  - { key: [], basic: [] }
  - { oauth: [write] }
  - { mtls: [], query: [], cookie: [], oidc: [], digest: [] }
components:
  securitySchemes:
    bearer: { type: http, scheme: Bearer }
    basic: { type: http, scheme: basic }
    digest: { type: http, scheme: digest }
    key: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: api_key }
    cookie: { type: apiKey, in: cookie, name: sid }
    mtls: { type: mutualTLS }
    oidc: { type: openIdConnect, openIdConnectUrl: https://id.example/.well-known/openid-configuration }
    oauth:
      type: oauth2
      flows:
        authorizationCode: { authorizationUrl: https://id.example/authorize, tokenUrl: https://id.example/token, scopes: { write: w } }
  schemas:
    Address: { type: object, required: [city], properties: { city: { type: string }, zip: { type: [string, "null"] } } }
    Order:
      type: object
      required: [sku, to]
      properties:
        id: { type: string, readOnly: true }
        sku: { type: string }
        speed: { enum: [slow, fast] }
        gift: { type: boolean }
        to: { $ref: "#/components/schemas/Address" }
        lines: { type: array, items: { type: string } }
paths:
  /orders:
    post:
      operationId: placeOrder
      parameters: [{ name: mode, in: query, schema: { enum: [test, live] } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "201": { description: Made. } }
`;
const { api } = readApi({ cwd: "/docs", openapi: "openapi.yaml", readText: () => text });
const http = api?.http;
if (api === null || http == null) throw new Error("the description has an error");
const [operation] = http.operations;
if (operation === undefined) throw new Error("it has an operation");
const form = tryItOf(operation, http, siteMapOf(api, "/"), "servers");

test("a console has every member of the body: required or not, choices of an enum, objects by their members", () => {
  const fields = form?.body?.fields.map(({ path, required, input, choices }) => [
    path.join("."),
    required,
    input,
    choices,
  ]);
  expect(fields).toEqual([
    ["sku", true, "string", []],
    ["speed", false, "choice", ["slow", "fast"]],
    ["gift", false, "choice", [true, false]],
    ["to.city", true, "string", []],
    ["to.zip", false, "string", []],
    ["lines", false, "json", []],
  ]);
  expect(form?.parameters).toMatchObject([{ name: "mode", choices: ["test", "live"] }]);
});

test("a console has the credentials of every alternative, by what a page can do with each scheme", () => {
  expect(form?.credentials.map((schemes) => schemes.map(({ kind }) => kind))).toEqual([
    ["bearer"],
    ["header", "basic"],
    ["oauth2"],
    ["mutual-tls", "query", "cookie", "bearer", "header"],
  ]);
});

test("the policy of the pages allows the servers, each region, and the token endpoint", () => {
  const hosts = consoleHosts(http);
  expect(hosts).toEqual([
    "https://*.acme.example:*",
    "https://eu.acme.example",
    "https://id.example",
    "https://us.acme.example",
  ]);
  expect(policyOf(hosts)).toContain(`connect-src 'self' ${hosts.join(" ")} http://127.0.0.1:*;`);
  expect(policyOf([], ["https://stats.example"])).toContain("connect-src 'self' https://stats.example;");
  expect(policyOf()).toContain("connect-src 'self';");
});

test("where the API serves the pages, the console has no servers", () => {
  expect(tryItOf(operation, http, siteMapOf(api, "/"), "origin")?.servers).toEqual([]);
});
