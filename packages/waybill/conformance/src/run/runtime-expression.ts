// Links of a response -> the next request: OpenAPI's runtime expressions, evaluated on what was sent and what came back.
import {
  decodeFragment,
  type Json,
  type Link,
  type Operation,
  type ParameterPlace,
  tokensOf,
} from "waybill/description";
import type { Description } from "../description/description.ts";
import { type Exchange, headerOf, parseJson } from "../exchange/exchange.ts";
import { isList, isObject, memberOf } from "../values/json.ts";
import type { RequestValues } from "./request-values.ts";

export interface Followed {
  readonly operation: Operation;
  /** What the link gives; the rest comes from elsewhere. */
  readonly parameters: Readonly<Record<ParameterPlace, Readonly<Record<string, Json>>>>;
  /** `undefined`: the link says nothing about the body. */
  readonly body: Json | undefined;
}

export interface Step {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly exchange: Exchange;
}

/** `null` when the link leads nowhere from here: the response lacks what it refers to. */
export function followLink(description: Description, link: Link, step: Step): Followed | null {
  const operation = operationOf(description, link);
  if (operation === null) return null;
  const parameters: Record<ParameterPlace, Record<string, Json>> = { path: {}, query: {}, header: {}, cookie: {} };
  for (const [key, expression] of Object.entries(link.parameters)) {
    const dot = key.indexOf(".");
    const place = (["path", "query", "header", "cookie"] as const).find((one) => one === key.slice(0, dot));
    const name = place === undefined ? key : key.slice(dot + 1);
    const parameter = operation.parameters.find(
      (one) => one.name === name && (place === undefined || one.in === place),
    );
    const value = evaluate(expression, step);
    if (parameter === undefined || value === undefined) return null;
    parameters[parameter.in][name] = value;
  }
  if (link.requestBody === undefined) return { operation, parameters, body: undefined };
  const body = evaluate(link.requestBody, step);
  return body === undefined ? null : { operation, parameters, body };
}

export function operationOf(description: Description, { operationId, operationRef }: Link): Operation | null {
  if (operationId !== null) return description.operations.find(({ id }) => id === operationId) ?? null;
  const [, path = "", method = ""] = /#\/paths\/([^/]+)\/([^/]+)$/.exec(operationRef ?? "") ?? [];
  const [text] = tokensOf(`/${decodeFragment(path) ?? path}`) ?? [];
  return description.operations.find((one) => one.method === method && one.path.text === text) ?? null;
}

/** Every string that is an expression is replaced by its value; `undefined` when there is no such value. */
function evaluate(expression: unknown, step: Step): Json | undefined {
  if (typeof expression === "string") return evaluateText(expression, step);
  if (Array.isArray(expression)) {
    const items = expression.map((item) => evaluate(item, step));
    return items.some((item) => item === undefined) ? undefined : items.filter((item) => item !== undefined);
  }
  if (typeof expression === "object" && expression !== null) {
    const members = Object.entries(expression).map(([key, member]) => [key, evaluate(member, step)] as const);
    if (members.some(([, member]) => member === undefined)) return undefined;
    return Object.fromEntries(members.flatMap(([key, member]) => (member === undefined ? [] : [[key, member]])));
  }
  return typeof expression === "number" || typeof expression === "boolean" ? expression : null;
}

function evaluateText(text: string, step: Step): Json | undefined {
  if (/^\$(url|method|statusCode|request\.|response\.)/.test(text)) return expressionValue(text, step);
  let missing = false;
  const filled = text.replace(/\{(\$[^}]+)\}/g, (_, inner: string) => {
    const value = expressionValue(inner, step);
    if (value === undefined) missing = true;
    return typeof value === "string" ? value : JSON.stringify(value ?? null);
  });
  return missing ? undefined : filled;
}

function expressionValue(expression: string, { values, exchange, operation }: Step): Json | undefined {
  const { request, response } = exchange;
  if (expression === "$url") return `${request.server}${request.target}`;
  if (expression === "$method") return operation.method.toUpperCase();
  if (expression === "$statusCode") return response.status;
  const [, side, source = "", rest = ""] =
    /^\$(request|response)\.(header|query|path|body)(?:[.#])?(.*)$/.exec(expression) ?? [];
  if (side === undefined) return undefined;
  if (source === "header") return headerOf((side === "request" ? request : response).headers, rest) ?? undefined;
  if (source === "query" || source === "path") return values.parameters[source][rest];
  const bytes = side === "request" ? request.body : response.body;
  const parsed = bytes === null ? null : parseJson(bytes);
  return parsed?.ok === true ? valueAtPointer(parsed.value as Json, rest) : undefined;
}

/** The value at a JSON pointer. */
export function valueAtPointer(value: Json, pointer: string): Json | undefined {
  return tokensOf(pointer)?.reduce<Json | undefined>((at, token) => {
    if (isList(at)) return /^(0|[1-9]\d*)$/.test(token) ? at[Number(token)] : undefined;
    return isObject(at) ? memberOf(at, token) : undefined;
  }, value);
}
