// Paths of descriptions -> what a service has to conform to: operations, messages, and a validator of values.
import {
  type Api,
  type Diagnostic,
  type Header,
  type HttpApi,
  isTolerable,
  type Location,
  lineColumnOf,
  type Message,
  type MessagingApi,
  type NamedSchema,
  type Operation,
  type ReadOptions,
  Report,
  type Response,
  readApi,
  spanOf,
  writtenAt,
} from "waybill/description";
import { itemSchemaOf } from "../exchange/sequence.ts";
import { createSchemas, DescriptionError, type Schemas, type Validate } from "./schemas.ts";

export { below, extensionOf, infoExtensionOf, isRecord, numberIn, textIn, textsIn } from "./extensions.ts";
export { DescriptionError } from "./schemas.ts";

export interface DescriptionFiles {
  /** An OpenAPI 3.x document. */
  readonly openapi?: string | undefined;
  /** An AsyncAPI 2.x or 3.x document. */
  readonly asyncapi?: string | undefined;
  /** OpenAPI Overlays that patch the documents first, in this order. */
  readonly overlays?: readonly string[] | undefined;
  /** The base of the paths, also of those in messages. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Codes of errors that are tolerated, with the meaning that the toolkit states, as by its `--tolerate`. */
  readonly tolerate?: readonly string[] | undefined;
  /**
   * Whether `nullable: true` accepts null where OpenAPI 3.0 ignores it, as the toolkit's option of that name: `author` or `letter`.
   * Default: `letter`.
   */
  readonly nullable?: "author" | "letter" | undefined;
  /** Whether a schema with a discriminator that others extend is their union, as the toolkit's option of that name. Default: `letter`. */
  readonly discriminators?: "author" | "letter" | undefined;
  /** Whether `properties` or `items` without `type` describe an object or array, as the toolkit's option of that name. Default: `letter`. */
  readonly untyped?: "author" | "letter" | undefined;
  /** How references are resolved, as the toolkit locates documents at URLs and in packages. Default: among files. */
  readonly reading?: Pick<ReadOptions, "map" | "roots" | "limits" | "foreign"> | undefined;
  /**
   * Whether every error that can be tolerated is, in a file by its absolute path; `waybill conform` does so for descriptions of others.
   * Default: in no file.
   */
  readonly isLenient?: ((file: string | null, isMistyped: boolean) => boolean) | undefined;
}

export interface Description {
  readonly http: HttpApi | null;
  readonly messaging: MessagingApi | null;
  readonly operations: readonly Operation[];
  readonly messages: readonly Message[];
  /** Every schema with a name. */
  readonly schemas: readonly NamedSchema[];
  readonly validate: Validate;
  /** Tolerated errors of the documents, each with the meaning that was assumed. */
  readonly tolerated: readonly Diagnostic[];
  /** The operation that a request goes to; `path` without the server's own part and without the query. */
  find(method: string, path: string): Operation | null;
  /** Every operation whose path matches, with any method. */
  at(path: string): readonly Operation[];
}

/** Errors that only matter to generated code: two things whose types would have one name. */
const harmless: ReadonlySet<string> = new Set(["name-clash", "conflicting-schema-name"]);

/** Throws a `DescriptionError` with every problem of the documents: every schema that is used later can be compiled. */
export function openDescription(files: DescriptionFiles): Description {
  const { openapi, asyncapi, overlays, cwd = process.cwd(), reading = {} } = files;
  const { nullable = "letter", discriminators = "letter", untyped = "letter" } = files;
  const meanings = { nullable, discriminators, untyped };
  const { tolerate = [], isLenient = () => false } = files;
  const tolerance = { codes: new Set(tolerate.filter(isTolerable)), isLenient };
  const report = new Report({ api: "", tolerance, targets: null });
  const { api, inputs } = readApi({ cwd, openapi, asyncapi, overlays, ...reading, options: meanings }, report);
  const errors = report.list().filter(({ severity, code }) => severity === "error" && !harmless.has(code));
  if (api === null || errors.length > 0) throw new DescriptionError(errors);
  const operations = api.http?.operations ?? [];
  const schemas = createSchemas(inputs, {
    ...meanings,
    dangling: tolerate.length > 0 || files.isLenient !== undefined,
  });
  compileAll(api, schemas);
  const at = routesOf(operations);
  return {
    http: api.http,
    messaging: api.messaging,
    operations,
    messages: api.messaging?.messages ?? [],
    schemas: api.schemas,
    validate: schemas.validate,
    tolerated: report.list().filter(({ severity }) => severity === "tolerated"),
    at,
    find: (method, path) => at(path).find((operation) => operation.method === method.toLowerCase()) ?? null,
  };
}

