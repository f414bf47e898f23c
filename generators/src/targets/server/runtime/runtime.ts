// The shape of the route table, and finding the route of a request in it. No framework, no network.
import type { ReadingFormat, WritingFormat } from "../../http/runtime/body-format.ts";
import { decodeText, type Shape } from "../../http/runtime/values.ts";

/** One operation of the description, as data. `Name` is the method of the handlers that serves it. */
export interface Route<Name extends string = string> {
  readonly operationId: string;
  readonly handler: Name;
  readonly method: Method;
  /** As the description writes it: `/v1/orders/{orderId}`; the name of a webhook, the expression of a callback. */
  readonly path: string;
  /** The segments between the slashes of the path, percent-decoded. */
  readonly segments: readonly Segment[];
  /** The conditions besides method and path that select this route. */
  readonly conditions?: readonly Condition[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  /** Codes, ranges and `default`, as the description lists them. */
  readonly responses: readonly ResponseSpec[];
  /** Alternatives, any of which is enough; within one, every scheme is needed. Empty: no credentials are required. */
  readonly security: readonly SecurityRequirement[];
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Members of the operation that start with `x-`, unchanged. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Of every response: those of a deprecated operation. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
  readonly schemas: Schemas;
}

/** As it is sent; descriptions may name methods of their own. */
export type Method =
  | "GET"
  | "PUT"
  | "POST"
  | "DELETE"
  | "OPTIONS"
  | "HEAD"
  | "PATCH"
  | "TRACE"
  | "QUERY"
  | (string & {});

/** A text to be met exactly, a parameter that takes the whole segment, or both mixed: `{base}...{head}`. */
export type Segment = string | PathParameter | { readonly parts: readonly (string | PathParameter)[] };

export interface PathParameter {
  readonly parameter: string;
}

export interface Condition {
  readonly in: "query" | "header";
  readonly name: string;
  /** Any, where it is `null`. */
  readonly value: string | null;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required: boolean;
  readonly style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Set when the text is a document of this media type; style and explode do not apply then. */
  readonly mediaType: string | null;
  /** How to parse the text. */
  readonly value: Shape;
  /** Of a query that is a form: its value. */
  readonly read?: (query: string) => unknown;
  /** Of a whole query: API keys in it, which are no part of the value. */
  readonly besides?: readonly string[];
  /** The default of an absent parameter. */
  readonly default?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
}

/** Of a request; of a response with `WritingFormat`. */
export interface MediaType<Format = ReadingFormat> {
  /** As the description writes it: `text/html; charset=utf-8`, `image/*`. */
  readonly type: string;
  readonly body: BodyKind;
  /** How to convert between bytes and values; set where the kind alone does not decide it: forms and sequences. */
  readonly format?: Format;
  /** Set where a request body is a stream for its handler. */
  readonly stream?: OpenBytes;
}

/**
 * `largest`: bytes, beyond which reading fails with a `Refusal`. `isNamed`: whether the request says of which type its body is; one
 * that does not, and has no bytes, is `null`.
 */
export type OpenBytes = (
  source: ReadableStream<Uint8Array> | null,
  options: { readonly largest: number; readonly isNamed: boolean },
) => Promise<OpenBody | null>;

/** A request body that its handler reads. */
export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** The result of `respond`. Once that response has been sent, the rest of the body is discarded, and reading it fails. */
  readonly during: <Sent extends { body: unknown }>(respond: () => Sent | Promise<Sent>) => Promise<Sent>;
}

/** How bytes become a value. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary" | "events" | "lines" | "sequence";

export interface ResponseSpec {
  readonly status: number | "1XX" | "2XX" | "3XX" | "4XX" | "5XX" | "default";
  readonly headers: readonly HeaderSpec[];
  /** Empty: the response has no body. */
  readonly content: readonly MediaType<WritingFormat>[];
}

export interface HeaderSpec {
  readonly name: string;
  readonly required: boolean;
  readonly value: Shape;
  /** An object is `R=100,G=200` instead of `R,100,G,200`. */
  readonly explode?: true;
  /** Set when the text is a document of this media type. */
  readonly mediaType?: string;
}

