// A description -> three clients of it, generated and bundled: waybill's, hey-api's, and openapi-fetch, which generates types only.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { MediaType, Operation } from "../../../generators/src/model/http.ts";
import { installedIn } from "../../bench/peers/installed.ts";
import { runLimited } from "../first-contact/contact.ts";
import type { Description } from "../first-contact/descriptions.ts";
import { waybill } from "../first-contact/generators.ts";
import { type Refused, recorded, type Sent } from "./sent.ts";
import type { Value } from "./values.ts";

/** What is sent, by the names of the description. */
export interface Given {
  readonly path: Readonly<Record<string, Value>>;
  readonly query: Readonly<Record<string, Value>>;
  readonly header: Readonly<Record<string, Value>>;
  readonly cookie: Readonly<Record<string, Value>>;
  readonly body: { readonly media: MediaType; readonly value: Value } | null;
}

export type Call = (operation: Operation, given: Given) => Promise<Sent | Refused>;

export interface Clients {
  readonly waybill: Call;
  readonly peers: Readonly<Record<PeerName, Call>>;
  /** The media type that hey-api sends, which supports one of each operation; `null` where it has no function for it. */
  readonly mediaOf: (operation: Operation) => { readonly media: MediaType | null } | null;
}

export type PeerName = "hey-api" | "openapi-fetch";

export const versions = {
  "@hey-api/openapi-ts": "0.99.0",
  "openapi-fetch": "0.17.0",
  typescript: "5.9.3",
} as const;

const baseUrl = "https://api.example/base";

/** Rejects where one of them cannot generate from it. */
export async function clientsOf(one: Description, tolerate: readonly string[], folder: string): Promise<Clients> {
  const installed = join(await installedIn("corpus-wire", versions), "node_modules");
  const flags = ["--target", "types", "--target", "client", ...tolerate.flatMap((code) => ["--tolerate", code])];
  await generated(waybill(flags).command(one, join(folder, "own")), one.home);
  const program = join(installed, "@hey-api/openapi-ts/bin/run.js");
  await generated([program, "--input", one.file, "--output", join(folder, "hey"), "--no-log-file"], one.home);
  const own = await bundled<OwnModule>(folder, "own", [
    'export * as operations from "./own/client/operations.gen.ts";',
    'export { createSend } from "./own/client/index.gen.ts";',
  ]);
  const hey = await bundled<HeyModule>(folder, "hey", [
    'export * as sdk from "./hey/sdk.gen";',
    'export { createClient, createConfig } from "./hey/client";',
  ]);
  const { default: createClient }: FetchModule = await import(
    pathToFileURL(join(installed, "openapi-fetch/dist/index.mjs")).href
  );
  const functions = functionsOf(hey);
  const functionOf = (operation: Operation): HeyFunction | undefined => functions.get(keyOf(operation));
  return {
    waybill: (operation, given) => recorded((fetch) => sentByWaybill(own, operation, { given, fetch })),
    peers: {
      "hey-api": (operation, given) => recorded((fetch) => sentByHey(hey, functionOf(operation), { given, fetch })),
      "openapi-fetch": (operation, given) =>
        recorded((fetch) => sentByFetch(createClient({ baseUrl, fetch }), operation, given)),
    },
    mediaOf: (operation) => {
      const found = functionOf(operation);
      return found === undefined ? null : { media: mediaOf(operation, found.type) };
    },
  };
}

async function generated(command: readonly string[], home: string): Promise<void> {
  const { code, output } = await runLimited(command, home);
  if (code !== 0) throw new Error(`${command[0]} stopped:\n${output.slice(-2000)}`);
}

async function bundled<Module>(folder: string, name: string, lines: readonly string[]): Promise<Module> {
  const entry = join(folder, `${name}.entry.ts`);
  writeFileSync(entry, lines.join("\n"));
  const outfile = join(folder, `${name}.mjs`);
  await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", logLevel: "error" });
  const module: Module = await import(pathToFileURL(outfile).href);
  return module;
}

