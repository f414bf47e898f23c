// Operations -> one constant each: what it takes to build its requests and read its responses, and the types of both.
import {
  arrayOf,
  type Code,
  call,
  code,
  type Declaration,
  generatedSymbol,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  type Series,
  StructureKind,
} from "../../emit/index.ts";
import type { Header, HttpApi, MediaType, Operation, Parameter, Response } from "../../model/http.ts";
import { isJson } from "../../model/media-types.ts";
import { statusKeyOf } from "../../model/status.ts";
import { docOfWords } from "../docs.ts";
import { readingFormatOf, writingFormatOf } from "../http/formats.ts";
import { isSafe, sentMethodOf } from "../http/method.ts";
import { fixedQueryOf, urlTemplateOf } from "../http/path.ts";
import { partOf, type RequestPart } from "../http/request-parts.ts";
import { shapeOf } from "../http/shape.ts";
import { type SharedResponses, sharedResponsesOf } from "../http/shared.ts";
import { requestTypeOf, responseTypeOf } from "../types/index.ts";
import { securityOf, serversOf } from "./servers.ts";
import { isTextWriter, writerOf } from "./writers.ts";

export function operationDeclarationsOf({ operations, defaultSecurity, servers }: HttpApi): Series {
  const responseType = code`${generatedType("ResponseSpec", "client", "runtime.gen.ts")}`;
  const headersType = code`${generatedType("HeaderReaders", "client", "runtime.gen.ts")}`;
  const writer = { headersOf, headersType, responseOf, responseType };
  const names = operations.map(({ name }) => name);
  const shared = sharedResponsesOf(operations, writer, names);
  return {
    names: [...shared.declarations.map(({ name }) => name), ...names],
    *each(): Iterable<Declaration> {
      yield* shared.declarations;
      for (const operation of operations) yield declarationOf(operation, { shared, defaultSecurity, servers });
    },
  };
}

/** What operations have in common. */
interface Table extends Pick<HttpApi, "defaultSecurity" | "servers"> {
  readonly shared: SharedResponses;
}

function declarationOf(operation: Operation, table: Table): Declaration {
  const { name, words, at } = operation;
  return {
    kind: StructureKind.VariableStatement,
    name,
    doc: docOfWords(words, at),
    type: code`${generatedType("Operation", "client", "runtime.gen.ts")}<${requestTypeOf(operation)}, ${responseTypeOf(operation)}>`,
    value: operationOf(operation, table),
    exported: true,
  };
}

function operationOf(
  { id, trigger, method, path, parameters, requestBody, responses, security, servers }: Operation,
  { shared, defaultSecurity, servers: ofAll }: Table,
): Code {
  const accepted = new Set(responses.flatMap(({ content }) => content.map(({ type }) => type)));
  const members = [
    code`id: ${literal(id)}`,
    code`method: ${literal(sentMethodOf({ method }))}`,
    code`path: ${literal(trigger === null ? urlTemplateOf(path) : "")}`,
    ...(path.query.length === 0 ? [] : [code`query: ${literal(fixedQueryOf(path))}`]),
    ...(trigger?.kind === "callback" ? [code`expression: ${literal(trigger.expression)}`] : []),
    code`safe: ${literal(isSafe({ method }))}`,
    code`parameters: ${arrayOf(parameters.map(parameterOf))}`,
    ...(responses.every(({ content }) => content.length < 2)
      ? []
      : [code`accept: ${literal([...accepted].join(", "))}`]),
    ...(requestBody === null ? [] : [code`requestBody: ${requestBodyOf(requestBody.content)}`]),
    code`responses: ${objectOf(
      responses.map((response) => code`${statusOf(response)}: ${shared.codeOf(response)}`),
      responses.length > 1,
    )}`,
    ...(isSame(security, defaultSecurity) ? [] : [code`security: ${securityOf(security)}`]),
    ...(servers === ofAll ? [] : [code`servers: ${serversOf(servers)}`]),
  ];
  return objectOf(members, true);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function statusOf({ status }: Response): Code {
  const key = statusKeyOf(status);
  return typeof key === "number" ? literal(key) : propertyKey(key);
}

/** Only what differs from a plain value: the table travels to browsers. */
function parameterOf(parameter: Parameter): Code {
  const { name, in: place, style, explode, allowReserved, mediaType } = parameter;
  const writer = writerOf(parameter);
  const part = partOf(place);
  return objectOf([
    code`name: ${literal(name)}`,
    code`part: ${literal(part)}`,
    ...(isTextWriter(writer) ? [] : [code`style: ${literal(style)}`, code`explode: ${literal(explode)}`]),
    ...(allowReserved ? [code`allowReserved: true`] : []),
    ...(mediaType === null ? [] : [code`mediaType: ${literal(mediaType)}`]),
    code`write: ${generatedSymbol(writer, "client", isTextWriter(writer) ? "texts.gen.ts" : "styles.gen.ts")}`,
    code`put: ${generatedSymbol(putters[part], "client", "places.gen.ts")}`,
  ]);
}

const putters: Readonly<Record<RequestPart, string>> = {
  path: "putInPath",
  query: "putInQuery",
  headers: "putInHeaders",
  cookies: "putInCookies",
};

function responseOf({ content, headers: described }: Response, headers: Code): Code {
  const isPlain = content.length < 2 && content.every(({ type }) => !type.includes("*"));
  const members = [
    ...(described.length === 0 ? [] : [code`headers: ${headers}`]),
    ...(content.length === 0 ? [] : [code`content: ${contentOf(content, readingFormatOf)}`]),
    ...(isPlain ? [] : [code`choose: ${generatedSymbol("chooseMediaType", "client", "media-types.gen.ts")}`]),
  ];
  return objectOf(members);
}

function requestBodyOf(content: readonly MediaType[]): Code {
  return objectOf([
    code`content: ${contentOf(content, writingFormatOf)}`,
    code`put: ${generatedSymbol("putBody", "client", "places.gen.ts")}`,
  ]);
}

function contentOf(content: readonly MediaType[], formatOf: (media: MediaType, target: string) => Code): Code {
  return objectOf(content.map((media) => code`${propertyKey(media.type)}: ${formatOf(media, "client")}`));
}

function headersOf(headers: readonly Header[]): Code {
  return objectOf(headers.map((header) => code`${propertyKey(header.name)}: ${headerReaderOf(header)}`));
}

/** The least that reads such a header. */
function headerReaderOf({ schema, explode, mediaType }: Header): Code {
  const reader = (name: string): Code => code`${generatedSymbol(name, "client", "headers.gen.ts")}`;
  if (mediaType !== null) return reader(isJson(mediaType) ? "readJson" : "readText");
  const shape = shapeOf(schema);
  switch (shape) {
    case "any":
    case "string":
      return reader("readText");
    case "integer":
    case "number":
      return reader("readNumber");
    default:
      return call(reader("readAs"), [literal(shape), ...(explode ? [literal(true)] : [])]);
  }
}
