// Paths Object and Path Item Objects -> operations, with everything they inherit.

import { keyOf, quote } from "../../diagnostics/index.ts";
import { conditionsOf, requestGroupsOf, shapeOf } from "../../model/analysis/request-conditions.ts";
import type { DraftOperation } from "../../model/draft.ts";
import { type Endpoint, idFrom } from "../../model/finish/naming/identifiers.ts";
import { httpMethods, type Operation, type PathPart, type PathQuery, type PathTemplate } from "../../model/http.ts";
import { attempt } from "../../source/attempt.ts";
import { Node } from "../../source/index.ts";
import {
  checkFields,
  entriesOf,
  expectObject,
  follow,
  membersOf,
  type Reading,
  readPart,
  readSignature,
} from "../fields/index.ts";
import { fields, nameOfOperation, nameOfPathItem, type OpenApiReading } from "./openapi-reading.ts";
import { type Inherited, readOperation } from "./operation.ts";
import { readParameters } from "./parameter.ts";
import { readOwnServers } from "./server.ts";

export type Defaults = Pick<Inherited, "security" | "securitySchemes" | "servers" | "signature">;

export function readPaths(reading: OpenApiReading, defaults: Defaults): DraftOperation[] {
  const shapes = new Map<string, Node>();
  return entriesOf(reading, reading.root, "paths").flatMap((member) => {
    const path = readPart(reading, `the path ${quote(member.key)}`, () => readTemplate(reading, member));
    if (path === null) return [];
    checkShape(reading, path, member, shapes);
    return readPathItem(reading, member, { trigger: null, path }, defaults);
  });
}

/** Paths that differ only in a query or a fragment are compared by their operations, once those are known. */
function checkShape(reading: OpenApiReading, path: PathTemplate, member: Node, shapes: Map<string, Node>): void {
  if (hasMore(path)) return;
  const shape = shapeOf(path);
  const other = shapes.get(shape);
  if (other === undefined) {
    shapes.set(shape, member);
    return;
  }
  const related = [{ message: "the other path", place: keyOf(other) }];
  reading.report.add("ambiguous-path", keyOf(member), { path: path.text, other: other.key }, { related });
}

function hasMore({ query, fragment }: PathTemplate): boolean {
  return query.length > 0 || fragment !== null;
}

/** Reports operations of the same method and path that no request can distinguish, although a query or a fragment should. */
export function checkRequests(reading: Reading, operations: readonly Operation[]): void {
  const conditions = conditionsOf(operations);
  for (const group of requestGroupsOf(operations)) {
    if (!group.some(({ path }) => hasMore(path))) continue;
    const known = new Map<string, Operation>();
    for (const operation of group) {
      const key = JSON.stringify(conditions.get(operation) ?? []);
      const other = known.get(key);
      if (other === undefined) known.set(key, operation);
      else if (hasMore(operation.path) || hasMore(other.path)) {
        const related = [{ message: "the other path", place: keyOf(other.at) }];
        const args = { path: operation.path.text, other: other.path.text };
        reading.report.add("ambiguous-path", keyOf(operation.at), args, { related });
      }
    }
  }
}

/** The method and the path of an operation. */
type Place = Omit<Endpoint, "method">;

/** The operations of a path item; none if it has to be left out. */
export function readPathItem(
  reading: OpenApiReading,
  member: Node,
  place: Place,
  defaults: Defaults,
): DraftOperation[] {
  return readPart(reading, nameOfPathItem(place), () => readOperations(reading, member, place, defaults)) ?? [];
}

function readOperations(reading: OpenApiReading, member: Node, place: Place, defaults: Defaults): DraftOperation[] {
  const target = follow(reading, member, fields["a path item"].split(" "));
  if (target === null || expectObject(reading, target, "a path item") === null) return [];
  // A path item may have operations next to its $ref; both count.
  const holders = target.value === member.value ? [target] : [target, member];
  for (const node of holders) checkFields(reading, node, "a path item", fields["a path item"]);
  const parameters = holders.flatMap((node) => readParameters(reading, node));
  const [servers = defaults.servers] = holders.toReversed().flatMap((node) => {
    const nodeServers = readOwnServers(reading, node);
    return nodeServers === null ? [] : [nodeServers];
  });
  const [signature = defaults.signature] =
    place.trigger === null ? [] : holders.flatMap((node) => readSignature(reading, node) ?? []);
  const inherited = { ...defaults, parameters, servers, signature };
  return methodsOf(reading, holders).flatMap(
    ({ method, node }) => readOneOperation(reading, node, { ...place, method }, inherited) ?? [],
  );
}

/** `null` when it has to be left out: with its callbacks. */
function readOneOperation(
  reading: OpenApiReading,
  node: Node,
  endpoint: Endpoint,
  inherited: Inherited,
): DraftOperation | null {
  const before = reading.callbacks.length;
  const operation = readPart(reading, nameOfOperation(endpoint), () =>
    readOperation(reading, node, endpoint, inherited),
  );
  if (operation !== null) return operation;
  reading.callbacks.splice(before);
  const id: unknown = node.get("operationId")?.value;
  if (typeof id === "string") reading.leftOut.add(id);
  return null;
}

interface MethodNode {
  readonly method: string;
  readonly node: Node;
}

/** The operations of a path item by method, each method once. */
function methodsOf(reading: OpenApiReading, holders: readonly Node[]): MethodNode[] {
  const fixed = httpMethods.flatMap((method) =>
    holders.flatMap((holder) => {
      const node = holder.get(method);
      return node === undefined ? [] : [{ method, node }];
    }),
  );
  const seen = new Set<string>();
  return [...fixed, ...holders.flatMap((holder) => additionalMethodsOf(reading, holder))].filter(({ method, node }) => {
    if (seen.has(method)) reading.report.add("duplicate-value", keyOf(node), { what: "the method", value: method });
    return seen.size < seen.add(method).size;
  });
}

