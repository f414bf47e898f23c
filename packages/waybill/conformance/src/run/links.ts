// A response -> the requests that it leads to: by the description's links, whose runtime expressions are evaluated on what was sent and what
// came back, and by ids of resources below the same path.

import {
  decodeFragment,
  type Json,
  type Link,
  type NamedSchema,
  type Operation,
  type ParameterPlace,
  type Schema,
  tokensOf,
} from "waybill/description";
import type { Description } from "../description/description.ts";
import { propertiesIn } from "../description/schema-parts.ts";
import { type Exchange, headerOf, parseJson } from "../exchange/exchange.ts";
import { asObject, isList, isObject, memberOf } from "../values/json.ts";
import type { CallResult, Context } from "./context.ts";
import { ownerOfPath, plainName } from "./knowledge.ts";
import { idsIn } from "./records.ts";
import { noParameters, type RequestValues } from "./request-values.ts";

export interface NamedLink {
  readonly name: string;
  readonly followed: Followed;
}

/** Where each operation leads, and from where; worked out once, since large descriptions have a thousand operations. */
export class LinkGraph {
  private readonly links = new Map<Operation, readonly Link[]>();
  private readonly producers = new Map<Operation, Operation[]>();
  private readonly ofParents = new Set<Operation>();

  constructor(description: Description) {
    for (const from of description.operations) {
      const declared = from.responses.flatMap(({ links }) => links);
      if (from.method === "post" && returnsParent(description, from)) this.ofParents.add(from);
      const implied = impliedLinks(description, from, this.isOfParent(from));
      this.links.set(from, implied);
      const targets = [...declared, ...implied].flatMap((link) => operationOf(description, link) ?? []);
      for (const to of new Set(targets)) if (to !== from) this.producersOf(to).push(from);
    }
    for (const producers of this.producers.values()) {
      producers.sort((a, b) => Number(a.method !== "post") - Number(b.method !== "post"));
    }
  }

  /** The operations whose links lead here: those that create first, those that list last. */
  producersOf(operation: Operation): Operation[] {
    const producers = this.producers.get(operation) ?? [];
    this.producers.set(operation, producers);
    return producers;
  }

  /** Whether it adds something to what it returns. */
  isOfParent(operation: Operation): boolean {
    return this.ofParents.has(operation);
  }

  impliedFrom(operation: Operation): readonly Link[] {
    return this.links.get(operation) ?? [];
  }
}

/** Every request that the links of a response lead to. */
export function linksOf(
  { description, links }: Pick<Context, "description" | "links">,
  result: CallResult,
): NamedLink[] {
  const declared = (result.verdict?.response ?? result.verdict?.readAs)?.links ?? [];
  return [...declared, ...links.impliedFrom(result.operation)].flatMap((link) => {
    const followed = followLink(description, link, result);
    return followed === null ? [] : [{ name: link.name, followed }];
  });
}

/** Whether what is asked for is named by the link: a list is the same wherever one comes from. */
export function isAboutOne({ parameters, body }: Followed): boolean {
  return Object.keys(parameters.path).length > 0 || body !== undefined;
}

/**
 * `POST /books` returns an `id`, and `/books/{id}` or `/books/{bookId}` takes one: that is a link even where none is declared. So it is
 * where `POST /libraries/{libraryId}/books` makes what `/books/{bookId}` reads. Only names of ids count.
 */
function impliedLinks(description: Description, producer: Operation, isOfParent: boolean): Link[] {
  if (producer.method !== "post") return [];
  const base = producer.path.text.replace(/\/$/, "");
  const bases = [base, ...flatBaseOf(description, producer)];
  const declared = new Set(
    producer.responses.flatMap(({ links }) => links.map((link) => operationOf(description, link))),
  );
  // First those that it names entirely.
  const targets = [...description.operations].sort((a, b) => parameterCount(a) - parameterCount(b));
  const parents = producer.path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  return targets.flatMap((target): Link[] => {
    const above = bases.find((one) => target.path.text.startsWith(`${one}/{`));
    const rest = above === undefined ? "" : target.path.text.slice(above.length);
    const [, name, below] = /^\/\{([^}]+)\}(?:\/[^{}]*)?(\/\{[^}]+\})?$/.exec(rest) ?? [];
    if (name === undefined || declared.has(target)) return [];
    // What an operation makes there has its id from that one.
    if (below !== undefined && isMadeAt(description, target.path.text.slice(0, -below.length))) return [];
    const id = isOfParent ? sentId(producer, name) : pointerToId(producer, name);
    if (id === null) return [];
    const parentParameters = (above === base ? parents : []).map(
      (one) => [`path.${one}`, `$request.path.${one}`] as const,
    );
    return [
      {
        name: target.id,
        operationId: target.id,
        operationRef: null,
        parameters: { ...Object.fromEntries(parentParameters), [`path.${name}`]: id },
        requestBody: undefined,
        description: null,
        at: target.at,
      },
    ];
  });
}

