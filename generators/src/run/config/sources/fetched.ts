// A URL -> its bytes, within a time and a size, from where it says; or the reason why not. The only module that sends a request.

import { BlockList, isIP } from "node:net";
import { isHtmlPage } from "../../../source/fault.ts";

export interface FetchLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

export interface NotFetched {
  readonly ok: false;
  readonly reason: string;
  /** What to do about it, where that is known. */
  readonly hint: string | null;
  /** Nothing listens there, or it does not respond: a server that is being started will. */
  readonly isDown: boolean;
}

export type Fetched = { readonly ok: true; readonly bytes: Uint8Array } | NotFetched;

/** The longest that one request may take, with its redirects. */
export const longestMilliseconds = 30_000;

const mostRedirects = 5;

/** Whether a word of a command line or a configuration is a URL, not a path. */
export function isUrl(text: string): boolean {
  return /^https?:/i.test(text);
}

/** What a request may be sent to: https, or http nearby; without a password, which would end up in generated files. */
export function fetchable(text: string): { readonly url: URL } | { readonly reason: string } {
  if (!URL.canParse(text)) return { reason: "it is not a URL" };
  const url = new URL(text);
  const isNear = url.protocol === "http:" && isPrivateHost(url);
  if (url.protocol !== "https:" && !isNear)
    return { reason: "it is not an https URL, and its host is not on this machine or in a private network" };
  if (url.username !== "" || url.password !== "")
    return { reason: "it contains a user name or password, which generated files would reveal" };
  if (url.hash !== "") return { reason: "it has a fragment: name the document" };
  return { url };
}

export async function fetched(url: URL, limits: FetchLimits): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    return await follow(url, { ...limits, signal, left: mostRedirects });
  } catch (error) {
    if (signal.aborted) return { ...failed(`it did not respond within ${limits.milliseconds / 1000} s`), isDown: true };
    return unreachable(error);
  }
}

function failed(reason: string, hint: string | null = null): NotFetched {
  return { ok: false, reason, hint, isDown: false };
}

/** `localhost` has two addresses: then the cause is a list of errors without a message of its own. */
function unreachable(error: unknown): NotFetched {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  switch (code) {
    case "ECONNREFUSED":
      return { ...failed("no server listens there", "start the server, or correct the address"), isDown: true };
    case "ECONNRESET":
    case "UND_ERR_SOCKET":
      return { ...failed("the server closed the connection", "check the server's log"), isDown: true };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return failed("its host name cannot be resolved", "check the spelling and the network connection");
    default:
      return failed(cause instanceof Error && cause.message !== "" ? cause.message : String(code ?? cause));
  }
}

type Asking = FetchLimits & { readonly signal: AbortSignal; readonly left: number };

/** To the same origin only: what responds is then what was asked. */
async function follow(url: URL, asking: Asking): Promise<Fetched> {
  const response = await fetch(url.href, {
    redirect: "manual",
    credentials: "omit",
    signal: asking.signal,
    headers: { accept: "application/yaml, application/json, text/plain;q=0.9, */*;q=0.8" },
  });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
    if (next === null || next.origin !== url.origin)
      return failed(`it redirects to ${next?.href ?? location}: use that URL if it is the right one`);
    return asking.left === 0 ? failed("it redirects too often") : follow(next, { ...asking, left: asking.left - 1 });
  }
  if (!response.ok) {
    await response.body?.cancel();
    return failed(`it responds with ${response.status}`, hintForStatus(response.status));
  }
  const body = await bytesOf(response, asking.bytes);
  return body.ok && isPage(body.bytes)
    ? failed("it responds with an HTML page, not with a description", hintForPage(url))
    : body;
}

function hintForStatus(status: number): string {
  if (status === 401 || status === 403)
    return "Waybill sends no credentials: download the document with another tool, and use the file";
  return status >= 500 ? "check the server's log" : "open it in a browser: the URL must be that of the document itself";
}

function isPage(bytes: Uint8Array): boolean {
  return isHtmlPage(new TextDecoder().decode(bytes.subarray(0, 512)));
}

/** People copy the address of the GitHub page that shows the file. */
function hintForPage({ host, pathname }: URL): string {
  const [, repository, file] = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(pathname) ?? [];
  if (host === "github.com" && repository !== undefined)
    return `the file itself is https://raw.githubusercontent.com/${repository}/${file}`;
  return "name the document that the page loads, such as /openapi.json";
}

/** No more is taken than may be: a length that the headers give is not to be relied on. */
async function bytesOf(response: Response, most: number): Promise<Fetched> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most)
      return failed(`it is larger than ${most / 2 ** 20} MB: raise the limit with --limit fileMegabytes=…`);
    parts.push(part);
  }
  return { ok: true, bytes: Buffer.concat(parts) };
}

const networks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  networks.addSubnet(network, prefix, "ipv4");
networks.addSubnet("fc00::", 7, "ipv6");
for (const address of ["::1", "::"]) networks.addAddress(address, "ipv6");
// What servers print that listen on every address.
networks.addAddress("0.0.0.0", "ipv4");

/** Names that no public name server knows: `localhost`, `api.local`, and a word without a dot, as Docker Compose names services. */
const names = /^(?:[^.]+|.+\.(?:localhost|local)|host\.docker\.internal)$/;

/** Link-local addresses are none of these: cloud providers serve credentials there. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version === 0) return names.test(host);
  return networks.check(host, version === 4 ? "ipv4" : "ipv6");
}
