// The operations -> the files of the target: the sampled responses as data, a mock for each operation, and what they run on.
import { describedPartOf } from "waybill/description";
import {
  type Api,
  arrayOf,
  type Code,
  call,
  code,
  type Declaration,
  docOfText,
  type FileSpec,
  type GeneratedFile,
  generatedSymbol,
  generatedType,
  type HttpApi,
  identifier,
  type Json,
  literal,
  type MediaType,
  type NamedSchema,
  type Operation,
  objectOf,
  packageType,
  printFile,
  propertyKey,
  type RenderContext,
  requestTypeOf,
  responseTypeOf,
  routesFileOf,
  routeTextOf,
  runtimeFileOf,
  type Schema,
  StructureKind,
  sampleOf,
  typedValueCode,
  typeNamed,
  type ValueCode,
  VariableDeclarationKind,
  type VariableStatement,
  valueCodeOf,
} from "waybill/plugin";
import type { MocksOptions } from "./index.ts";
import { lastPageOf, laterPagesOf } from "./last-page.ts";
import { type ResponseOptions, type SampledContent, type SampledResponse, sampledResponsesOf } from "./responses.ts";
import { pathsOf } from "./server-paths.ts";

const target = "mocks";
const runtime = (name: string): ReturnType<typeof generatedSymbol> => generatedSymbol(name, target, "runtime.gen.ts");
const runtimeType = (name: string): ReturnType<typeof generatedType> => generatedType(name, target, "runtime.gen.ts");
const handlerType = packageType("HttpHandler", "msw");

export function renderMocks(api: Api, context: RenderContext<MocksOptions>): GeneratedFile[] {
  const { http } = api;
  if (http === null || http.operations.length === 0) return [];
  // A server has the routes already.
  const home = context.targets.has("server") ? "server" : target;
  const operations = http.operations.map((operation) => sampled(operation, context));
  const values = valueCodeOf(api.schemas, context);
  const samples: FileSpec = {
    target,
    path: "samples.gen.ts",
    summary: "A sampled response for each status of each operation.",
    declarations: operations.flatMap((operation) => samplesOf(operation, values)),
  };
  const factories = context.options.factories ? api.schemas.flatMap((named) => factoryOf(named, values, context)) : [];
  const factoriesFile: FileSpec = {
    target,
    path: "factories.gen.ts",
    summary: "A function for each schema that returns a sample of it.",
    declarations: factories,
  };
  const handlers: FileSpec = {
    target,
    path: "handlers.gen.ts",
    summary: "The mock of each operation, and the handlers of all of them.",
    declarations: [prefixesOf(http), ...operations.map((operation) => mockOf(operation, home)), ...allOf(http)],
  };
  const index: FileSpec = {
    target,
    path: "index.gen.ts",
    summary: "Mocks, samples and their types.",
    declarations: ["handlers", "samples", ...(factories.length === 0 ? [] : ["factories"]), "runtime"].map((name) => ({
      kind: StructureKind.ExportDeclaration,
      moduleSpecifier: { kind: "generated", target, path: `${name}.gen.ts` },
    })),
  };
  const files = [
    samples,
    handlers,
    ...(factories.length === 0 ? [] : [factoriesFile]),
    ...(home === target ? [routesFileOf(api, target, context)] : []),
    index,
  ];
  return [...files.map((file) => printFile(file, context)), runtimeFile(context)];
}

/** The hand-written modules as one. */
function runtimeFile(context: RenderContext<MocksOptions>): GeneratedFile {
  const modules = [
    new URL("./runtime/mock.ts", import.meta.url),
    new URL("./runtime/pages.ts", import.meta.url),
    new URL("./runtime/refusals.ts", import.meta.url),
    ...(context.options.factories ? [new URL("./runtime/factories.ts", import.meta.url)] : []),
  ];
  return runtimeFileOf(target, { name: "runtime", modules }, context);
}

function constant(name: string, type: Code, initializer: Code): VariableStatement {
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, type, initializer }],
    docs: [],
  };
}