interface Sending {
  readonly given: Given;
  readonly fetch: typeof globalThis.fetch;
}

interface OwnModule {
  readonly operations: Readonly<Record<string, object>>;
  readonly createSend: (settings: object) => (operation: object, request: object) => Promise<unknown>;
}

async function sentByWaybill(
  { operations, createSend }: OwnModule,
  { name }: Operation,
  sending: Sending,
): Promise<unknown> {
  const { path, query, header, cookie, body } = sending.given;
  const operation = operations[name];
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  const content = body === null ? {} : { contentType: typeOf(body.media), body: body.value };
  return await createSend({ baseUrl, fetch: sending.fetch })(operation, {
    path,
    query,
    headers: header,
    cookies: cookie,
    ...content,
  });
}

/** One of a range. */
function typeOf({ type }: MediaType): string {
  return type.includes("*") ? "application/octet-stream" : type;
}

interface HeyModule {
  readonly sdk: Readonly<Record<string, unknown>>;
  readonly createClient: (config: unknown) => unknown;
  readonly createConfig: (config: object) => unknown;
}

interface HeyFunction {
  readonly call: (options: object) => Promise<unknown>;
  /** `null`: multipart. */
  readonly type: string | null | undefined;
}

/** Each function, called with a client that only looks at what it is asked to send, says which operation it is. */
function functionsOf({ sdk }: HeyModule): ReadonlyMap<string, HeyFunction> {
  const found = new Map<string, HeyFunction>();
  for (const call of Object.values(sdk)) {
    if (typeof call !== "function") continue;
    const look = (method: string) => (options: { url: string; headers?: Record<string, string | null> }) => {
      const of = (given: object): Promise<unknown> => call(given);
      found.set(`${method.toUpperCase()} ${options.url}`, { call: of, type: options.headers?.["Content-Type"] });
      return Promise.resolve({});
    };
    const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    const looking = Object.fromEntries(methods.map((method) => [method, look(method)]));
    call({ client: { ...looking, sse: looking } });
  }
  return found;
}

function keyOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path.text}`;
}

function mediaOf({ requestBody }: Operation, type: string | null | undefined): MediaType | null {
  const content = requestBody?.content ?? [];
  const found =
    type === null ? content.find(({ body }) => body === "multipart") : content.find((media) => media.type === type);
  return found ?? content[0] ?? null;
}

async function sentByHey(hey: HeyModule, found: HeyFunction | undefined, { given, fetch }: Sending): Promise<unknown> {
  if (found === undefined) throw new Error("there is no function");
  const { path, query, header, body } = given;
  const client = hey.createClient(hey.createConfig({ baseUrl, fetch }));
  return await found.call({ client, path, query, headers: header, ...(body === null ? {} : { body: body.value }) });
}

interface FetchModule {
  readonly default: (settings: object) => FetchClient;
}

interface FetchClient {
  readonly request: (method: string, path: string, options: object) => Promise<unknown>;
}

/** As its documentation says: the content type is a header, and what is not JSON has a serialiser. */
async function sentByFetch(client: FetchClient, { method, path }: Operation, given: Given): Promise<unknown> {
  const { body, ...params } = given;
  if (body === null) return await client.request(method, path.text, { params });
  const { media, value } = body;
  const headers = media.body === "multipart" ? {} : { headers: { "Content-Type": typeOf(media) } };
  const serializer = media.body === "multipart" ? formData : ["json", "form"].includes(media.body) ? null : asIs;
  const own = serializer === null ? {} : { bodySerializer: serializer };
  return await client.request(method, path.text, { params, body: value, ...headers, ...own });
}

function formData(body: Readonly<Record<string, unknown>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) data.append(name, value);
    else data.append(name, String(value));
  }
  return data;
}

function asIs(body: unknown): unknown {
  return body;
}
