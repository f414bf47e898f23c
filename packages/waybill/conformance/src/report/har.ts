// The exchanges of a run -> an HTTP Archive (HAR 1.2), which browsers and proxies open: each request with its response, in order, without
// secrets. Bodies that are not UTF-8 are Base64.
import { hidden, type Secrets } from "../exchange/curl.ts";
import { type Exchange, type HeaderPair, headerOf, textOfBytes } from "../exchange/exchange.ts";

export interface TimedExchange {
  readonly exchange: Exchange;
  /** Unix milliseconds. */
  readonly sentAt: number;
  readonly milliseconds: number;
  /** The case that it belongs to; `null` outside of all. */
  readonly caseId: string | null;
}

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

/** An entry of `log.entries`. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: object;
  readonly response: object;
  readonly cache: object;
  readonly timings: object;
  readonly comment: string;
}

export function harEntryOf({ exchange, sentAt, milliseconds, caseId }: TimedExchange, secrets: Secrets): HarEntry {
  const { request, response } = exchange;
  const hide = (text: string): string => hidden(text, secrets);
  const pairsOf = (headers: readonly HeaderPair[]): NameAndValue[] =>
    headers.map(([name, value]) => ({ name, value: hidden(value, secrets, true) }));
  const query = [...new URLSearchParams(request.target.split("?")[1] ?? "")];
  const type = headerOf(request.headers, "content-type") ?? "";
  const { body } = request;
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: hide(`${request.server}${request.target}`),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairsOf(request.headers),
      queryString: query.map(([name, value]) => ({ name, value: hidden(value, secrets, true) })),
      ...(body === null ? {} : { postData: { mimeType: type, text: hide(textOfBytes(body)) } }),
      headersSize: -1,
      bodySize: body?.length ?? 0,
    },
    response: {
      status: response.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairsOf(response.headers),
      content: contentOf(response.body, headerOf(response.headers, "content-type") ?? "", hide),
      redirectURL: headerOf(response.headers, "location") ?? "",
      headersSize: -1,
      bodySize: response.body.length,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: caseId ?? "",
  };
}

function contentOf(body: Uint8Array, mimeType: string, hide: (text: string) => string): object {
  const text = Buffer.from(body).toString("utf8");
  const isText = Buffer.from(text).equals(body);
  const written = isText ? { text: hide(text) } : { text: Buffer.from(body).toString("base64"), encoding: "base64" };
  return { size: body.length, mimeType, ...written };
}

export function harReport(entries: readonly HarEntry[]): string {
  const creator = { name: "waybill conform", version: "" };
  return `${JSON.stringify({ log: { version: "1.2", creator, entries } }, null, 2)}\n`;
}
