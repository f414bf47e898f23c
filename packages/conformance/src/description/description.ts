// Paths of descriptions -> what a service is held to: operations, messages, and a judge of values.
import {
  type Diagnostic,
  type Extensions,
  type Header,
  type HttpApi,
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
  textOf,
} from "waybill/description";
import { createJudge, type Judge } from "./judge.ts";

export interface DescriptionFiles {
  /** An OpenAPI 3.x document. */
  readonly openapi?: string | undefined;
  /** An AsyncAPI 3.x document. */
  readonly asyncapi?: string | undefined;
  /** Paths are relative to it, and messages show paths relative to it. Default: the working directory. */
  readonly cwd?: string | undefined;
}

export interface Description {
  readonly http: HttpApi | null;
  readonly messaging: MessagingApi | null;
  readonly operations: readonly Operation[];
  readonly messages: readonly Message[];
  /** Every schema with a name. */
  readonly schemas: readonly NamedSchema[];
  readonly judge: Judge;
  /** The operation that a request goes to; `path` without the server's own part and without the query. */
  find(method: string, path: string): Operation | null;
  /** Every operation whose path matches, whatever its method. */
  at(path: string): readonly Operation[];
}

/** The description cannot be read, or not without leaving something out. `diagnostics` say where and why. */
export class DescriptionError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(textOf).join("\n\n"));
    this.name = "DescriptionError";
    this.diagnostics = diagnostics;
  }
}

/** Throws a `DescriptionError` with every problem of the documents. */
export function openDescription({ openapi, asyncapi, cwd = process.cwd() }: DescriptionFiles): Description {
  const report = new Report();
  const { api, inputs } = readApi({ cwd, openapi, asyncapi }, report);
  if (api === null || report.hasErrors) {
    throw new DescriptionError(report.list().filter(({ severity }) => severity === "error"));
  }
  const operations = api.http?.operations ?? [];
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation) }));
  const at = (path: string): Operation[] =>
    patterns
      .filter(({ pattern }) => pattern.test(path))
      .map(({ operation }) => operation)
      .sort((a, b) => literalLength(b) - literalLength(a));
  return {
    http: api.http,
    messaging: api.messaging,
    operations,
    messages: api.messaging?.messages ?? [],
    schemas: api.schemas,
    judge: createJudge(inputs),
    at,
    find: (method, path) => at(path).find((operation) => operation.method === method.toLowerCase()) ?? null,
  };
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
  switch (status.kind) {
    case "code":
      return String(status.code);
    case "range":
      return `${status.first}XX`;
    case "default":
      return "default";
  }
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

/** An extension that is an object, such as `x-waybill-rate-limit`. */
export function extensionOf(extensions: Extensions, name: string): Readonly<Record<string, unknown>> | null {
  const value = extensions[name];
  return isRecord(value) ? value : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function patternOf({ path }: Operation): RegExp {
  const parts = path.segments.map((part) =>
    part.kind === "literal" ? part.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : "[^/]+",
  );
  return new RegExp(`^${parts.join("")}$`, "u");
}

/** `/orders/list` before `/orders/{id}`. */
function literalLength({ path }: Operation): number {
  return path.segments.reduce((sum, part) => sum + (part.kind === "literal" ? part.text.length : 0), 0);
}
