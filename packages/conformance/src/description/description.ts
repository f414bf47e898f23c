// Paths of descriptions -> what a service is held to: operations, messages, and a judge of values.
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
  pointerOf,
  Report,
  type Response,
  readApi,
  spanOf,
  statusText,
} from "waybill/description";
import { type SignatureRule, signatureRuleOf } from "../deliveries/signature.ts";
import { DescriptionError } from "./description-error.ts";
import { createSchemas, type Judge, type Schemas } from "./judge.ts";
import { routesOf } from "./routes.ts";

export { DescriptionError } from "./description-error.ts";
export { extensionOf, isRecord } from "./extensions.ts";

export interface DescriptionFiles {
  /** An OpenAPI 3.x document. */
  readonly openapi?: string | undefined;
  /** An AsyncAPI 2.x or 3.x document. */
  readonly asyncapi?: string | undefined;
  /** Paths are relative to it, and messages show paths relative to it. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Codes of errors that are let pass with the meaning the toolkit states for them, as its `--tolerate` does. */
  readonly tolerate?: readonly string[] | undefined;
}

export interface Description {
  readonly http: HttpApi | null;
  readonly messaging: MessagingApi | null;
  readonly operations: readonly Operation[];
  readonly messages: readonly Message[];
  /** Every schema with a name. */
  readonly schemas: readonly NamedSchema[];
  readonly judge: Judge;
  /** How deliveries are signed; `null` when the description does not say. */
  readonly signature: SignatureRule | null;
  /** Errors of the documents that were let pass, each with the meaning that was assumed. */
  readonly tolerated: readonly Diagnostic[];
  /** The operation that a request goes to; `path` without the server's own part and without the query. */
  find(method: string, path: string): Operation | null;
  /** Every operation whose path matches, whatever its method. */
  at(path: string): readonly Operation[];
}

/** What is only in the way of generated code: two things whose types would have one name. */
const harmless: ReadonlySet<string> = new Set(["name-clash", "conflicting-schema-name"]);

/** Throws a `DescriptionError` with every problem of the documents: what is to be judged later can be judged. */
export function openDescription(files: DescriptionFiles): Description {
  const { openapi, asyncapi, cwd = process.cwd(), tolerate = [] } = files;
  const report = new Report(new Set(tolerate.filter(isTolerable)));
  const { api, inputs } = readApi({ cwd, openapi, asyncapi }, report);
  const errors = report.list().filter(({ severity, code }) => severity === "error" && !harmless.has(code));
  if (api === null || errors.length > 0) throw new DescriptionError(errors);
  const operations = api.http?.operations ?? [];
  const schemas = createSchemas(inputs);
  compileAll(api, schemas);
  const at = routesOf(operations);
  return {
    http: api.http,
    messaging: api.messaging,
    operations,
    messages: api.messaging?.messages ?? [],
    schemas: api.schemas,
    judge: schemas.judge,
    signature: signatureRuleOf(api),
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

/** `201`, `4XX`, `default`. */
export function statusName({ status }: Response): string {
  return statusText(status);
}

/** The headers of a response that count: OpenAPI says `Content-Type` is described by the media types instead. */
export function headersOf(response: Response): readonly Header[] {
  return response.headers.filter(({ name }) => name.toLowerCase() !== "content-type");
}

/** `spec/paths/orders.yaml:102:7`: what an editor opens. */
export function placeOf(location: Location): string {
  const { line, column } = lineColumnOf(location.document, spanOf(location, "key").start);
  return `${location.document.name}:${line}:${column}`;
}

/** `spec/paths/orders.yaml#/create/post`. */
export function pointerPlaceOf(location: Location): string {
  return `${location.document.name}#${pointerOf(location)}`;
}

/** `x-waybill-partial`: the description says only a part of what the operation takes or returns. */
export function isPartial({ extensions }: Operation, side: "request" | "response"): boolean {
  const parts = extensions["x-waybill-partial"];
  return Array.isArray(parts) && parts.includes(side);
}
