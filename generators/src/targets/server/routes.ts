// Operations -> the route table: everything the description says that a host needs to serve them, as literals.
import {
  arrayOf,
  type Code,
  call,
  code,
  type Declaration,
  exportedConstant,
  type FileSpec,
  generatedSymbol,
  generatedType,
  identifier,
  literal,
  namesOf,
  objectOf,
  propertyKey,
  type Series,
} from "../../emit/index.ts";
import { isForm } from "../../model/analysis/media-types.ts";
import { type Condition, conditionsOf } from "../../model/analysis/request-conditions.ts";
import type { Api } from "../../model/api.ts";
import {
  type Header,
  type HttpApi,
  type MediaType,
  type Operation,
  type Parameter,
  type RequestBody,
  type Response,
  statusKeyOf,
} from "../../model/http.ts";
import type { Schema } from "../../model/schema.ts";
import { matches } from "../../model/values/matching.ts";
import { docOfText, referenceTo } from "../docs.ts";
import { hasFormat, queryFormOf, readingFormatOf, writingFormatOf } from "../http/formats.ts";
import { type ValueCode, valueCodeOf } from "../http/http-target.ts";
import { sentMethodOf } from "../http/method.ts";
import { segmentsOf } from "../http/path.ts";
import { parameterPartsOf } from "../http/request-parts.ts";
import { securitySchemesDeclarationOf } from "../http/security-schemes.ts";
import { shapeOf } from "../http/shape.ts";
import { type SharedResponses, sharedResponsesOf } from "../http/shared.ts";
import type { ApiContext } from "../target.ts";
import {
  type DefaultCode,
  type Int64Code,
  int64sIn,
  revive,
  sourceOf,
  type ValueSource,
  wireOf,
} from "../types/index.ts";
import { guardsSymbol, hasGuards } from "../zod/index.ts";
import { challengeOf, retirementHeadersOf } from "./response-headers.ts";

/** The route table in the folder of another target, for one that serves requests without handlers by name. */
export function routesFileOf({ http, schemas }: Api, target: string, context: ApiContext): FileSpec {
  const summary = "Each operation of the description, as data.";
  const declarations =
    http === null ? [] : routeDeclarationsOf(http, valueCodeOf(schemas, context), code`${runtimeType("Route")}`);
  return { target, path: "routes.gen.ts", summary, declarations };
}

/** `routeType`: of each route. */
export function routeDeclarationsOf(
  { operations, securitySchemes }: HttpApi,
  values: ValueCode,
  routeType: Code = routeOfHandler,
): Series {
  const headersType = code`readonly ${runtimeType("HeaderSpec")}[]`;
  const writer = { headersOf, headersType, responseOf, responseType: code`${runtimeType("ResponseSpec")}` };
  const shared = sharedResponsesOf(operations, writer, ["routes", "securitySchemes", ...operations.map(constantOf)]);
  const conditions = conditionsOf(operations.filter(({ trigger }) => trigger === null));
  const routes = {
    name: "routes",
    type: code`readonly ${routeType}[]`,
    initializer: arrayOf(operations.map((operation) => identifier(constantOf(operation)))),
  };
  const last = [
    exportedConstant(routes, docOfText("Every operation, in the order of the description.")),
    securitySchemesDeclarationOf(securitySchemes, { target: "server", users: "routes" }),
  ];
  return {
    names: [...namesOf([...shared.declarations, ...last]), ...operations.map(constantOf)],
    *each(): Iterable<Declaration> {
      yield* shared.declarations;
      for (const operation of operations)
        yield routeOf(operation, {
          ...{ shared, values, routeType, securitySchemes },
          conditions: conditions.get(operation) ?? [],
        });
      yield* last;
    },
  };
}

/**
 * One type for all: an array of a thousand literals, or of as many types, is "too complex" for TypeScript, which looks for
 * subtypes among its elements.
 */
const routeOfHandler = code`${runtimeType("Route")}<keyof ${generatedType("Handlers", "server", "handlers.gen.ts")}>`;

function constantOf({ name }: Operation): string {
  return `${name}Route`;
}

interface Table {
  readonly shared: SharedResponses;
  readonly values: ValueCode;
  readonly routeType: Code;
  readonly conditions: readonly Condition[];
  readonly securitySchemes: HttpApi["securitySchemes"];
}

