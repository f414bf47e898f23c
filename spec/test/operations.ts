// Lists what the description describes: operations with their responses, messages with their examples.
import {
  type Description,
  follow,
  memberOf,
  membersOf,
  type Node,
  objectIn,
  rootOf,
  stringsIn,
} from "./description.ts";

export interface Operation {
  /** `GET /v1/orders/list` */
  readonly name: string;
  readonly id: string;
  readonly method: string;
  readonly node: Node;
  readonly parameters: readonly Node[];
  readonly request: Node | undefined;
  readonly responses: readonly Response[];
}

export interface Response {
  readonly status: string;
  readonly node: Node;
  readonly headers: readonly [name: string, header: Node][];
  readonly content: readonly [type: string, body: Node][];
}

export interface Message {
  readonly key: string;
  readonly name: string;
  readonly summary: string;
  readonly contentType: string;
  readonly headers: Node;
  readonly payload: Node;
  readonly examples: readonly Node[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function operationsOf(description: Description): Operation[] {
  return placesOf(description).map((place) => operationAt(description, place));
}

/** `GET /v1/orders/list`; reads nothing but what belongs to it. */
export function operationCalled(description: Description, name: string): Operation | undefined {
  const [method = "", path = ""] = name.split(" ");
  const node = memberOf(description, rootOf(description, "openapi.yaml"), "paths", path, method.toLowerCase());
  return node && operationAt(description, { path, method: method.toLowerCase(), node });
}

export function messagesOf(description: Description): Message[] {
  const asyncapi = rootOf(description, "asyncapi.yaml");
  const messages = memberOf(description, asyncapi, "channels", "subscriber", "messages");
  return membersOf(description, messages).map(([key, node]) => ({
    key,
    name: textIn(node, "name"),
    summary: textIn(node, "summary"),
    contentType: textIn(node, "contentType"),
    headers: memberOf(description, node, "headers") ?? nothing,
    payload: memberOf(description, node, "payload") ?? nothing,
    examples: membersOf(description, memberOf(description, node, "examples")).map(([, example]) => example),
  }));
}

export function schemaOf(description: Description, file: string): Node {
  return follow(description, rootOf(description, `schemas/${file}.yaml`));
}

export function textIn(node: Node, key: string): string {
  const value = objectIn(node.value)[key];
  return typeof value === "string" ? value : "";
}

export function listIn(node: Node, key: string): string[] {
  return stringsIn(objectIn(node.value)[key]);
}

const nothing: Node = { file: "", value: {} };

interface Place {
  readonly path: string;
  readonly method: string;
  readonly node: Node;
}

function placesOf(description: Description): Place[] {
  const paths = memberOf(description, rootOf(description, "openapi.yaml"), "paths");
  return membersOf(description, paths).flatMap(([path, item]) =>
    membersOf(description, item)
      .filter(([method]) => methods.includes(method))
      .map(([method, node]) => ({ path, method, node })),
  );
}

function operationAt(description: Description, { path, method, node }: Place): Operation {
  return {
    name: `${method.toUpperCase()} ${path}`,
    id: textIn(node, "operationId"),
    method,
    node,
    parameters: membersOf(description, memberOf(description, node, "parameters")).map(([, parameter]) => parameter),
    request: memberOf(description, node, "requestBody"),
    responses: membersOf(description, memberOf(description, node, "responses")).map(([status, response]) => ({
      status,
      node: response,
      headers: membersOf(description, memberOf(description, response, "headers")),
      content: membersOf(description, memberOf(description, response, "content")),
    })),
  };
}
