// Operation Object -> Operation.

import { type Endpoint, idFrom } from "../../model/finish/naming/operation-id.ts";
import type { Operation, Parameter, SecurityRequirement, SecurityScheme, Server } from "../../model/http.ts";
import type { Signature } from "../../model/signature.ts";
import type { Node } from "../../source/index.ts";
import { booleanField, extensionsOf, membersOf, readSignature, stringField, stringsOf } from "../fields/index.ts";
import { type OpenApiReading, openObject } from "./openapi-reading.ts";
import { readParameters } from "./parameter.ts";
import { withPathParameters } from "./path-parameters.ts";
import { readRequestBody } from "./request-body.ts";
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
): Operation | null {
  // The standard allows no reference here, but large multi-file descriptions keep each operation in a file of its own.
  const node = openObject(reading, member, "an operation");
  if (node === null) return null;
  const { method, path, trigger } = endpoint;
  const id = stringField(reading, node, "operationId") ?? idFrom(endpoint);
  reading.callbacks.push(...membersOf(reading, node, "callbacks").map((callback) => ({ node: callback, owner: id })));
  const declared = mergeParameters(inherited.parameters, readParameters(reading, node));
  const parameters = withPathParameters(reading, node, path, declared);
  const body = node.get("requestBody");
  const responses = readResponses(reading, node, endpoint);
  return {
    kind: "operation",
    trigger,
    id,
    name: "",
    typeName: "",
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
    // Decided once schemas have the form of their direction.
    pagination: null,
    signature: trigger === null ? null : (readSignature(reading, node) ?? inherited.signature),
    extensions: extensionsOf(node),
    at: node,
  };
}

/** An operation's parameter replaces the path item's parameter of the same name and `in`. */
function mergeParameters(outer: readonly Parameter[], own: readonly Parameter[]): Parameter[] {
  const isOwn = (parameter: Parameter): boolean =>
    own.some((other) => other.name === parameter.name && other.in === parameter.in);
  return [...outer.filter((parameter) => !isOwn(parameter)), ...own];
}