function routeOf(operation: Operation, { shared, values, routeType, conditions, securitySchemes }: Table): Declaration {
  const { id, trigger, name, method, path, parameters, requestBody, responses, security, tags, words, extensions } =
    operation;
  const retirement = retirementHeadersOf(operation);
  const challenge = challengeOf(operation, securitySchemes);
  const keys = queryKeysOf(operation, securitySchemes);
  const members = [
    code`operationId: ${literal(id)}`,
    code`handler: ${literal(name)}`,
    code`method: ${literal(sentMethodOf({ method }))}`,
    code`path: ${literal(path.text)}`,
    code`segments: ${literal(trigger === null ? segmentsOf(path) : [])}`,
    ...(conditions.length === 0 ? [] : [code`conditions: ${literal(conditions)}`]),
    code`parameters: ${arrayOf(parameters.map((one) => parameterOf(one, keys)))}`,
    code`requestBody: ${requestBody === null ? literal(null) : requestBodyOf(requestBody, streamedTypesOf(operation))}`,
    code`responses: ${arrayOf(responses.map(shared.codeOf))}`,
    code`security: ${literal(security)}`,
    code`tags: ${literal(tags)}`,
    code`deprecated: ${literal(words.deprecated)}`,
    code`extensions: ${literal(extensions)}`,
    ...(retirement.length === 0 ? [] : [code`headers: ${literal(retirement)}`]),
    ...(challenge === null ? [] : [code`challenge: ${literal(challenge)}`]),
    code`schemas: ${datedSchemasOf(operation, values)}`,
  ];
  const value = { name: constantOf(operation), type: routeType, initializer: objectOf(members, true) };
  return exportedConstant(value, referenceTo(operation));
}

/** With Dates where the description has points in time. */
function datedSchemasOf(operation: Operation, { dates, defaults, int64s }: ValueCode): Code {
  const schemas = exactSchemasOf(operation, defaultedSchemasOf(operation, defaults), int64s);
  if (dates === null) return schemas;
  const turns = turnsOf(operation, (schema) => {
    const places = dates.placesIn(schema);
    return places === null ? null : code`(value) => ${revive}(value, ${places})`;
  });
  const returned = operation.responses.flatMap(({ headers, content }) => [
    ...headers.map(({ schema }) => schema),
    ...content.map(({ schema }) => schema),
  ]);
  if (turns === null && returned.every((schema) => dates.placesIn(schema) === null)) return schemas;
  const dated = generatedSymbol("dated", "server", "dated.gen.ts");
  return code`/* @__PURE__ */ ${call(dated, [schemas, turns ?? objectOf([]), code`${wireOf}`])}`;
}

/** With `bigint` where the description has integers of 64 bits. */
function exactSchemasOf(operation: Operation, schemas: Code, int64s: Int64Code | null): Code {
  if (int64s === null) return schemas;
  const conversions = turnsOf(operation, (schema, source) =>
    source === null ? null : int64sIn(schema, int64s, source),
  );
  if (conversions === null) return schemas;
  const make = generatedSymbol("withInt64Schemas", "server", "int64s.gen.ts");
  return code`/* @__PURE__ */ ${call(make, [schemas, conversions])}`;
}

/** With the defaults of what is absent, where they are applied. */
function defaultedSchemasOf(operation: Operation, defaults: DefaultCode | null): Code {
  const schemas = schemasOf(operation);
  const turns = defaults === null ? null : turnsOf(operation, (schema) => defaults.fillingOf(schema));
  if (turns === null) return schemas;
  const defaulted = generatedSymbol("defaulted", "server", "defaulted.gen.ts");
  return code`/* @__PURE__ */ ${call(defaulted, [schemas, turns])}`;
}

/** A function for each part of a request that needs one, bodies by media type; `null` when none does. */
function turnsOf(
  operation: Operation,
  turnOf: (schema: Schema, source: ValueSource | null) => Code | null,
): Code | null {
  const source = operation.parameters.some(({ mediaType }) => mediaType !== null) ? "mixed" : "text";
  const parts = parameterPartsOf(operation).flatMap(({ part, schema }) => {
    const turn = turnOf(schema, source);
    return turn === null ? [] : [code`${propertyKey(part)}: ${turn}`];
  });
  const media = (operation.requestBody?.content ?? []).flatMap(({ type, body, schema, item }) => {
    const turn = turnOf(item?.schema ?? schema, sourceOf({ body, item }));
    return turn === null ? [] : [code`${propertyKey(type)}: ${turn}`];
  });
  if (parts.length + media.length === 0) return null;
  return objectOf([...parts, ...(media.length === 0 ? [] : [code`body: ${objectOf(media)}`])]);
}

