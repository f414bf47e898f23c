// A signed request -> its response, by the HTTP client of Node, which checks each address that it connects to.
import { objectionToAddress, objectionToHost } from "./addresses.ts";
import { joined, memberOf } from "./raw-body.ts";

export interface PostRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether plain `http:` and addresses that are not public are allowed. */
  readonly allowPrivate: boolean;
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
}

export interface PostResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** The start of the body, as text. */
  readonly text: string;
}

/** Sends once and follows no redirect. Rejects with a `RefusedUrlError` for what must not be requested, else with why nothing came back. */
export type Post = (request: PostRequest) => Promise<PostResponse>;

/** The URL must not be requested: trying again changes nothing, unless a name leads somewhere else by then. */
export class RefusedUrlError extends Error {
  override readonly name: string = "RefusedUrlError";
}

/** Why nothing is sent to this URL, before any name is resolved; `null`: nothing speaks against it. */
export function objectionToUrl({ protocol, hostname, username, password }: URL, allowPrivate: boolean): string | null {
  if (username !== "" || password !== "") return "the URL has a user name or a password";
  if (allowPrivate)
    return /^https?:$/.test(protocol) ? null : `the URL uses ${protocol.slice(0, -1)}, not https or http`;
  return protocol === "https:" ? objectionToHost(hostname) : `the URL uses ${protocol.slice(0, -1)}, not https`;
}

/**
 * The default: the clients of Node, Deno and Bun, whose lookups can be guarded. A name is resolved once, and the connection is made to the
 * addresses that were checked. Connections are not reused: another program's might lead anywhere.
 */
export const guardedPost: Post = async ({ url, method, headers, body, allowPrivate, signal }) => {
  const objection = objectionToUrl(url, allowPrivate);
  if (objection !== null) throw new RefusedUrlError(objection);
  const { request } = builtIn<NodeHttp>(url.protocol === "https:" ? "node:https" : "node:http");
  const lookup = allowPrivate ? undefined : guardedLookup;
  return await new Promise((resolve, reject) => {
    const length = String(body.length);
    const options = {
      method,
      headers: { ...headers, "Content-Length": length },
      agent: false,
      lookup,
      signal,
    } as const;
    const sent = request(url, options, (response) => {
      startOf(response).then((text) => resolve(responseOf(response, text)), reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
};

/** More of a response is not waited for. */
const mostBytes = 64 * 1024;

function startOf(response: NodeResponse): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const end = (): void => resolve(new TextDecoder().decode(joined(chunks).subarray(0, mostBytes)));
    response.on("data", (chunk: unknown) => {
      if (!(chunk instanceof Uint8Array)) return;
      chunks.push(chunk);
      length += chunk.length;
      if (length < mostBytes) return;
      end();
      response.destroy();
    });
    response.on("end", end);
    response.on("error", reject);
    response.on("close", () => reject(new Error("the connection was closed before the response had ended")));
  });
}

function responseOf({ statusCode = 0, headers }: NodeResponse, text: string): PostResponse {
  const header = (name: string): string | null => {
    const value = headers[name.toLowerCase()];
    return (typeof value === "string" ? value : value?.[0]) ?? null;
  };
  return { status: statusCode, header, text };
}

function guardedLookup(host: string, options: LookupOptions, done: LookupDone): void {
  builtIn<NodeDns>("node:dns").lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return done(error ?? new Error(`${host} has no address`));
    const [objection] = (addresses ?? []).flatMap(({ address }) => objectionToAddress(address) ?? []);
    if (objection !== undefined)
      return done(new RefusedUrlError(`${host} leads to an address that is refused: ${objection}`));
    if (options.all === true) return done(null, addresses);
    return done(null, first.address, first.family);
  });
}

interface NodeHttp {
  request(
    url: URL,
    options: {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly agent: false;
      readonly lookup: typeof guardedLookup | undefined;
      readonly signal: AbortSignal;
    },
    respond: (response: NodeResponse) => void,
  ): { on(event: "error", listener: (error: Error) => void): unknown; end(body: Uint8Array): unknown };
}

interface NodeResponse {
  readonly statusCode?: number | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  on(event: string, listener: (argument: unknown) => void): unknown;
  destroy(): unknown;
}

interface LookupOptions {
  readonly all?: boolean | undefined;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

type LookupDone = (error: Error | null, address?: string | readonly Address[], family?: number) => void;

interface NodeDns {
  lookup(
    host: string,
    options: LookupOptions & { readonly all: true },
    done: (error: Error | null, addresses?: readonly Address[]) => void,
  ): void;
}

/** Without an import, so that generated code needs no types of Node, and bundles for browsers are built. */
function builtIn<Module>(name: string): Module {
  const process = memberOf(globalThis, "process");
  const get = memberOf(process, "getBuiltinModule");
  const builtInModule: unknown = typeof get === "function" ? Reflect.apply(get, process, [name]) : undefined;
  if (builtInModule !== undefined) return builtInModule as Module;
  throw new RefusedUrlError(
    `${name} is not available here, so no address can be checked: run on Node 20.16 or newer, or pass \`post\`.`,
  );
}
