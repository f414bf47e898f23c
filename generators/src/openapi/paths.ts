// Paths Object and Path Item Objects -> operations, with everything they inherit.
import { keyOf } from "../diagnostics/index.ts";
import { httpMethods, type Operation, type PathPart, type PathTemplate } from "../model/http.ts";
import { type Endpoint, idFrom } from "../model/operation-id.ts";
import { checkFields, entriesOf, expectObject, follow, membersOf } from "../reading/index.ts";
import { Node } from "../source/index.ts";
import { fields } from "./fields.ts";
import type { OpenApiReading } from "./openapi-reading.ts";
import { type Inherited, readOperation } from "./operation.ts";
import { readParameters } from "./parameter.ts";
import { readOwnServers } from "./server.ts";

export type Defaults = Pick<Inherited, "security" | "securitySchemes" | "servers">;

export function readPaths(reading: OpenApiReading, defaults: Defaults): Operation[] {
  const shapes = new Map<string, Node>();
  return entriesOf(reading, reading.root, "paths").flatMap((member) => {
    const path = readTemplate(reading, member);
    if (path === null) return [];
    checkShape(reading, path, member, shapes);
    return readPathItem(reading, member, { trigger: null, path }, defaults);
  });
}

/** Splits `/v1/orders/{orderId}` into literal text and expressions. */
function readTemplate(reading: OpenApiReading, member: Node): PathTemplate | null {
  const text = member.key;
  const reject = (reason: string): null => {
    reading.report.add("malformed-path", keyOf(member), { path: text, reason });
    return null;
  };
  if (!text.startsWith("/")) return reject('it does not start with "/"');
  if (!text.isWellFormed()) return reject("it holds half of a surrogate pair, which no URL can");
  const segments: PathPart[] = [];
  let rest = text;
  while (rest !== "") {
    const open = rest.search(/[{}]/);
    const literal = open === -1 ? rest : rest.slice(0, open);
    if (/[?#]/.test(literal))
      return reject("a query or a fragment is no part of it; describe query parameters instead");
    if (literal !== "") segments.push({ kind: "literal", text: literal });
    if (open === -1) break;
    const expression = /^\{([^{}]*)\}/.exec(rest.slice(open));
    const name = expression?.[1];
    if (expression === null || name === undefined) return reject("a brace has no counterpart");
    if (name === "") return reject("an expression has no name");
    if (segments.some((part) => part.kind === "parameter" && part.name === name)) {
      return reject(`{${name}} occurs twice`);
    }
    segments.push({ kind: "parameter", name });
    rest = rest.slice(open + expression[0].length);
  }
  return { text, segments };
}

function checkShape(reading: OpenApiReading, path: PathTemplate, member: Node, shapes: Map<string, Node>): void {
  const shape = path.segments.map((part) => (part.kind === "literal" ? part.text : "{}")).join("");
  const other = shapes.get(shape);
  if (other === undefined) {
    shapes.set(shape, member);
    return;
  }
  const related = [{ message: "the other path", place: keyOf(other) }];
  reading.report.add("ambiguous-path", keyOf(member), { path: path.text, other: other.key }, { related });
}

/** What the operations of a path item are reached by. */
type Place = Omit<Endpoint, "method">;

export function readPathItem(reading: OpenApiReading, member: Node, place: Place, defaults: Defaults): Operation[] {
  const target = follow(reading, member, [...fields.pathItem]);
  if (target === null || expectObject(reading, target, "a path item") === null) return [];
  // A path item may hold operations beside its $ref; both count.
  const holders = target.value === member.value ? [target] : [target, member];
  for (const node of holders) {
    checkFields(reading, node, "a path item", fields.pathItem);
  }
  const parameters = holders.flatMap((node) => readParameters(reading, node));
  const [servers = defaults.servers] = holders.toReversed().flatMap((node) => {
    const own = readOwnServers(reading, node);
    return own === null ? [] : [own];
  });
  return methodsOf(reading, holders).flatMap(({ method, node }) =>
    readOperation(reading, node, { ...place, method }, { ...defaults, parameters, servers }),
  );
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

/** `additionalOperations`: methods are told apart by case, and those with a field of their own stand there. */
function additionalMethodsOf(reading: OpenApiReading, holder: Node): MethodNode[] {
  return membersOf(reading, holder, "additionalOperations").flatMap((node) => {
    const method = node.key;
    const isToken = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(method);
    if (isToken && !httpMethods.some((fixed) => fixed === method.toLowerCase())) return [{ method, node }];
    const expected = isToken ? `the field "${method.toLowerCase()}" of the path item` : "a method such as COPY";
    const found = JSON.stringify(method);
    reading.report.add("invalid-keyword-value", keyOf(node), { keyword: "additionalOperations", expected, found });
    return [];
  });
}

/**
 * Ids made from method and path are left to the names pass, which sees when two become one. An id that an earlier operation
 * has is reported, and is then not this one's.
 */
export function withOwnIds(reading: OpenApiReading, operations: readonly Operation[]): Operation[] {
  const first = new Map<string, Operation>();
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

function idPlace(operation: Operation): { kind: "value"; location: Operation["at"] } {
  const { at } = operation;
  const location = { document: at.document, parent: at, key: "operationId" };
  return { kind: "value", location };
}
