// Servers and security of a description of no particular service: generated, compiled, and sent to a server that reads
// the credentials with the generated code of the other side.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalServer, startServer } from "../../local-server.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { loadUsage } from "./usage.ts";

const operation = (id: string, rest: string): string =>
  `    get: { operationId: ${id}, ${rest} responses: { "200": { description: Seen., content: { application/json: {} } } } }`;

const description = `
openapi: 3.2.0
info: { title: Doors, version: "1" }
servers:
  - { url: "{scheme}://{host}/v1", name: main, variables: { scheme: { default: http, enum: [http, https] }, host: { default: nowhere.example } } }
security: [{ token: [] }]
paths:
  /token:
${operation("byToken", "")}
  /basic:
    servers: [{ url: "http://{host}/of-path", variables: { host: { default: nowhere.example } } }]
${operation("byBasic", "security: [{ basic: [] }],")}
  /keys:
${operation("byKeys", 'security: [{ header-key: [], query-key: [], cookie-key: [] }], servers: [{ url: "http://{host}/of-operation/", variables: { host: { default: nowhere.example } } }],')}
  /either:
${operation("byEither", "security: [{}, { login: [read, write] }],")}
  /other:
${operation("byOther", "security: [{ digest: [] }, { id: [] }],")}
  /tls:
${operation("byTls", "security: [{ tls: [], login: [] }],")}
  /open:
${operation("byNobody", "security: [],")}
components:
  securitySchemes:
    token: { type: http, scheme: Bearer, bearerFormat: JWT }
    basic: { type: http, scheme: basic }
    digest: { type: http, scheme: digest }
    header-key: { type: apiKey, in: header, name: X-Key }
    query-key: { type: apiKey, in: query, name: api key }
    cookie-key: { type: apiKey, in: cookie, name: sid }
    login:
      type: oauth2
      oauth2MetadataUrl: https://login.example/.well-known
      flows: { deviceAuthorization: { deviceAuthorizationUrl: "https://login.example/device", tokenUrl: "https://login.example/token", scopes: { read: Reads. } } }
    id: { type: openIdConnect, openIdConnectUrl: "https://login.example/id" }
    tls: { type: mutualTLS }
`;

const usage = `
import { authorizeWith, baseUrlsOf, type Credentials, createClient, createSend, servers } from "./client/index.gen.ts";
import { createMatcher, readCredentials, routes, securitySchemes } from "./server/index.gen.ts";

export async function call(host: string, name: string, credentials: Credentials): Promise<unknown> {
  const baseUrl = baseUrlsOf(servers, { variables: { host } });
  const client = createClient(createSend({ baseUrl, onRequest: authorizeWith(credentials) }));
  const response = await client[name as keyof typeof client]({});
  return response.body;
}

export const overridden = async (baseUrl: string): Promise<unknown> =>
  (await createClient(createSend({ baseUrl })).byKeys()).body;

export function badVariable(): unknown {
  return baseUrlsOf(servers, { variables: { scheme: "ftp" } })({});
}

/** What a host does before it looks into any credential. */
export function seen(method: string, url: string, header: (name: string) => string | null): unknown {
  const [pathname = "", query = ""] = url.split("?");
  const found = createMatcher(routes)(method, pathname.replace(/^\\/(v1|of-path|of-operation)/, ""));
  if (found.kind !== "found") return [pathname];
  const presented = readCredentials(found.route.security, securitySchemes, { header, query });
  // @ts-expect-error there is no such scheme
  if (presented.some(({ schemes }) => schemes.some(({ name }) => name === "tokens"))) return [];
  return [pathname, presented.map(({ schemes }) => schemes.map(({ name, scopes, credential }) => [name, scopes, credential]))];
}

// @ts-expect-error a name and a password
export const wrong: Credentials = { basic: "text" };
// @ts-expect-error there is no such scheme
export const unknown: Credentials = { nothing: "text" };
`;

interface Usage {
  call(host: string, name: string, credentials: object): Promise<unknown>;
  overridden(baseUrl: string): Promise<unknown>;
  badVariable(): unknown;
  seen(method: string, url: string, header: (name: string) => string | null): unknown;
}

const { directory, dispose } = temporaryDirectory();
let server: LocalServer;
let user: Usage;
let host: string;

beforeAll(async () => {
  user = await loadUsage<Usage>(description, usage, directory);
  server = await startServer(({ method = "", url = "", headers }, response) => {
    const body = user.seen(method, url, (name) => String(headers[name.toLowerCase()] ?? "") || null);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  host = new URL(server.url).host;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dispose();
});

describe("credentials", () => {
  it("credentials compile with TypeScript 7", async () =>
    expect(await compilerErrorsOf("typescript-7.0", directory)).toBe(""));

  it.each([
    ["byToken", { token: () => "a.b" }, "/v1/token", [[["token", [], { kind: "bearer", token: "a.b" }]]]],
    [
      "byBasic",
      { basic: { username: "zoë", password: "a:b" }, token: "t" },
      "/of-path/basic",
      [[["basic", [], { kind: "basic", username: "zoë", password: "a:b" }]]],
    ],
    [
      "byKeys",
      { "header-key": "h", "query-key": "q&1", "cookie-key": "c;1" },
      "/of-operation/keys",
      [
        [
          ["header-key", [], { kind: "apiKey", value: "h" }],
          ["query-key", [], { kind: "apiKey", value: "q&1" }],
          ["cookie-key", [], { kind: "apiKey", value: "c;1" }],
        ],
      ],
    ],
    ["byEither", {}, "/v1/either", [[]]],
    ["byEither", { login: "l" }, "/v1/either", [[], [["login", ["read", "write"], { kind: "bearer", token: "l" }]]]],
    [
      "byOther",
      { digest: 'username="a"' },
      "/v1/other",
      [[["digest", [], { kind: "http", scheme: "digest", value: 'username="a"' }]]],
    ],
    ["byOther", { id: "i" }, "/v1/other", [[["id", [], { kind: "bearer", token: "i" }]]]],
    [
      "byTls",
      { tls: true, login: "l" },
      "/v1/tls",
      [
        [
          ["tls", [], { kind: "mutualTLS" }],
          ["login", [], { kind: "bearer", token: "l" }],
        ],
      ],
    ],
    ["byNobody", { token: "t" }, "/v1/open", []],
  ])("arrive as they were sent, where they are asked for: %s %o", async (name, credentials, pathname, presented) => {
    expect(await user.call(host, name, credentials)).toEqual([pathname, presented]);
  });

  it("are missed before anything is sent", async () => {
    await expect(user.call(host, "byKeys", { "header-key": "h" })).rejects.toThrow(
      "byKeys needs credentials for header-key and query-key and cookie-key",
    );
    await expect(user.call(host, "byToken", { token: "\n" })).rejects.toThrow(
      "byToken: cannot send authorization: it must be ASCII",
    );
  });
});

describe("an address", () => {
  it("that is given is where everything goes", async () => {
    expect(await user.overridden(`${server.url}/v1`)).toEqual(["/v1/keys", []]);
  });

  it("is not made of values that the description excludes", () => {
    expect(user.badVariable).toThrow("scheme has to be one of http, https");
  });
});