/** About a millisecond a schema: three seconds for the thousand operations of a large description. */
function compileAll({ http, messaging }: Api, schemas: Schemas): void {
  const responses = (http?.operations ?? []).flatMap((operation) => operation.responses);
  const sent = [
    ...responses.flatMap(({ content, headers }) => [...content, ...headers].map(({ schema }) => schema)),
    ...responses.flatMap(({ content }) => content.flatMap((one) => itemSchemaOf(one)?.schema ?? [])),
    ...(messaging?.messages ?? []).flatMap(({ payload, headers }) => [payload, ...(headers === null ? [] : [headers])]),
  ];
  const diagnostics = sent.flatMap(({ at }) => {
    try {
      schemas.compile(at);
      return [];
    } catch (error) {
      if (error instanceof DescriptionError) return error.diagnostics;
      throw error;
    }
  });
  if (diagnostics.length > 0) throw new DescriptionError(diagnostics);
}

/** The response of an operation for a status: its code, its range, or `default`. */
export function responseFor(operation: Operation, status: number): Response | null {
  const by = (match: (response: Response) => boolean): Response | undefined => operation.responses.find(match);
  return (
    by(({ status: one }) => one.kind === "code" && one.code === status) ??
    by(({ status: one }) => one.kind === "range" && one.first === Math.floor(status / 100)) ??
    by(({ status: one }) => one.kind === "default") ??
    null
  );
}

/** The headers of a response that are checked: in OpenAPI the media types describe `Content-Type`. */
export function headersOf(response: Response): readonly Header[] {
  return response.headers.filter(({ name }) => name.toLowerCase() !== "content-type");
}

/** `spec/paths/orders.yaml:102:7`: what an editor opens. */
export function placeOf(location: Location): string {
  const written = writtenAt(location);
  const { line, column } = lineColumnOf(written.document, spanOf(written, "key").start);
  return `${written.document.name}:${line}:${column}`;
}

/** `x-waybill-partial`: the description covers only a part of what the operation takes or returns. */
export function isPartial({ extensions }: Operation, side: "request" | "response"): boolean {
  const parts = extensions["x-waybill-partial"];
  return Array.isArray(parts) && parts.includes(side);
}

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
  /** A digit for each segment: `2` literal, `1` with a parameter in it, `0` a parameter alone. */
  readonly rank: string;
}

/** The path is without the server's own part and without the query; its percent-encoding makes no difference. */
function routesOf(operations: readonly Operation[]): (path: string) => readonly Operation[] {
  const routes = operations.map(routeOf).sort((a, b) => (a.rank < b.rank ? 1 : a.rank > b.rank ? -1 : 0));
  return (path) => {
    const plain = decoded(path);
    return routes.filter(({ pattern }) => pattern.test(plain)).map(({ operation }) => operation);
  };
}

function routeOf(operation: Operation): Route {
  const { segments } = operation.path;
  const parts = segments.map((part) => (part.kind === "literal" ? escaped(decoded(part.text)) : "[^/]+"));
  const marked = segments.map((part) => (part.kind === "literal" ? part.text : "\0")).join("");
  return { operation, pattern: new RegExp(`^${parts.join("")}$`, "u"), rank: marked.split("/").map(rankOf).join("") };
}

/** `/orders/list` before `/orders/{id}`, and that before `/{kind}/list`: from the left, as routers choose. */
function rankOf(segment: string): string {
  if (!segment.includes("\0")) return "2";
  return segment === "\0" ? "0" : "1";
}

/** As part of a pattern. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A slash that is encoded is part of a segment, and stays so. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes).replaceAll("/", "%2F");
    } catch {
      return bytes;
    }
  });
}
