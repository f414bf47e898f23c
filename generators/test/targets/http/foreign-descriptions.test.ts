// Faults of other people's descriptions, tolerated: what the generated client and server then do.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report } from "../../../src/diagnostics/index.ts";
import { contextOf, emitAll, temporaryDirectory } from "../../scenarios/generation.ts";
import { cwd, readerOf } from "../../source/memory-files.ts";

const description = `
openapi: 3.1.1
info: { title: T, version: "1" }
servers: [{ url: "https://{region}.example" }]
security: [{ nothing: [] }]
paths:
  /a: { get: { operationId: byNothing, responses: { 204: { description: A. } } } }
  /b: { get: { operationId: byEither, security: [{ nothing: [] }, { key: [] }], responses: { 204: { description: A. } } } }
  /c: { get: { operationId: byBoth, security: [{ nothing: [], key: [] }], responses: { 204: { description: A. } } } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`;

const folder = temporaryDirectory();
let modules: Generated;

/** What the test uses of the generated code. */
interface Generated {
  readonly client: {
    readonly authorizeWith: (credentials: object) => (request: object, operation: unknown) => Promise<void>;
    readonly operations: Readonly<Record<string, unknown>>;
    readonly servers: unknown;
    readonly baseUrlsOf: (servers: unknown, choice?: object) => (operation: object) => string;
  };
  readonly server: {
    readonly readCredentials: (
      security: unknown,
      schemes: unknown,
      source: object,
    ) => readonly { readonly schemes: readonly { readonly name: string }[] }[];
    readonly routes: readonly { readonly security: unknown }[];
    readonly securitySchemes: unknown;
  };
}

beforeAll(async () => {
  const report = new Report(new Set(["unknown-security-scheme", "undefined-server-variable"]));
  const { api } = readApi({ cwd, openapi: "o.yaml", readText: readerOf({ "o.yaml": description }) }, report);
  if (api === null || report.hasErrors) throw new Error("nothing was read");
  for (const file of await emitAll(api, ["client", "server"], contextOf("o.yaml"))) {
    const place = path.join(folder.directory, file.target, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.text);
  }
  const load = (target: string): Promise<unknown> =>
    import(pathToFileURL(path.join(folder.directory, target, "index.gen.ts")).href);
  modules = { client: await load("client"), server: await load("server") } as Generated;
});
afterAll(folder.dispose);

it.each([
  ["byNothing", { key: "k" }, null],
  ["byNothing", {}, null],
  ["byEither", {}, null],
  ["byEither", { key: "k" }, "Bearer k"],
  ["byBoth", { key: "k" }, "Bearer k"],
] as const)("a client sends no credentials for a scheme that is not described: %s", async (name, credentials, sent) => {
  const request = { url: "https://a.example", headers: new Headers() };
  await modules.client.authorizeWith(credentials)(request, modules.client.operations[name]);
  expect(request.headers.get("authorization")).toBe(sent);
});

it("a server accepts no credentials for it", () => {
  const { readCredentials, routes, securitySchemes } = modules.server;
  const presented = routes.map(({ security }) =>
    readCredentials(security, securitySchemes, { header: () => "Bearer k", query: "" }).map(({ schemes }) =>
      schemes.map(({ name }) => name),
    ),
  );
  expect(presented).toEqual([[], [["key"]], []]);
});

it("a client needs a value for a server variable that is not described", () => {
  const { baseUrlsOf, servers } = modules.client;
  expect(baseUrlsOf(servers, { variables: { region: "eu" } })({})).toBe("https://eu.example");
  expect(() => baseUrlsOf(servers)({})).toThrow("the server https://{region}.example needs a value for region");
});