export interface SecurityRequirement {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

export interface SecurityScheme {
  /** `http`, `apiKey`, `oauth2`, `openIdConnect`, `mutualTLS`. */
  readonly type: string;
  /** `bearer`, for `http`. */
  readonly scheme: string | null;
  /** Where an `apiKey` is sent, and under which name. */
  readonly in: string | null;
  readonly parameterName: string | null;
}

/** Validators of the values, after parsing; a part that the operation lacks has none. */
export interface Schemas {
  readonly path?: Validator;
  readonly query?: Validator;
  readonly headers?: Validator;
  readonly cookies?: Validator;
  readonly body?: BodySchemas;
  /** By code, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, { readonly headers?: Validator; readonly body?: BodySchemas }>>;
  /** Turns the result of a handler into its sent form, where they differ; that form is validated. */
  readonly write?: { readonly headers: (values: object) => object; readonly body: (value: unknown) => unknown };
}

/** By media type, as in `content`. */
export type BodySchemas = Readonly<Record<string, Validator>>;

/** The part of a Zod schema that is relied on. */
export interface Validator {
  readonly safeParse: (value: unknown) => Verdict;
}

export type Verdict =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Something for the parts of a request that have it; for bodies by media type. */
export interface ByPart<Value> {
  readonly path?: Value;
  readonly query?: Value;
  readonly headers?: Value;
  readonly cookies?: Value;
  readonly body?: Readonly<Record<string, Value>>;
}

/** The validators of the parts that have a value are changed; the others stay as they are. */
export function withChangedParts<Value>(
  schemas: Schemas,
  values: ByPart<Value>,
  change: (validator: Validator, value: Value) => Validator,
): Schemas {
  const { path, query, headers, cookies, body = {} } = schemas;
  const changed = (validator: Validator, value: Value | undefined): Validator =>
    value === undefined ? validator : change(validator, value);
  const bodies = new Map(Object.entries(values.body ?? {}));
  return {
    ...schemas,
    ...(path === undefined ? {} : { path: changed(path, values.path) }),
    ...(query === undefined ? {} : { query: changed(query, values.query) }),
    ...(headers === undefined ? {} : { headers: changed(headers, values.headers) }),
    ...(cookies === undefined ? {} : { cookies: changed(cookies, values.cookies) }),
    body: Object.fromEntries(Object.entries(body).map(([type, one]) => [type, changed(one, bodies.get(type))])),
  };
}

/** The rejection of a handler that is not implemented. */
export class NotImplementedError extends Error {
  override readonly name = "NotImplementedError";
  readonly code = "not_implemented";
  readonly operationId: string;