/** With the guards in front, where the operation takes anything. */
function schemasOf(operation: Operation): Code {
  const schemas = generatedSymbol(`${operation.name}Schemas`, "zod", "operations.gen.ts");
  if (!hasGuards(operation)) return code`${schemas}`;
  const guarded = generatedSymbol("guarded", "server", "guarded.gen.ts");
  return code`/* @__PURE__ */ ${guarded}(${schemas}, ${guardsSymbol(operation)})`;
}

/** The names of API keys in the query. */
function queryKeysOf({ security }: Operation, schemes: HttpApi["securitySchemes"]): string[] {
  const names = new Set(security.flatMap((requirement) => requirement.schemes.map(({ name }) => name)));
  return schemes.flatMap(({ name, type, in: place, parameterName }) =>
    names.has(name) && type === "apiKey" && place === "query" && parameterName !== null ? [parameterName] : [],
  );
}

/** `keys`: API keys that are beside it in the query. */
function parameterOf(parameter: Parameter, keys: readonly string[]): Code {
  const { name, in: place, required, style, explode, allowReserved, mediaType, schema } = parameter;
  const value = shapeOf(schema);
  const stated = schema.annotations.default;
  // One that its own schema rejects says nothing about what is meant: it is left to the documentation.
  const fallback = stated === null || !matches(schema, stated.value) ? {} : { default: stated.value };
  const besides = place === "querystring" && keys.length > 0 ? { besides: keys } : {};
  const data = { name, in: place, required, style, explode, allowReserved, mediaType, value, ...besides, ...fallback };
  if (place !== "querystring" || !isForm(mediaType ?? "")) return literal(data);
  const members = Object.entries(data).map(([key, member]) => code`${propertyKey(key)}: ${literal(member)}`);
  return objectOf([...members, code`read: ${queryFormOf(parameter, "server")}`]);
}

function requestBodyOf({ required, content }: RequestBody, streamed: ReadonlySet<string>): Code {
  const types = contentOf(content, readingFormatOf, streamed);
  return objectOf([code`required: ${literal(required)}`, code`content: ${types}`]);
}

function streamedTypesOf({ received }: Operation): ReadonlySet<string> {
  const content = received?.requestBody?.content ?? [];
  return new Set(content.filter(({ isStreamed }) => isStreamed === true).map(({ type }) => type));
}

function responseOf({ status, content }: Response, headers: Code): Code {
  return objectOf([
    code`status: ${literal(statusKeyOf(status))}`,
    code`headers: ${headers}`,
    code`content: ${contentOf(content, writingFormatOf)}`,
  ]);
}

const byteStream = generatedSymbol("byteStream", "server", "byte-streams.gen.ts");

/** A format only where the kind of the body does not say all: tables of JSON stay data. */
function contentOf(
  content: readonly MediaType[],
  formatOf: (media: MediaType, target: string) => Code,
  streamed: ReadonlySet<string> = new Set(),
): Code {
  if (!content.some((media) => hasFormat(media) || streamed.has(media.type)))
    return literal(content.map(({ type, body }) => ({ type, body })));
  return arrayOf(
    content.map((media) => {
      const format = hasFormat(media) ? [code`format: ${formatOf(media, "server")}`] : [];
      const stream = streamed.has(media.type) ? [code`stream: ${byteStream}`] : [];
      return objectOf([code`type: ${literal(media.type)}`, code`body: ${literal(media.body)}`, ...format, ...stream]);
    }),
  );
}

function headersOf(headers: readonly Header[]): Code {
  const specs = headers.map(({ name, required, schema, explode, mediaType }) => {
    const spec = { name, required, value: shapeOf(schema) };
    return { ...spec, ...(explode ? { explode } : {}), ...(mediaType === null ? {} : { mediaType }) };
  });
  return literal(specs);
}

function runtimeType(name: string): ReturnType<typeof generatedType> {
  return generatedType(name, "server", "runtime.gen.ts");
}
