// What is to be changed about requests and their responses -> the parts of a service that changes it.
import type { IncomingRequest, OutgoingResponse } from "../../../src/http/message.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { fieldsOf } from "../values.ts";

/** Which answers are meant; what is left out does not matter. */
export interface Which {
  readonly operation?: string;
  readonly status?: number;
}

/** The service gives another answer; `change` returns `null` to leave it as it is. */
export function answering(
  change: (response: OutgoingResponse, request: IncomingRequest) => OutgoingResponse | null,
): ServiceParts {
  return {
    pipeline: (pipeline) => async (request) => {
      const response = await pipeline(request);
      return change(response, request) ?? response;
    },
  };
}

export function answeringWith(which: Which, changes: Partial<OutgoingResponse>): ServiceParts {
  return answering((response) => (isOneOf(response, which) ? { ...response, ...changes } : null));
}

/** The body of the response is another one, where it is JSON. */
export function answeringBody(which: Which, change: (body: unknown) => unknown): ServiceParts {
  return answering((response) => {
    if (!isOneOf(response, which) || response.contentType !== "application/json" || response.body === "") return null;
    return { ...response, body: JSON.stringify(change(JSON.parse(response.body))) };
  });
}

/** Orders look different, alone and in lists. */
export function showingOrders(change: (order: Readonly<Record<string, unknown>>) => unknown): ServiceParts {
  const one = answeringBody({ operation: "getOrder", status: 200 }, (order) => change(fieldsOf(order)));
  const list = answeringBody({ operation: "listOrders", status: 200 }, (orders) =>
    Array.isArray(orders) ? orders.map((order) => change(fieldsOf(order))) : orders,
  );
  return { pipeline: (pipeline) => list.pipeline?.(one.pipeline?.(pipeline) ?? pipeline) ?? pipeline };
}

/** Requests reach the service changed. */
export function asking(change: (request: IncomingRequest) => IncomingRequest): ServiceParts {
  return { pipeline: (pipeline) => (request) => pipeline(change(request)) };
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
      const body = "broken" in bytes ? null : objectOf(bytes.toString());
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
  change: (headers: readonly string[], response: OutgoingResponse) => readonly string[],
): ServiceParts {
  return { headers: (headersOf) => (response, length) => [...change(headersOf(response, length), response)] };
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