  constructor(operationId: string) {
    super(`the operation ${JSON.stringify(operationId)} has no handler`);
    this.operationId = operationId;
  }
}

/** The body of a handler that is not implemented. */
export function notImplemented(operationId: string): Promise<never> {
  return Promise.reject(new NotImplementedError(operationId));
}

/** `handlers`, for the compiler of the type that its result is assigned to: a cast would be no line of JavaScript. */
export function asMissing<Missing>(handlers: unknown): Missing {
  return handlers as Missing;
}

export type Match<R> =
  /** `path`: the text of each path parameter, still percent-encoded, because styles split it before decoding. */
  | { readonly kind: "found"; readonly route: R; readonly path: ReadonlyMap<string, string> }
  /** The path exists, with these methods. */
  | { readonly kind: "method-not-allowed"; readonly allow: readonly Method[] }
  | { readonly kind: "not-found" }
  /** A parameter in the path is not percent-encoded UTF-8. */
  | { readonly kind: "malformed" };

/**
 * Finds the route of a request. `pathname` is as it was sent: percent-encoded, without the query. `sent` is read only by
 * routes that the method and the path do not distinguish.
 */
export type Matcher<R> = (method: string, pathname: string, sent?: Sent) => Match<R>;

/** The rest of what a request is found by. */
export interface Sent {
  /** As sent, without the `?`. */
  readonly query: string;
  /** `null` when the request has no such header. */
  readonly header: (name: string) => string | null;
}

/**
 * A matcher for these routes. Among paths that fit, literal text goes before mixed segments and those before parameters,
 * compared segment by segment from the left; a path without the method leaves the request to the next one that fits. A
 * parameter takes at least one character and no slash. Nothing is forgiven: a trailing or doubled slash is another path,
 * and methods are compared exactly. Of routes with conditions, those that ask for most come first.
 */
export function createMatcher<R extends Route>(routes: readonly R[]): Matcher<R> {
  const root = emptyNode<R>();
  for (const [order, route] of routes.entries()) insert(root, route, order);
  return (method, pathname, sent) => {
    if (!pathname.startsWith("/")) return { kind: "not-found" };
    const texts = pathname.slice(1).split("/");
    const search: Search<R> = { method, texts, sent, found: null, others: [] };
    visit(root, 0, search);
    if (search.found !== null) return foundOf(search.found, texts);
    // A path whose routes of this method all have other conditions does not exist for this request.
    const others = search.others.filter(({ route }) => route.method !== method);
    if (others.length === 0 || others.length < search.others.length) return { kind: "not-found" };
    return { kind: "method-not-allowed", allow: allowOf(others) };
  };
}

/** All routes that agree on the segments so far. */
interface Node<R> {
  readonly literals: Map<string, Node<R>>;
  readonly mixed: { readonly parts: Parts; readonly literalLength: number; readonly node: Node<R> }[];
  parameter: Node<R> | null;
  readonly ends: End<R>[];
}

type Parts = readonly (string | PathParameter)[];

interface End<R> {
  readonly route: R;
  readonly order: number;
}

interface Search<R> {
  readonly method: string;
  readonly texts: readonly string[];
  readonly sent: Sent | undefined;
  found: R | null;
  readonly others: End<R>[];
}

function emptyNode<R>(): Node<R> {
  return { literals: new Map(), mixed: [], parameter: null, ends: [] };
}

function insert<R extends Route>(root: Node<R>, route: R, order: number): void {
  let node = root;
  for (const segment of route.segments) node = childOf(node, segment);
  // Those with more conditions come first.
  const index = node.ends.findIndex((other) => conditionCount(other.route) < conditionCount(route));
  node.ends.splice(index === -1 ? node.ends.length : index, 0, { route, order });
}

function childOf<R>(node: Node<R>, segment: Segment): Node<R> {
  if (typeof segment === "string") {
    const child = node.literals.get(segment) ?? emptyNode<R>();
    node.literals.set(segment, child);
    return child;
  }
  if ("parameter" in segment) {
    node.parameter ??= emptyNode<R>();
    return node.parameter;
  }
  return mixedChildOf(node, segment.parts);
}

/** The mixed segments of a node are sorted, the most literal text first. */
function mixedChildOf<R>(node: Node<R>, parts: Parts): Node<R> {
  const form = formOf(parts);
  const known = node.mixed.find((child) => formOf(child.parts) === form);
  if (known !== undefined) return known.node;
  const literalLength = parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 0), 0);
  const child = { parts, literalLength, node: emptyNode<R>() };
  const index = node.mixed.findIndex((other) => other.literalLength < literalLength);
  node.mixed.splice(index === -1 ? node.mixed.length : index, 0, child);
  return child.node;
}

/** The parts without the names of the parameters. */
function formOf(parts: Parts): string {
  return JSON.stringify(parts.map((part) => (typeof part === "string" ? part : null)));
}

/** Walks the nodes that fit, the most specific first, until one has the method. */
function visit<R extends Route>(node: Node<R>, depth: number, search: Search<R>): void {
  const text = search.texts[depth];
  if (text === undefined) {
    for (const { route } of node.ends) {
      if (route.method !== search.method || !isMet(route, search.sent)) continue;
      search.found = route;
      return;
    }
    search.others.push(...node.ends);
    return;
  }
  const literal = node.literals.get(decodeText(text) ?? text);
  if (literal !== undefined) visit(literal, depth + 1, search);
  for (const { parts, node: child } of node.mixed) {
    if (search.found === null && splitBy(parts, text) !== null) visit(child, depth + 1, search);
  }
  if (search.found === null && node.parameter !== null && text !== "") visit(node.parameter, depth + 1, search);
}

