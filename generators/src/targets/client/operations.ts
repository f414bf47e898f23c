// Operations -> one constant each: what it takes to build its requests and read its responses, and the types of both.
import {
  arrayOf,
  type Code,
  code,
  type Declaration,
  generatedSymbol,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { Header, HttpApi, HttpMethod, MediaType, Operation, Parameter, Response } from "../../model/http.ts";
import { docOfWords } from "../docs.ts";
import { urlTemplateOf } from "../http/path.ts";
import { shapeOf } from "../http/shape.ts";
import { type SharedResponses, sharedResponsesOf } from "../http/shared.ts";
import { statusKeyOf } from "../http/status.ts";
import { requestTypeOf, responseTypeOf } from "../types/index.ts";
import { writerOf } from "./writers.ts";

export function operationDeclarationsOf({ operations }: HttpApi): Declaration[] {
  const responseType = code`${generatedType("ResponseSpec", "client", "runtime.gen.ts")}`;
  const headersType = code`${generatedType("HeaderShapes", "client", "runtime.gen.ts")}`;
  const writer = { headersOf, headersType, responseOf, responseType };
  const names = operations.map(({ name }) => name);
  const shared = sharedResponsesOf(operations, writer, names);
  return [...shared.declarations, ...operations.map((operation) => declarationOf(operation, shared))];
}

function declarationOf(operation: Operation, shared: SharedResponses): Declaration {
  const { name, words, at } = operation;
  return {
    kind: StructureKind.VariableStatement,
    name,
    doc: docOfWords(words, at),
    type: code`${generatedType("Operation", "client", "runtime.gen.ts")}<${requestTypeOf(operation)}, ${responseTypeOf(operation)}>`,
    value: operationOf(operation, shared),
    exported: true,
  };
}

function operationOf(
  { id, method, path, parameters, requestBody, responses, security }: Operation,
  shared: SharedResponses,
): Code {
  const members = [
    code`id: ${literal(id)}`,
    code`method: ${literal(method.toUpperCase())}`,
    code`path: ${literal(urlTemplateOf(path))}`,
    code`safe: ${literal(safeMethods.includes(method))}`,
    code`idempotent: ${literal(idempotentMethods.includes(method))}`,
    code`parameters: ${arrayOf(parameters.map(parameterOf))}`,
    code`requestBody: ${requestBody === null ? literal(null) : contentOf(requestBody.content)}`,
    code`responses: ${objectOf(
      responses.map((response) => code`${statusOf(response)}: ${shared.codeOf(response)}`),
      responses.length > 1,
    )}`,
    code`security: ${literal(security.map(({ schemes }) => schemes.map((scheme) => scheme.name)))}`,
  ];
  return objectOf(members, true);
}

/** RFC 9110, 9.2.1 and 9.2.2. */
const safeMethods: readonly HttpMethod[] = ["get", "head", "options", "trace"];
const idempotentMethods: readonly HttpMethod[] = [...safeMethods, "put", "delete"];

function statusOf({ status }: Response): Code {
  const key = statusKeyOf(status);
  return typeof key === "number" ? literal(key) : propertyKey(key);
}

/** Only what differs from a plain value: the table travels to browsers. */
function parameterOf(parameter: Parameter): Code {
  const { name, in: place, style, explode, allowReserved, mediaType } = parameter;
  return objectOf([
    code`name: ${literal(name)}`,
    code`in: ${literal(place)}`,
    code`style: ${literal(style)}`,
    code`explode: ${literal(explode)}`,
    ...(allowReserved ? [code`allowReserved: true`] : []),
    ...(mediaType === null ? [] : [code`mediaType: ${literal(mediaType)}`]),
    code`write: ${generatedSymbol(writerOf(parameter), "client", "parameters.gen.ts")}`,
  ]);
}

function responseOf({ content, headers: described }: Response, headers: Code): Code {
  const isPlain = described.every(({ schema }) => typeof shapeOf(schema) === "string");
  const members = [
    ...(described.length === 0 ? [] : [code`headers: ${headers}`]),
    ...(isPlain ? [] : [code`readHeader: ${generatedSymbol("readHeader", "client", "values.gen.ts")}`]),
    ...(content.length === 0 ? [] : [code`content: ${contentOf(content)}`]),
  ];
  return objectOf(members);
}

/** The formats are named after the kinds of bodies. */
function contentOf(content: readonly MediaType[]): Code {
  const entries = content.map(
    ({ type, body }) => code`${propertyKey(type)}: ${generatedSymbol(body, "client", "bodies.gen.ts")}`,
  );
  return objectOf(entries);
}

function headersOf(headers: readonly Header[]): Code {
  return literal(Object.fromEntries(headers.map(({ name, schema }) => [name, shapeOf(schema)])));
}
