// Operations -> one constant each: what builds its requests and reads its responses, and the types of both.
import {
  arrayOf,
  type Code,
  code,
  type Declaration,
  exportedConstant,
  generatedSymbol,
  generatedType,
  intersectionTypeOf,
  literal,
  namesOf,
  objectOf,
  propertyKey,
  pureCall,
  type Series,
} from "../../emit/index.ts";
import { requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { isJson, isRange } from "../../model/analysis/media-types.ts";
import { memberNamesOf } from "../../model/analysis/members.ts";
import {
  expectedOf,
  type Header,
  type HttpApi,
  hasAlternatives,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
} from "../../model/http.ts";
import { routeDocOf } from "../docs.ts";
import { acceptOf } from "../http/accept.ts";
import { queryFormOf, readingFormatOf, writingFormatOf } from "../http/formats.ts";
import type { ValueCode } from "../http/http-target.ts";
import { isBodiless, isSafe, sentMethodOf } from "../http/method.ts";
import { fixedQueryOf, urlTemplateOf } from "../http/path.ts";
import { defaultMediaTypeOf, partOf } from "../http/request-parts.ts";
import { shapeOf } from "../http/shape.ts";
import { type SharedResponses, sharedResponsesOf, statusPropertyOf } from "../http/shared.ts";
import {
  type DateCode,
  int64sIn,
  requestTypeOf,
  responseTypeOf,
  returnedTypeOf,
  revive,
  sourceOf,
  wireOf,
} from "../types/index.ts";
import { pageRulesOf, paginatedTypeOf } from "./pages.ts";
import { securityOf, serversOf } from "./servers.ts";
import { isTextWriter, putters, writerOf } from "./writers.ts";

export function operationDeclarationsOf(
  { operations, defaultSecurity, securitySchemes, servers }: HttpApi,
  values: Values,
): Series {
  const responseType = code`${generatedType("ResponseSpec", "client", "runtime.gen.ts")}`;
  const headersType = code`${generatedType("HeaderReaders", "client", "runtime.gen.ts")}`;
  const writer = {
    headersOf: (headers: readonly Header[]) => headersOf(headers, values),
    headersType,
    responseOf: (response: Response, headers: Code) => responseOf(response, headers, values),
    responseType,
  };
  const names = operations.map(({ name }) => name);
  const shared = sharedResponsesOf(operations, writer, names);
  return {
    names: [...namesOf(shared.declarations), ...names],
    *each(): Iterable<Declaration> {
      yield* shared.declarations;
      const table = { shared, values, defaultSecurity, securitySchemes, servers };
      for (const operation of operations) yield declarationOf(operation, table);
    },
  };
}

/** What happens to the values of requests and responses. */
type Values = Pick<ValueCode, "dates" | "int64s">;

/** What operations have in common. */
interface Table extends Pick<HttpApi, "defaultSecurity" | "securitySchemes" | "servers"> {
  readonly shared: SharedResponses;
  readonly values: Values;
}

function declarationOf(operation: Operation, table: Table): Declaration {
  const { name } = operation;
  const values = code`<${requestTypeOf(operation)}, ${responseTypeOf(operation)}>`;
  const plain = code`${generatedType("Operation", "client", "runtime.gen.ts")}${values}`;
  const paginated = paginatedTypeOf(operation);
  const types = [plain, ...(paginated === null ? [] : [paginated]), ...alternativesTypeOf(operation)];
  const type = types.length === 1 ? plain : intersectionTypeOf(types);
  return exportedConstant({ name, type, initializer: operationOf(operation, table) }, routeDocOf(operation));
}

/** What `accepting` chooses from besides; empty where there is nothing. */
function alternativesTypeOf(operation: Operation): Code[] {
  if (!hasAlternatives(operation)) return [];
  return [code`${generatedType("Alternatives", "client", "accepting.gen.ts")}<${returnedTypeOf(operation)}>`];
}

function operationOf(
  { id, trigger, method, path, parameters, requestBody, responses, security, servers, pagination }: Operation,
  { shared, values, defaultSecurity, securitySchemes, servers: ofAll }: Table,
): Code {
  const { dates } = values;
  const accept = acceptOf(responses);
  const members = [
    code`id: ${literal(id)}`,
    code`method: ${literal(sentMethodOf({ method }))}`,
    code`path: ${literal(trigger === null ? urlTemplateOf(path) : "")}`,
    ...(path.query.length === 0 ? [] : [code`query: ${literal(fixedQueryOf(path))}`]),
    ...(trigger?.kind === "callback" ? [code`expression: ${literal(trigger.expression)}`] : []),
    code`safe: ${literal(isSafe({ method }))}`,
    code`parameters: ${arrayOf(parameters.map((parameter) => parameterOf(parameter, dates)))}`,
    ...(requestBody === null
      ? []
      : [code`requestBody: ${requestBodyOf(requestBody.content, isBodiless({ method }), dates)}`]),
    ...(accept === "" ? [] : [code`accept: ${literal(accept)}`]),
    code`responses: ${objectOf(responses.map((response) => code`${statusPropertyOf(response)}: ${shared.codeOf(response)}`))}`,
    ...alternativesOf(responses, values),
    ...(isSame(security, defaultSecurity) ? [] : [code`security: ${securityOf(security, securitySchemes)}`]),
    ...(servers === ofAll ? [] : [code`servers: ${serversOf(servers)}`]),
    ...(pagination === null ? [] : [code`pagination: ${pageRulesOf(pagination, servers)}`]),
  ];
  return objectOf(members, true);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** They read the style, or say it where a value cannot be sent. */
const saysStyle: readonly string[] = ["writeCookie", "writeDelimited", "writeLabel", "writeMatrix"];

/** Only what its writer reads: the table is sent to browsers. */
function parameterOf(parameter: Parameter, dates: DateCode | null): Code {
  const { name, in: place, style, explode, allowReserved, mediaType, schema } = parameter;
  const writer = writerOf(parameter);
  const part = partOf(place);
  const write = code`${generatedSymbol(writer, "client", isTextWriter(writer) ? "texts.gen.ts" : "styles.gen.ts")}`;
  return objectOf([
    code`name: ${literal(name)}`,
    code`part: ${literal(part)}`,
    ...(saysStyle.includes(writer) ? [code`style: ${literal(style)}`] : []),
    ...(explode && !isTextWriter(writer) && place !== "querystring" ? [code`explode: true`] : []),
    ...(allowReserved ? [code`allowReserved: true`] : []),
    ...(mediaType === null || writer === "writeQueryForm" ? [] : [code`mediaType: ${literal(mediaType)}`]),
    ...(writer === "writeQueryForm" ? [code`form: ${queryFormOf(parameter, "client")}`] : []),
    code`write: ${(dates?.placesIn(schema) ?? null) === null ? write : dated("writingDates", [write, code`${wireOf}`])}`,
    code`put: ${generatedSymbol(putters[part], "client", "places.gen.ts")}`,
  ]);
}

function dated(name: string, args: readonly Code[]): Code {
  return pureCall(generatedSymbol(name, "client", "dated.gen.ts"), args);
}

/** By status: the formats of media types that a call requests only with `accepting`. */
function alternativesOf(responses: readonly Response[], values: Values): Code[] {
  const byStatus = responses.flatMap((response) => {
    const others = response.content.filter(({ isAlternative }) => isAlternative === true);
    if (others.length === 0) return [];
    return [code`${statusPropertyOf(response)}: ${contentOf(others, (media) => valueFormatOf(media, values))}`];
  });
  return byStatus.length === 0 ? [] : [code`alternatives: ${objectOf(byStatus)}`];
}

function responseOf(response: Response, headers: Code, values: Values): Code {
  const content = expectedOf(response);
  const { headers: described } = response;
  const isPlain = content.length < 2 && content.every(({ type }) => !type.includes("*"));
  const mayBeProblem = content.length > 0 && canBeProblem(response);
  const choose = mayBeProblem ? "chooseProblem" : "chooseMediaType";
  const members = [
    ...(described.length === 0 ? [] : [code`headers: ${headers}`]),
    ...(content.length === 0 ? [] : [code`content: ${contentOf(content, (media) => valueFormatOf(media, values))}`]),
    ...(isPlain && !mayBeProblem ? [] : [code`choose: ${generatedSymbol(choose, "client", "media-types.gen.ts")}`]),
  ];
  return objectOf(members);
}

/** Whether problem details (RFC 9457) fit the JSON that an error is described with: frameworks describe one and send the other. */
function canBeProblem({ status, content }: Response): boolean {
  const isError = status.kind === "default" || (status.kind === "code" ? status.code >= 400 : status.first >= 4);
  if (!isError || content.some(({ type }) => type.startsWith("application/problem+json"))) return false;
  const schema = content.find(({ type }) => /^application\/json *(;|$)/i.test(type))?.schema;
  if (schema === undefined || !memberNamesOf(schema).some((name) => name === "title" || name === "detail"))
    return false;
  return [...requiredMembersOf(schema)].every((name) => problemMembers.includes(name));
}

const problemMembers: readonly string[] = ["type", "title", "status", "detail", "instance"];

/** A format whose values have Dates and `bigint`, where the description has date-times and integers of 64 bits. */
function valueFormatOf(media: MediaType, { dates, int64s }: Values): Code {
  const format = readingFormatOf(media, "client");
  const schema = media.item?.schema ?? media.schema;
  const source = sourceOf(media);
  const conversion = int64s === null || source === null ? null : int64sIn(schema, int64s, source);
  const exact = conversion === null ? format : converting("readingInt64s", [format, conversion]);
  const places = dates?.placesIn(schema) ?? null;
  const read = places === null ? exact : dated("readingDates", [exact, reviverOf(places)]);
  if (media.item === null) return read;
  return pureCall(generatedSymbol("withItemErrors", "client", "sequence-errors.gen.ts"), [read]);
}

function converting(name: string, args: readonly Code[]): Code {
  return pureCall(generatedSymbol(name, "client", "int64s.gen.ts"), args);
}

function reviverOf(places: Code): Code {
  return code`(value) => ${revive}(value, ${places})`;
}

/** The media type of a request that names none comes first. */
function requestBodyOf(content: readonly MediaType[], refused: boolean, dates: DateCode | null): Code {
  if (refused)
    return objectOf([code`content: {}`, code`put: ${generatedSymbol("refuseBody", "client", "places.gen.ts")}`]);
  const put = code`${generatedSymbol("putBody", "client", "places.gen.ts")}`;
  // JSON already writes Dates correctly.
  const isTurned = content.some(
    ({ body, schema }) => ["form", "multipart", "text"].includes(body) && (dates?.placesIn(schema) ?? null) !== null,
  );
  const first = defaultMediaTypeOf(content);
  const rest = content.filter((media) => media !== first);
  const ranged = first?.body === "json" && isRange(first.type) ? [{ ...first, type: "application/json" }] : [];
  const ordered = [...ranged, ...(first === undefined ? [] : [first]), ...rest];
  return objectOf([
    code`content: ${contentOf(ordered, writingFormatOf)}`,
    code`put: ${isTurned ? dated("puttingDates", [put, code`${wireOf}`]) : put}`,
  ]);
}

function contentOf(content: readonly MediaType[], formatOf: (media: MediaType, target: string) => Code): Code {
  return objectOf(content.map((media) => code`${propertyKey(media.type)}: ${formatOf(media, "client")}`));
}

function headersOf(headers: readonly Header[], { dates, int64s }: Values): Code {
  return objectOf(
    headers.map((header) => {
      const plain = headerReaderOf(header);
      const source = header.mediaType === null ? "text" : "json";
      const conversion = int64s === null ? null : int64sIn(header.schema, int64s, source);
      const read = conversion === null ? plain : converting("headerOfInt64s", [plain, conversion]);
      const places = dates?.placesIn(header.schema) ?? null;
      const reader = places === null ? read : dated("headerOfDates", [read, reviverOf(places)]);
      return code`${propertyKey(header.name)}: ${reader}`;
    }),
  );
}

/** The smallest function that reads such a header. */
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
      return pureCall(reader("readAs"), [literal(shape), ...(explode ? [literal(true)] : [])]);
  }
}