function conditionCount({ conditions }: Route): number {
  return conditions?.length ?? 0;
}

function isMet({ operationId, conditions }: Route, sent: Sent | undefined): boolean {
  if (conditions === undefined || conditions.length === 0) return true;
  if (sent === undefined) {
    throw new TypeError(
      `${JSON.stringify(operationId)} is distinguished by its query or headers: pass them to the matcher`,
    );
  }
  const query = new URLSearchParams(sent.query);
  return conditions.every(({ in: place, name, value }) => {
    const sentValues = place === "query" ? query.getAll(name) : [sent.header(name)].filter((text) => text !== null);
    return value === null ? sentValues.length > 0 : sentValues.includes(value);
  });
}

function foundOf<R extends Route>(route: R, texts: readonly string[]): Match<R> {
  const path = new Map<string, string>();
  let isOne = true;
  let isReadable = true;
  const add = (name: string, value: string): void => {
    // A name that is in the path twice has one value.
    isOne &&= (path.get(name) ?? value) === value;
    isReadable &&= decodeText(value) !== null;
    path.set(name, value);
  };
  let index = 0;
  for (const segment of route.segments) {
    const text = texts[index] ?? "";
    index += 1;
    if (typeof segment === "string") continue;
    if ("parameter" in segment) add(segment.parameter, text);
    else for (const [name, value] of splitBy(segment.parts, text) ?? []) add(name, value);
  }
  if (!isOne) return { kind: "not-found" };
  return isReadable ? { kind: "found", route, path } : { kind: "malformed" };
}

/** The methods of all paths that fit, in the order of the table. */
function allowOf<R extends Route>(ends: readonly End<R>[]): Method[] {
  const ordered = [...ends].sort((a, b) => a.order - b.order);
  return [...new Set(ordered.map(({ route }) => route.method))];
}

/** The text of each parameter of a mixed segment; `null` when it does not fit. Each takes as little as it can. */
function splitBy(parts: Parts, text: string): [string, string][] | null {
  const plain = normalised(text);
  const values: [string, string][] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") {
      const literal = encodeURI(part);
      if (!plain.startsWith(literal, at)) return null;
      at += literal.length;
      continue;
    }
    const end = endOfParameter(parts, index, plain, at);
    if (end <= at) return null;
    values.push([part.parameter, plain.slice(at, end)]);
    at = end;
  }
  return at === plain.length ? values : null;
}

/** Where the parameter at `index` ends: before the next literal text, or at the end of the segment; -1 for nowhere. */
function endOfParameter(parts: Parts, index: number, text: string, from: number): number {
  const next = parts[index + 1];
  if (next === undefined) return text.length;
  if (typeof next !== "string") return from + (character.exec(text.slice(from))?.[0].length ?? 1);
  const literal = encodeURI(next);
  if (index + 2 === parts.length) {
    const end = text.length - literal.length;
    return text.endsWith(literal) && !isInsideEscape(text, end) ? end : -1;
  }
  let end = text.indexOf(literal, from + 1);
  while (end !== -1 && isInsideEscape(text, end)) end = text.indexOf(literal, end + 1);
  return end;
}

/** However many escapes it takes. */
const character = /^(?:%[C-F].(?:%[89AB].)+|%[0-9A-F]{2}|.)/;

/** `%20` has no "2" in it. */
function isInsideEscape(text: string, at: number): boolean {
  return [at - 1, at - 2].some((start) => start >= 0 && /^%[0-9A-F]{2}/.test(text.slice(start, at + 2)));
}

/** Escapes that stand for the character itself are undone, the others get upper case (RFC 3986, 6.2.2). */
function normalised(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (triplet, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : triplet.toUpperCase();
  });
}