const samplesName = ({ name }: Operation): string => `${name}Samples`;
const lastPagesName = ({ name }: Operation): string => `${name}LastPages`;
const mockName = ({ typeName }: Operation): string => `mock${typeName}`;

/** An operation and its samples. */
interface Sampled {
  readonly operation: Operation;
  readonly responses: readonly SampledResponse[];
  /** The responses to requests of later pages; empty for an operation without pages, or without an empty one. */
  readonly lastPages: readonly SampledResponse[];
}

function samplingOf({ seed, optional, longestExample }: MocksOptions): ResponseOptions {
  return { all: optional, places: 300, longestExample, ...(seed === null ? {} : { seed }) };
}

/** None for a schema without a sample, and for the form that a value has once defaults are added. */
function factoryOf(
  named: NamedSchema,
  values: ValueCode,
  { options, problem }: RenderContext<MocksOptions>,
): Declaration[] {
  if (named.isOutput === true) return [];
  const sample = sampleOf(named.schema, samplingOf(options));
  if (!sample.ok) {
    problem({
      severity: "warning",
      at: named,
      message: `there is no sample of ${JSON.stringify(named.name)}: ${sample.reason}`,
      hint: "give the schema an example that matches it",
    });
    return [];
  }
  const type = code`${runtimeType("Factory")}<${typeNamed(named)}>`;
  const name = `${named.name.charAt(0).toLowerCase()}${named.name.slice(1)}Sample`;
  const initializer = code`/* @__PURE__ */ ${call(runtime("factoryOf"), [valueCode(sample.value, named.schema, values)])}`;
  const doc = docOfText(`A new sample of ${named.name}, with the members that are given.`);
  return [{ ...constant(name, type, initializer), isExported: true, docs: [doc] }];
}

function sampled(operation: Operation, { options, problem }: RenderContext<MocksOptions>): Sampled {
  const responses = sampledResponsesOf(operation, samplingOf(options)).flatMap((each) => {
    if (!("reason" in each)) return [each];
    problem({
      severity: "warning",
      at: operation,
      message: `there is no sample of the status ${each.status} of ${JSON.stringify(operation.id)}: ${each.reason}`,
      hint: "give the response an example that matches its schema",
    });
    return [];
  });
  return { operation, responses, lastPages: responses.flatMap((each) => lastPageOf(operation, each) ?? []) };
}

function samplesOf({ operation, responses, lastPages }: Sampled, values: ValueCode): Declaration[] {
  const type = code`readonly ${responseTypeOf(operation)}[]`;
  const doc = docOfText(`Sampled responses of ${routeTextOf(operation)}.`);
  const samples = constant(
    samplesName(operation),
    type,
    arrayOf(responses.map((response) => responseCode(response, values))),
  );
  return [{ ...samples, isExported: true, docs: [doc] }, ...lastPagesOf({ operation, responses, lastPages }, values)];
}

function lastPagesOf({ operation, responses, lastPages }: Sampled, values: ValueCode): Declaration[] {
  const later = laterPagesOf(operation, responses);
  if (later === null || lastPages.length === 0) return [];
  const members = [
    code`field: ${literal({ ...later.field })}`,
    code`first: ${literal(later.first)}`,
    code`samples: ${arrayOf(lastPages.map((page) => responseCode(page, values)))}`,
  ];
  const type = code`${runtimeType("LastPages")}<${responseTypeOf(operation)}>`;
  const doc = docOfText(`The response to requests of later pages of ${routeTextOf(operation)}.`);
  return [{ ...constant(lastPagesName(operation), type, objectOf(members)), isExported: true, docs: [doc] }];
}

/** The members that the type of the response has, in its order. */
function responseCode({ status, headers, content, described }: SampledResponse, values: ValueCode): Code {
  const schemaOf = new Map(described.headers.map(({ name, schema }) => [name, schema]));
  const members = headers.map(([name, value]) => {
    const schema = schemaOf.get(name);
    const typed = schema === undefined ? literal(value) : valueCode(value, schema, values);
    return code`${propertyKey(name)}: ${typed}`;
  });
  return objectOf([
    code`status: ${literal(status)}`,
    ...(content === null ? [] : [code`contentType: ${literal(content.type)}`]),
    ...(schemaOf.size > 0 ? [code`headers: ${objectOf(members)}`] : []),
    ...(content === null ? [] : [code`body: ${bodyCode(content, values)}`]),
  ]);
}

