// A `fetch` -> the same function, with requests to one address and their responses recorded; and the text of an address -> the base below
// which the paths of a description are.
import type { ReceivedResponse, SentRequest } from "../exchange/exchange.ts";
import { sequenceKindOf } from "../exchange/sequence.ts";
import type { Recorder } from "../recorder.ts";

export interface RecordFetchOptions {
  /** The address that the description's paths are below: `http://127.0.0.1:8080/api`. */
  readonly url: string;
  /** The function that sends. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * Give it to the code under test in place of `fetch`. The response is recorded before the promise resolves; of events and other
 * sequences of items only the first part is, when it arrives. Requests to elsewhere, and responses to redirected requests are passed through
 * unrecorded: `redirect: "manual"` shows the redirect itself. Throws when `url` is no address.
 */
export function recordFetch(recorder: Recorder, { url, fetch: send = fetch }: RecordFetchOptions): typeof fetch {
  const base = baseOf(url);
  return async (input, init) => {
    const target = targetBelow(base, input instanceof Request ? input.url : String(input));
    if (target === null) return await send(input, init);
    const sent = sentCopy(input, init);
    const response = await send(sent.input, sent.init);
    if (response.redirected) return response;
    const request = { method: sent.copy.method, target, server: base.server, headers: [...sent.copy.headers] };
    await recordResponse(recorder, { ...request, body: await sent.body() }, response);
    return response;
  };
}

type FetchInput = Parameters<typeof fetch>[0];

interface Sent {
  readonly input: FetchInput;
  readonly init: RequestInit | undefined;
  /** The request that these make, to be read. */
  readonly copy: Request;
  readonly body: () => Promise<Uint8Array | null>;
}

/** What is sent stays what it was, with all that only the sending function knows of it; what can be read once is split. */
function sentCopy(input: FetchInput, init: RequestInit | undefined): Sent {
  const stream = init?.body;
  if (stream instanceof ReadableStream) {
    const [sentStream, other] = stream.tee();
    return sent(input, { ...init, body: sentStream }, new Request(input, { ...init, body: other, ...halfDuplex }));
  }
  const source = input instanceof Request ? input.clone() : input;
  // An iterator can be read once and not be split: its bytes go to the server.
  const isReadable = stream == null || !isIterator(stream);
  return sent(input, init, new Request(source, isReadable ? init : { ...init, body: null }));
}

const halfDuplex = { duplex: "half" } as const;

function isIterator(body: object | string): boolean {
  const isData = typeof body === "string" || body instanceof URLSearchParams || body instanceof FormData;
  return !isData && Symbol.asyncIterator in body;
}

function sent(input: FetchInput, init: RequestInit | undefined, copy: Request): Sent {
  return { input, init, copy, body: async () => (copy.body === null ? null : await bytesOf(copy)) };
}

async function recordResponse(recorder: Recorder, request: SentRequest, response: Response): Promise<void> {
  const observe = (part: Pick<ReceivedResponse, "body" | "isPart">): void => {
    recorder.observe({ request, response: { status: response.status, headers: [...response.headers], ...part } });
  };
  if (response.body === null) return observe({ body: new Uint8Array() });
  const copy = response.clone();
  // A response that is cut short fails where it is read, as it would without a recorder.
  if (!isSequence(response)) {
    return await bytesOf(copy).then(
      (body) => observe({ body }),
      () => {},
    );
  }
  // Not awaited: the first item may come in an hour.
  void firstPart(copy).then(observe, () => {});
}

function isSequence({ headers }: Response): boolean {
  return sequenceKindOf(headers.get("content-type") ?? "") !== null;
}

/** Reading ends there, so that who reads the other copy can end the request. */
async function firstPart({ body }: Response): Promise<Pick<ReceivedResponse, "body" | "isPart">> {
  const reader = body?.getReader();
  const part = await reader?.read();
  void reader?.cancel();
  return part?.value === undefined ? { body: new Uint8Array() } : { body: part.value, isPart: true };
}

async function bytesOf(message: Request | Response): Promise<Uint8Array> {
  return new Uint8Array(await message.arrayBuffer());
}

export interface BaseAddress {
  readonly origin: string;
  /** `/api`, or empty. */
  readonly path: string;
  /** Both, without a slash at its end. */
  readonly server: string;
}

/** Throws when `url` is not an address of HTTP. */
export function baseOf(url: string): BaseAddress {
  const parsed = httpUrlOf(url);
  if (parsed === null) {
    throw new TypeError(`${JSON.stringify(url)} is not an address such as "http://127.0.0.1:8080"`);
  }
  const path = parsed.pathname.replace(/\/+$/, "");
  return { origin: parsed.origin, path, server: `${parsed.origin}${path}` };
}

/** `null` for what is not an address of HTTP. */
export function httpUrlOf(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) ? url : null;
}

/** Path and query below the base; `null` for what is not below it. */
export function targetBelow({ origin, path }: BaseAddress, url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== origin) return null;
  const { pathname, search } = parsed;
  if (pathname === path) return `/${search}`;
  return pathname.startsWith(`${path}/`) ? `${pathname.slice(path.length)}${search}` : null;
}
