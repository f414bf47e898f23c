// Operation Object -> Operation, with its parameters and its body.

import { keyOf, nearest } from "../../diagnostics/index.ts";
import type { DraftOperation } from "../../model/draft.ts";
import { type Endpoint, idFrom } from "../../model/finish/naming/identifiers.ts";
import type {
  Parameter,
  PathTemplate,
  RequestBody,
  SecurityRequirement,
  SecurityScheme,
  Server,
} from "../../model/http.ts";
import { anyText } from "../../model/schema.ts";
import type { Signature } from "../../model/signature.ts";
import type { Node } from "../../source/index.ts";
import {
  booleanField,
  expectFields,
  extensionsOf,
  membersOf,
  type Reading,
  readSignature,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { readContent } from "./media-type.ts";
import { describe, type OpenApiReading, openObject, siblingTexts } from "./openapi-reading.ts";
import { checkQuerystring, readParameters } from "./parameter.ts";
import { readResponses } from "./response.ts";
import { readSecurityRequirements } from "./security.ts";
import { readOwnServers } from "./server.ts";

/** What an operation inherits from the document and the path item. */
export interface Inherited {
  readonly parameters: readonly Parameter[];
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly servers: readonly Server[];
  /** Counts for webhooks and callbacks. */
  readonly signature: Signature | null;
}

export function readOperation(
  reading: OpenApiReading,
  member: Node,
  endpoint: Endpoint,
  inherited: Inherited,
): DraftOperation | null {
  // The standard allows no reference here, but large multi-file descriptions keep each operation in a file of its own.
  const node = openObject(reading, member, "an operation");
  if (node === null) return null;
  const { method, path, trigger } = endpoint;
  const id = stringField(reading, node, "operationId") ?? idFrom(endpoint);
  reading.callbacks.push(...membersOf(reading, node, "callbacks").map((callback) => ({ node: callback, owner: id })));
  const declared = mergeParameters(inherited.parameters, readParameters(reading, node));
  checkQuerystring(reading, declared);
  const parameters = withPathParameters(reading, node, path, declared);
  const body = node.get("requestBody");
  const responses = readResponses(reading, node, endpoint);
  return {
    kind: "operation",
    trigger,
    id,
    method,
    path,
    tags: stringsOf(reading, node, "tags"),
    words: {
      summary: stringField(reading, node, "summary"),
      description: stringField(reading, node, "description"),
      deprecated: booleanField(reading, node, "deprecated") ?? false,
    },
    parameters,
    requestBody: body === undefined ? null : readRequestBody(reading, body),
    responses: method === "head" ? responses.map((response) => ({ ...response, content: [] })) : responses,
    security: readSecurityRequirements(reading, node, inherited.securitySchemes) ?? inherited.security,
    servers: readOwnServers(reading, node) ?? inherited.servers,
    signature: trigger === null ? null : (readSignature(reading, node) ?? inherited.signature),
    extensions: extensionsOf(node),
    at: node,
  };
}

/** An operation's parameter replaces the path item's parameter of the same name and `in`. */
function mergeParameters(outer: readonly Parameter[], operationParameters: readonly Parameter[]): Parameter[] {
  const isOwn = (parameter: Parameter): boolean =>
    operationParameters.some((other) => other.name === parameter.name && other.in === parameter.in);
  return [...outer.filter((parameter) => !isOwn(parameter)), ...operationParameters];
}

/** The parameters of the path must match the expressions in it: differences are reported and fixed. */
function withPathParameters(
  reading: Reading,
  node: Node,
  path: PathTemplate,
  parameters: readonly Parameter[],
): Parameter[] {
  const inPath = new Set(path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : [])));
  const inQuery = path.query.flatMap(({ expression }) => (expression === null ? [] : [expression]));
  const expressions = [...new Set([...inPath, ...inQuery])];
  const declared = parameters.filter((parameter) => parameter.in === "path");
  const undeclared = expressions.filter(
    (name) => !parameters.some((parameter) => parameter.name === name && isAt(parameter, inPath, inQuery)),
  );
  for (const name of undeclared)
    reading.report.add("path-parameter-undeclared", keyOf(node), { name, path: path.text });
  for (const { name, at } of declared) {
    if (name === "" || expressions.includes(name)) continue;
    const near = nearest(name, expressions);
    const location = { document: at.document, parent: at, key: "name" };
    reading.report.add("path-parameter-unused", location, { name, path: path.text, near });
  }
  const used = parameters.filter((parameter) => parameter.in !== "path" || expressions.includes(parameter.name));
  return withQuery(reading, path, [...undeclared.map((name) => textInPath(name, node)), ...used]);
}

/** Whether a parameter belongs to an expression of the path: a query parameter can have the same name. */
function isAt(parameter: Parameter, inPath: ReadonlySet<string>, inQuery: readonly string[]): boolean {
  const { name, in: place } = parameter;
  return place === "path" || (place === "query" && inQuery.includes(name) && !inPath.has(name));
}

/** A query in the path fixes the values of some parameters, and the names of others. */
function withQuery(reading: Reading, { query, segments }: PathTemplate, parameters: readonly Parameter[]): Parameter[] {
  if (query.length === 0) return [...parameters];
  const fixed = new Set(query.flatMap(({ name, value }) => (value === null ? [] : [name])));
  const isInPath = (name: string): boolean => segments.some((part) => part.kind === "parameter" && part.name === name);
  return parameters.flatMap((parameter) => {
    const { name, in: place, at } = parameter;
    const item = query.find(({ expression }) => expression === name);
    if (item !== undefined && (place === "path" ? !isInPath(name) : place === "query")) {
      const style = place === "path" ? "form" : parameter.style;
      return [{ ...parameter, name: item.name, in: "query", required: true, style }];
    }
    if (place !== "query" || !fixed.has(name)) return [parameter];
    const reason = "the path already fixes its value";
    const advice = "remove the parameter, or the query of the path";
    reading.report.add("no-effect", at, { what: `the parameter ${JSON.stringify(name)}`, reason, advice });
    return [];
  });
}

/** The default for an undeclared expression: a string. */
function textInPath(name: string, at: Node): Parameter {
  return {
    kind: "parameter",
    name,
    in: "path",
    required: true,
    style: "simple",
    explode: false,
    allowReserved: false,
    schema: anyText(at),
    mediaType: null,
    words: { summary: null, description: null, deprecated: false },
    examples: [],
    at,
  };
}

export function readRequestBody(reading: OpenApiReading, member: Node): RequestBody | null {
  const node = openObject(reading, member, "a request body", siblingTexts(reading, "description"));
  if (node === null) return null;
  expectFields(reading, node, "a request body", ["content"], { tolerated: null });
  const required = booleanField(reading, node, "required") ?? false;
  const description = describe(reading, member, node);
  const content = readContent(reading, node);
  if (content.length > 0) return { required, description, content, at: node };
  const list = node.get("content");
  if (list?.isObject && list.members().length === 0) {
    const reason = "its content lists no media type, so no body could be sent";
    const advice = 'list the media types; "*/*" stands for all of them';
    reading.report.add("no-effect", keyOf(list), { what: "the request body", reason, advice });
  }
  return null;
}
