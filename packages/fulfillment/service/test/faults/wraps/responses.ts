// What is to be changed about requests and their responses -> the parts of a service that changes it.
import type { Incoming, Outgoing } from "@fulfillment/server";
import type { HeadersOf } from "../../../src/http/rate-headers.ts";
import type { Visit } from "../../../src/http/visit.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { fieldsOf } from "../values.ts";

/** A request as faults see it. */
export interface IncomingRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly client: string;
  /** `null`: it is larger than `limit` bytes. */
  readonly readBody: (limit: number) => Promise<Buffer | null>;
}

/** A response as faults see it. */
export interface OutgoingResponse {
  readonly status: number;
  /** `null`: no body. */
  readonly contentType: string | null;
  readonly body: string;
  readonly rate: Visit["rate"];
  readonly operationId: string | null;
  readonly accountId: string | null;
}

export type Pipeline = (request: IncomingRequest) => Promise<OutgoingResponse>;

/** The service serves requests otherwise. */
export function serving(change: (pipeline: Pipeline) => Pipeline): ServiceParts {
  return {
    serve: (serve) => async (incoming, visit) => {
      // Headers that faults do not see stay as they were.
      let original: Outgoing = { status: 0, headers: [], body: null };
      const pipeline: Pipeline = async (request) => {
        // The same visit, so that what is counted for it is taken back with it.
        original = await serve(incomingOf(request, incoming), Object.assign(visit, { client: request.client }));
        return responseOf(original, visit);
      };
      return outgoingOf(await change(pipeline)(requestOf(incoming, visit)), original);
    },
  };
}

function requestOf(incoming: Incoming, { client }: Visit): IncomingRequest {
  const { method, pathname, query, header } = incoming;
  const authorization = header("authorization") ?? undefined;
  const contentType = header("content-type") ?? undefined;
  const readBody = async (limit: number): Promise<Buffer | null> => {
    const bytes = (await incoming.bytes?.(limit)) ?? null;
    return bytes === null ? null : Buffer.from(bytes);
  };
  return { method, pathname, query, authorization, contentType, client, readBody };
}

function incomingOf(request: IncomingRequest, { header, signal }: Incoming): Incoming {
  const { method, pathname, query, authorization = null, contentType = null } = request;
  const own = new Map([
    ["authorization", authorization],
    ["content-type", contentType],
    ["content-length", null],
  ]);
  return {
    method,
    pathname,
    query,
    header: (name) => (own.has(name) ? (own.get(name) ?? null) : header(name)),
    body: null,
    bytes: async (limit) => {
      const bytes = await request.readBody(limit);
      return bytes === null ? null : new Uint8Array(bytes);
    },
    signal,
  };
}

function responseOf({ status, headers, body }: Outgoing, { rate, operationId, account }: Visit): OutgoingResponse {
  const contentType = headers.find(([name]) => name === "Content-Type")?.[1] ?? null;
  const text = typeof body === "string" ? body : "";
  return { status, contentType, body: text, rate, operationId, accountId: account?.id ?? null };
}

function outgoingOf({ status, contentType, body }: OutgoingResponse, { headers }: Outgoing): Outgoing {
  const others = headers.filter(([name]) => name !== "Content-Type");
  const own: [string, string][] = contentType === null ? [] : [["Content-Type", contentType]];
  return { status, headers: [...others, ...own], body: contentType === null && body === "" ? null : body };
}

/** Which responses are meant; what is absent does not matter. */
export interface Which {
  readonly operation?: string;
  readonly status?: number;
}

/** The service returns another response; `change` returns `null` to leave it as it is. */
export function responding(
  change: (response: OutgoingResponse, request: IncomingRequest) => OutgoingResponse | null,
): ServiceParts {
  return serving((pipeline) => async (request) => {
    const response = await pipeline(request);
    return change(response, request) ?? response;
  });
}

export function respondingWith(which: Which, changes: Partial<OutgoingResponse>): ServiceParts {
  return responding((response) => (isOneOf(response, which) ? { ...response, ...changes } : null));
}

/** The body of the response is another one, where it is JSON. */
export function respondingBody(which: Which, change: (body: unknown) => unknown): ServiceParts {
  return responding((response) => {
    if (!isOneOf(response, which) || response.contentType !== "application/json" || response.body === "") return null;
    return { ...response, body: JSON.stringify(change(JSON.parse(response.body))) };
  });
}

/** Orders look different, alone and in lists. */
export function showingOrders(change: (order: Readonly<Record<string, unknown>>) => unknown): ServiceParts {
  const one = respondingBody({ operation: "getOrder", status: 200 }, (order) => change(fieldsOf(order)));
  const list = respondingBody({ operation: "listOrders", status: 200 }, (orders) =>
    Array.isArray(orders) ? orders.map((order) => change(fieldsOf(order))) : orders,
  );
  return { serve: (serve) => list.serve?.(one.serve?.(serve) ?? serve) ?? serve };
}

/** Requests reach the service changed. */
export function asking(change: (request: IncomingRequest) => IncomingRequest): ServiceParts {
  return serving((pipeline) => (request) => pipeline(change(request)));
}

/** `GET /v1/orders/list` with other parameters; `change` may set and delete them. */
export function askingList(pathname: string, change: (parameters: URLSearchParams) => void): ServiceParts {
  return asking((request) => {
    if (request.pathname !== pathname) return request;
    const parameters = new URLSearchParams(request.query);
    change(parameters);
    return { ...request, query: parameters.toString() };
  });
}

/** The body that the service gets to see is another one, where it is a JSON object. */
export function askingWithBody(where: string | RegExp, change: (body: unknown) => unknown): ServiceParts {
  const isMeant = typeof where === "string" ? (path: string) => path === where : (path: string) => where.test(path);
  return asking((request) => {
    if (!isMeant(request.pathname)) return request;
    const readBody: IncomingRequest["readBody"] = async (limit) => {
      const bytes = await request.readBody(limit);
      const body = bytes === null ? null : objectOf(bytes.toString());
      return body === null ? bytes : Buffer.from(JSON.stringify(change(body)));
    };
    return { ...request, readBody };
  });
}

/** `null`: it is no JSON, or no object. */
function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Headers are sent otherwise; names and values in turn. */
export function sendingHeaders(
  change: (headers: readonly string[], response: Parameters<HeadersOf>[0]) => readonly string[],
): ServiceParts {
  return { headers: (headersOf) => (response) => pairsOf(change(headersOf(response).flat(), response)) };
}

function pairsOf(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ""]] : []));
}

/** Of names and values in turn; `null` leaves the header out. */
export function changedHeader(
  headers: readonly string[],
  name: string,
  change: (value: string) => string | null,
): string[] {
  return headers.flatMap((text, index) => {
    if (index % 2 === 1) return [];
    const value = headers[index + 1] ?? "";
    const other = text === name ? change(value) : value;
    return other === null ? [] : [text, other];
  });
}

function isOneOf({ operationId, status }: OutgoingResponse, { operation, status: wanted }: Which): boolean {
  return (operation === undefined || operation === operationId) && (wanted === undefined || wanted === status);
}
