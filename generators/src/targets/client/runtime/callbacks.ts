// The target of a webhook or a callback: an operation at its own address, and the address in the request that registered it.

import type { Operation, Parameter, RequestParts } from "./runtime.ts";

/** The operation as it is sent to `url`, with any path and query, for a function that `createSend({ baseUrl: baseUrlsOf([]) })` returns. */
export function operationAt<Request extends RequestParts, Response>(
  operation: Operation<Request, Response>,
  url: string,
): Operation<Request, Response> {
  const { origin, pathname, search } = new URL(url);
  const servers = [{ url: origin, description: null, variables: {} }];
  if (search === "") return { ...operation, servers, path: pathname };
  const parameters = operation.parameters.map((parameter): Parameter => {
    if (parameter.part !== "query") return parameter;
    const put: Parameter["put"] = (draft, _, texts) => {
      draft.path = [draft.path, ...texts].filter((text) => text !== "").join("&");
    };
    return { ...parameter, put };
  });
  return { ...operation, servers, parameters, path: pathname + search };
}

/** What the expression of a callback can refer to: the exchange that registered the callback. */
export interface CallbackSource {
  readonly url: string;
  readonly method: string;
  readonly status?: number;
  readonly request: RequestParts;
  readonly response?: { readonly headers?: unknown; readonly body?: unknown };
}

/**
 * The address that a runtime expression such as `{$request.body#/callbackUrl}/events` leads to. Throws a `TypeError` when
 * the exchange lacks something it refers to.
 */
export function callbackUrlOf(expression: string, source: CallbackSource): string {
  if (expression.startsWith("$")) return foundText(expression, source);
  return expression.replace(/\{([^{}]*)\}/g, (_, inner: string) => foundText(inner, source));
}

function foundText(expression: string, source: CallbackSource): string {
  const value = foundBy(expression, source);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`${expression} has no value in this request and response`);
}

function foundBy(expression: string, { url, method, status, request, response }: CallbackSource): unknown {
  if (expression === "$url") return url;
  if (expression === "$method") return method;
  if (expression === "$statusCode") return status;
  const [, side, place, name = ""] =
    /^\$(request|response)\.(header|query|path|body)[.#]?([\s\S]*)$/.exec(expression) ?? [];
  const { headers, body } = side === "request" ? request : (response ?? {});
  if (place === "header") return memberOf(headers, name, (key) => key.toLowerCase() === name.toLowerCase());
  if (place === "body") return name === "" ? body : pointedAt(body, name);
  if (side !== "request" || (place !== "query" && place !== "path")) return undefined;
  return memberOf(request[place], name, (key) => key === name);
}

function memberOf(values: unknown, name: string, isIt: (key: string) => boolean): unknown {
  const members = typeof values === "object" && values !== null ? Object.entries(values) : [];
  return (members.find(([key]) => key === name) ?? members.find(([key]) => isIt(key)))?.[1];
}

/** A JSON Pointer (RFC 6901). */
function pointedAt(body: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce((value, token) => {
      const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
      return memberOf(value, name, () => false);
    }, body);
}