/** `additionalOperations`: method names are case-sensitive, and standard methods are not allowed there. */
function additionalMethodsOf(reading: OpenApiReading, holder: Node): MethodNode[] {
  return membersOf(reading, holder, "additionalOperations").flatMap((node) => {
    const method = node.key;
    const isToken = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(method);
    if (isToken && !httpMethods.some((fixed) => fixed === method.toLowerCase())) return [{ method, node }];
    const expected = isToken ? `the field "${method.toLowerCase()}" of the path item` : "a method such as COPY";
    const actual = JSON.stringify(method);
    reading.report.add("invalid-keyword-value", keyOf(node), {
      keyword: "additionalOperations",
      expected,
      found: actual,
    });
    return [];
  });
}

/**
 * Ids derived from method and path are left to the names pass, which detects clashes. An id that an earlier operation has is
 * reported and dropped.
 */
export function withOwnIds(reading: OpenApiReading, operations: readonly DraftOperation[]): DraftOperation[] {
  const first = new Map<string, DraftOperation>();
  return operations.map((operation) => {
    if (!(operation.at instanceof Node && operation.at.has("operationId"))) return operation;
    const other = first.get(operation.id);
    if (other === undefined) {
      first.set(operation.id, operation);
      return operation;
    }
    const related = [{ message: "first used here", place: idPlace(other) }];
    reading.report.add("duplicate-operation-id", idPlace(operation), { id: operation.id }, { related });
    return { ...operation, id: idFrom(operation) };
  });
}

function idPlace(operation: DraftOperation): { kind: "value"; location: DraftOperation["at"] } {
  const { at } = operation;
  const location = { document: at.document, parent: at, key: "operationId" };
  return { kind: "value", location };
}

// The key of a path item -> literal text and expressions, and the query after it.

/** What sends requests or takes them. */
const ofRequests = ["serving", "calls"];

/** Splits `/v1/orders/{orderId}`; `null` for an invalid path, which is reported. */
function readTemplate(reading: OpenApiReading, member: Node): PathTemplate | null {
  const text = member.key;
  /** Reports an error; it can be tolerated if the path is usable all the same. */
  const reject = (
    reason: string,
    tolerated: string | null = null,
    stops = tolerated === null ? null : ofRequests,
  ): null => {
    reading.report.add("malformed-path", keyOf(member), { path: text, reason }, { tolerated, stops });
    return null;
  };
  if (!text.isWellFormed()) return reject("it holds half of a surrogate pair, which no URL can");
  if (!text.startsWith("/")) reject('it does not start with "/"', 'the path starts with "/"');
  const [, path = "", query, fragment] = /^((?:\{[^{}]*\}|[^?#])*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  const segments = partsOf(path.startsWith("/") ? path : `/${path}`);
  if (typeof segments === "string") return reject(segments);
  const names = segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) reject(`{${twice}} occurs twice`, `{${twice}} has the same value at both places`);
  const queries = queriesOf(query ?? "");
  if (queries === null) return reject("an expression is only part of a value in its query");
  const both = queries.find(({ expression }) => expression !== null && names.includes(expression));
  if (both !== undefined) return reject(`{${both.expression}} appears in its query too`);
  if (query !== undefined) {
    const reason = "a query is not part of it; describe query parameters instead";
    reject(
      reason,
      "what follows the ? is sent with each request and expected in it; {name} there is a query parameter",
      queries.some(({ expression }) => expression !== null) ? null : ofRequests,
    );
  }
  if (fragment !== undefined) {
    const reason = "a path has no fragment, as requests never send one";
    reject(
      reason,
      "the fragment is not sent; operations of one path are distinguished by the parameters that it names or that have a single value",
    );
  }
  return { text, segments, query: queries, fragment: fragment ?? null };
}

/** The reason why a path is invalid. */
function partsOf(path: string): PathPart[] | string {
  const parts: PathPart[] = [];
  let rest = path;
  while (rest !== "") {
    const open = rest.search(/[{}]/);
    const literal = open === -1 ? rest : rest.slice(0, open);
    if (literal !== "") parts.push({ kind: "literal", text: literal });
    if (open === -1) break;
    const [expression, name] = /^\{([^{}]*)\}/.exec(rest.slice(open)) ?? [];
    if (expression === undefined || name === undefined) return "it has an unmatched brace";
    if (name === "") return "an expression has no name";
    parts.push({ kind: "parameter", name });
    rest = rest.slice(open + expression.length);
  }
  return parts;
}

/** `op=list&user={id}`; `null` where an expression is only a part of a value. */
function queriesOf(query: string): PathQuery[] | null {
  const items = query.split("&").filter((item) => item !== "");
  const read = items.map((item): PathQuery | null => {
    const at = item.indexOf("=");
    const name = decoded(at === -1 ? item : item.slice(0, at));
    const value = at === -1 ? "" : item.slice(at + 1);
    const [, expression] = /^\{([^{}]+)\}$/.exec(value) ?? [];
    if (expression !== undefined) return { name, value: null, expression };
    return /[{}]/.test(item) ? null : { name, value: decoded(value), expression: null };
  });
  return read.some((item) => item === null) ? null : read.filter((item) => item !== null);
}

/** Text that is not percent-encoded UTF-8 is used as written. */
function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text.replaceAll("+", " "))) ?? text;
}