function parameterCount({ path }: Operation): number {
  return path.segments.filter(({ kind }) => kind === "parameter").length;
}

function isMadeAt({ operations }: Description, path: string): boolean {
  return operations.some((one) => one.method === "post" && one.path.text === path);
}

/** Of `/libraries/{libraryId}/books`: `/books`, where an operation reads one of what is made there by its id alone. */
function flatBaseOf(description: Description, producer: Operation): string[] {
  const [, before, collection] =
    /^((?:\/[^/{}]+)*)\/[^/{}]+\/\{[^{}]+\}(?:\/.*)?(\/[^/{}]+)\/?$/.exec(producer.path.text) ?? [];
  if (collection === undefined) return [];
  const flat = `${before}${collection}`;
  const isRead = description.operations.some(
    (one) => one.method === "get" && /^\/\{[^{}]+\}$/.test(behind(one.path.text, flat)) && returnSame(one, producer),
  );
  return isRead ? [flat] : [];
}

/** `addItem` of a cart returns the cart, and not the item. */
function returnsParent(description: Description, producer: Operation): boolean {
  const [, parent] = /^(.*\/\{[^{}]+\})\/[^{}]*$/.exec(producer.path.text) ?? [];
  return description.operations.some(
    (one) => one.method === "get" && one.path.text === parent && returnSame(one, producer),
  );
}

function behind(path: string, base: string): string {
  return path.startsWith(base) ? path.slice(base.length) : "";
}

/** Whether both return the same named schema. */
function returnSame(one: Operation, other: Operation): boolean {
  const named = (operation: Operation): NamedSchema[] =>
    successBodies(operation).flatMap((schema) => (schema.kind === "ref" ? [schema.target] : []));
  return named(one).some((schema) => named(other).includes(schema));
}

/** Where a request says itself what a path parameter of this name asks for. */
function sentId({ requestBody }: Operation, parameter: string): string | null {
  const members = (requestBody?.content ?? []).flatMap(({ schema }) => propertiesIn(schema));
  const member = members.find(({ name }) => plainName(name) === plainName(parameter));
  return member === undefined ? null : `$request.body#/${member.name}`;
}

/** Where a creating response holds what a path parameter of this name asks for. */
function pointerToId(producer: Operation, parameter: string): string | null {
  const isId = /(^|[a-z_-])(id|uuid|guid)$/i.test(parameter);
  const places = successBodies(producer).flatMap((schema) => {
    const members = propertiesIn(schema);
    const inner = members.flatMap((member) =>
      /^(data|result|item|record)$/i.test(member.name)
        ? propertiesIn(member.schema).map(({ name }) => ({ name, pointer: `/${member.name}/${name}` }))
        : [],
    );
    return [...members.map(({ name }) => ({ name, pointer: `/${name}` })), ...inner];
  });
  const owner = ownerOfPath(producer.path.text);
  const same =
    places.find(({ name }) => plainName(name) === plainName(parameter)) ??
    // `{projectKey}` is the `key` of a project.
    places.find(({ name }) => plainName(`${owner}${name}`) === plainName(parameter));
  const place = same ?? (isId ? places.find(({ name }) => /^(id|uuid|guid)$/i.test(name)) : undefined);
  return place === undefined ? null : `$response.body#${place.pointer}`;
}

function successBodies({ responses }: Operation): Schema[] {
  return responses
    .filter(({ status }) =>
      status.kind === "code" ? Math.floor(status.code / 100) === 2 : status.kind === "range" && status.first === 2,
    )
    .flatMap(({ content }) => content.filter(({ body }) => body === "json").map(({ schema }) => schema));
}

/** The ids that a creating response gives to what it made, as far as they are long enough to be unique. */
export function idsMadeBy({ json, operation, status, values }: CallResult): string[] {
  if (operation.method !== "post" || status < 200 || status >= 300) return [];
  const inPath = Object.values(values.parameters.path);
  const ids = idsIn(operation, asObject(json)).filter((id) => !inPath.includes(id));
  return ids.filter((value) => typeof value === "string").filter(({ length }) => length >= 6);
}

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
  const parameters = noParameters();
  for (const [key, expression] of Object.entries(link.parameters)) {
    const dot = key.indexOf(".");
    const place = (["path", "query", "querystring", "header", "cookie"] as const).find(
      (one) => one === key.slice(0, dot),
    );
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