function bodyCode({ media, type, value }: SampledContent, values: ValueCode): Code {
  switch (media.body) {
    case "binary":
      return call(runtime("fileOf"), [literal(value), literal(type)]);
    case "events":
    case "lines":
    case "sequence":
      return call(runtime("itemsOf"), [itemsCode(value, media, values)]);
    default:
      return valueCode(value, media.schema, values);
  }
}

/** Its type is that of where it is: conversions do not know what they return, and a literal may have no members beside those of its type. */
function valueCode(value: Json, schema: Schema, values: ValueCode): Code {
  const json = literal(value);
  const typed = typedValueCode(json, schema, values);
  const isOfType = typed === json && JSON.stringify(describedPartOf(schema, value)) === JSON.stringify(value);
  return isOfType ? json : call(runtime("typed"), [typed]);
}

function itemsCode(items: Json, { item, schema }: MediaType, values: ValueCode): Code {
  if (!Array.isArray(items)) return literal(items);
  return arrayOf(items.map((each) => valueCode(each, item?.schema ?? schema, values)));
}

function prefixesOf(http: HttpApi): Declaration {
  const doc = docOfText(
    "The paths of the described servers: in front of the path of a request, they are part of the server.",
  );
  return { ...constant("prefixes", code`readonly string[]`, literal(pathsOf(http))), docs: [doc] };
}

/** `home`: the target with the routes. */
function mockOf({ operation, lastPages }: Sampled, home: string): Declaration {
  const { name, words } = operation;
  const values = [requestTypeOf(operation), responseTypeOf(operation)] as const;
  const route = generatedSymbol(`${name}Route`, home, "routes.gen.ts");
  const samples = generatedSymbol(samplesName(operation), target, "samples.gen.ts");
  const last = generatedSymbol(lastPagesName(operation), target, "samples.gen.ts");
  const initializer = call(runtime("mockOf"), [
    code`${route}`,
    code`${samples}`,
    code`prefixes`,
    ...(lastPages.length === 0 ? [] : [code`${last}`]),
  ]);
  const summary = words.summary === null ? "" : `: ${words.summary}`;
  return {
    ...constant(
      mockName(operation),
      code`${runtimeType("Mock")}<${values[0]}, ${values[1]}>`,
      code`/* @__PURE__ */ ${initializer}`,
    ),
    isExported: true,
    docs: [docOfText(`Mocks ${routeTextOf(operation)}${summary}`)],
  };
}

function allOf({ operations }: HttpApi): Declaration[] {
  const ordered = operations.toSorted((one, other) => specificityOf(other).localeCompare(specificityOf(one)));
  const handlerCalls = ordered.map((operation) => code`${identifier(mockName(operation))}(options)`);
  const type = code`${handlerType}[]`;
  return [
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "handlersWith",
      parameters: [{ name: "options", type: code`${runtimeType("MockOptions")}`, hasQuestionToken: true }],
      returnType: type,
      statements: [code`return ${arrayOf(handlerCalls, true)};`],
      docs: [
        docOfText(
          "A handler for each operation that responds with its sample, concrete paths in front of templated ones.",
        ),
      ],
    },
    {
      ...constant("handlers", type, code`/* @__PURE__ */ handlersWith()`),
      isExported: true,
      docs: [docOfText("All operations, at any host.")],
    },
  ];
}

/** Segment by segment: 2 for a text, 1 for one with parameters in it, 0 for a parameter. */
function specificityOf({ path }: Operation): string {
  return path.text
    .split("/")
    .map((segment) => (/^\{[^}]+\}$/.test(segment) ? "0" : segment.includes("{") ? "1" : "2"))
    .join("");
}
