// A model -> its generated server, imported: what reads, validates and writes is the code that the target `server` generates.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { generateInMemory } from "waybill/command";
import type { Api } from "waybill/plugin";
import { type LinearPatterns, withLinearPatterns } from "./linear-patterns.ts";

/** The parts of the generated server that the mock server calls. */
export interface GeneratedServer {
  readonly routes: readonly Route[];
  readonly createServe: (service: Service) => Serve;
  readonly createMatcher: (routes: readonly Route[]) => (method: string, path: string, sent: Sent) => Match;
  readonly readCredentials?: (security: Route["security"], schemes: object, source: Sent) => readonly object[];
  readonly securitySchemes?: object;
  readonly problemOf: (refusal: Refusal) => AnyResponse;
  /** Where the description has versions. */
  readonly preconditionOf?: (request: Sent, etag: string | null) => "met" | "failed" | "not-modified";
  readonly respondConditionally?: (response: Outgoing, request: Incoming) => Promise<void>;
  /** Where the description has keys by which repetitions are known. */
  readonly idempotent?: () => Around;
}

export type Serve = (request: Incoming, address: string) => Outgoing | Promise<Outgoing>;
type Around = (serve: Serve) => Serve;

export interface Route {
  readonly operationId: string;
  readonly handler: string;
  readonly security: readonly object[];
}

export interface Sent {
  readonly query: string;
  readonly header: (name: string) => string | null;
}

export interface Incoming extends Sent {
  readonly method: string;
  readonly pathname: string;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly signal: AbortSignal;
}

export interface Addressed extends Sent {
  /** Where the request was sent, without the query. */
  readonly address: string;
  /** Its path in the description. */
  readonly pathname: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  readonly body: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array> | null;
}

export type Match =
  | { readonly kind: "found"; readonly route: Route }
  | { readonly kind: "not-found" | "malformed" }
  | { readonly kind: "method-not-allowed"; readonly allow: readonly string[] };

export interface AnyResponse {
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: object;
  readonly body?: unknown;
}

export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cause?: unknown;
}

/** Of a request, as read. */
export interface Values {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Service {
  readonly routes: readonly Route[];
  readonly handlers: Readonly<Record<string, (values: Values, request: Addressed) => Promise<AnyResponse>>>;
  readonly context: (request: Incoming & { readonly route: Route }, address: string) => Addressed | null;
  readonly prefix: string;
  readonly largestBody: number;
  readonly checkResponses: boolean;
  readonly refuse: (refusal: Refusal, request: Incoming) => AnyResponse;
  readonly onError: (error: unknown) => void;
  readonly onResponse: (
    response: Outgoing,
    request: Incoming,
    address: string,
    route: Route | null,
  ) => void | Promise<void>;
  readonly around: Around;
}

export interface LoadedServer {
  readonly server: GeneratedServer;
  /** Removes the files. */
  readonly dispose: () => void;
}

/** Writes the code to a temporary folder, beside a link to this package's `zod`. */
export async function loadServer(api: Api): Promise<LoadedServer> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "waybill-mock-"));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const patterns: LinearPatterns = [];
    const linear = path.join(folder, "linear.js");
    for (const { path: file, text } of await generateInMemory(api, ["server"])) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), withLinearPatterns(text, patterns, pathToFileURL(linear).href));
    }
    const handed = Symbol.for(linear);
    writeFileSync(linear, `export const linear = globalThis[Symbol.for(${JSON.stringify(linear)})];\n`);
    Reflect.set(globalThis, handed, patterns);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    const zod = path.dirname(createRequire(import.meta.url).resolve("zod/package.json"));
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(zod, path.join(folder, "node_modules/zod"), "junction");
    const module: unknown = await import(pathToFileURL(path.join(folder, "server/index.gen.js")).href).finally(() =>
      Reflect.deleteProperty(globalThis, handed),
    );
    if (!isServer(module))
      throw new TypeError("the generated server has other exports than this version of @waybill/mocks expects");
    return { server: module, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

function isServer(module: unknown): module is GeneratedServer {
  const needed = ["routes", "createServe", "createMatcher", "problemOf"];
  return typeof module === "object" && module !== null && needed.every((name) => name in module);
}
