// A function that sends -> one that validates requests before they are sent and responses when they have arrived, with schemas of any
// library that implements Standard Schema.

import { bytesIn } from "../../http/runtime/bodies.ts";
import { isStream } from "../../http/runtime/body-format.ts";
import { chooseMediaType } from "../../http/runtime/media-types.ts";
import { type ClientOptions, createSend, type LenientSendOptions } from "./create-send.ts";
import { ApiError, type Exchange } from "./errors.ts";
import type { LenientSend } from "./lenient.ts";
import {
  type AnyClients,
  type ClientIn,
  type ClientSettings,
  type CreateClientOver,
  type Given,
  sendIn,
} from "./mode.ts";
import type { Mode } from "./outcomes.ts";
import type { ResponseParts } from "./response.ts";
import type { Operation, RequestParts, Send } from "./runtime.ts";
import type { CallOptions, FetchResponse, FetchSend } from "./send.ts";

/** What of a call is validated. */
export type Validated = "none" | "responses" | "requests" | "all";

/** An option of a call and of a client. */
export interface ValidationOptions {
  /** Fails the call with a `ValidationError` if its request or its response is not as described. */
  readonly validate?: Validated | undefined;
}

export type ValidatedCallOptions = CallOptions & ValidationOptions;

/** The options of a client whose calls can be validated; `validate` is the default of calls. */
export type ValidatedClientOptions<Throws extends boolean = boolean> = WithValidation<ClientOptions<Throws>>;

/** The same for a client whose calls also resolve to responses that the description does not define. */
export type ValidatedLenientOptions = WithValidation<LenientSendOptions>;

type WithValidation<Options extends { readonly validate?: unknown }> = Omit<Options, "validate"> & {
  /** What is validated, with the schemas of the description; default `"none"`. Or a function of your own. */
  readonly validate?: Validated | Options["validate"];
};

/** A schema of Zod, Valibot, ArkType, or another library with the interface of https://standardschema.dev. */
export interface StandardSchema {
  readonly "~standard": {
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  };
}

interface StandardResult {
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The schemas of an operation: parts of its request, bodies by media type, responses by status. What is absent is not validated. */
export interface CallSchemas {
  readonly path?: StandardSchema;
  readonly query?: StandardSchema;
  readonly headers?: StandardSchema;
  readonly cookies?: StandardSchema;
  readonly body?: Readonly<Record<string, StandardSchema>>;
  /** By code, range (`4XX`) or `default`. */
  readonly responses?: Readonly<Record<string, { readonly body?: Readonly<Record<string, StandardSchema>> }>>;
  /** The lines of the description with the operation (`operation`) and with the schemas of bodies: `200 application/json`, `body text/csv`. */
  readonly lines?: Readonly<Record<string, string>>;
  /** What the schemas are applied to, where values in code are not those of JSON. */
  readonly wireOf?: (value: unknown) => unknown;
}

/** Schemas by the id of their operation, or a function that loads them: it is called by calls that are validated. */
export type SchemasOfCalls = SchemasById | (() => SchemasById | Promise<SchemasById>);

export type SchemasById = Readonly<Record<string, CallSchemas>>;

type Part = (typeof partNames)[number] | "body" | "response";

/** What is not as described. `path` leads to it inside of the part: `["items", 0, "sku"]`. */
export interface ValidationIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export interface ValidationError {
  readonly operation: Operation;
  /** What is invalid: the body of a response, or a part of the request. */
  readonly part: Part;
  readonly issues: readonly ValidationIssue[];
  /** The line of the description that has the schema, `openapi.yaml:57`; of a parameter, the line of the operation. */
  readonly line: string | null;
}

/**
 * A request that was not sent, or a response, that is not as described. `status`, `body` and `response` are those of the response, and
 * `null` for a request. The values themselves are not part of the message.
 */
export class ValidationError extends ApiError {
  readonly code = "validation";

  constructor(exchange: Exchange, details: Pick<ValidationError, "operation" | "part" | "issues" | "line">) {
    const { operation, part, issues, line } = details;
    const [first] = issues;
    const subject = part === "response" ? `the body of ${exchange.status}` : `the ${part} of the request`;
    const more = issues.length > 1 ? `, and ${issues.length - 1} more` : "";
    const at = line === null ? "" : ` (${line})`;
    super(`${operation.id}: ${subject} is invalid: ${textOf(first)}${more}${at}`, { ...exchange, ...details });
  }
}

/**
 * The same function, but it validates calls: `withValidation(createSend({ baseUrl }), schemasByOperation)`. A call with the option `validate`
 * decides for itself; one that is to be validated and has no schemas fails with a `TypeError`. Values are passed on as they are, without defaults or conversions of the schemas. The items of a sequence
 * are validated one by one; bytes are not. Outside of `withRetries`, a response is validated once.
 */
export function withValidation<Options extends CallOptions>(
  send: FetchSend<Options>,
  schemas: SchemasOfCalls,
  validate?: Validated,
): FetchSend<Options & ValidationOptions>;
export function withValidation<Options extends CallOptions>(
  send: LenientSend<Options>,
  schemas: SchemasOfCalls,
  validate?: Validated,
): LenientSend<Options & ValidationOptions>;
export function withValidation<Options extends CallOptions>(
  send: FetchSend<Options> | LenientSend<Options>,
  schemas: SchemasOfCalls,
  validate: Validated = "responses",
): FetchSend<Options & ValidationOptions> | LenientSend<Options & ValidationOptions> {
  return async <Request extends RequestParts, Described>(
    operation: Operation<Request, Described>,
    request: Request,
    options?: Options & ValidationOptions,
  ): Promise<FetchResponse<Described>> => {
    const chosen = options?.validate ?? validate;
    const plainly = send as FetchSend<Options>;
    if (chosen === "none") return plainly(operation, request, options);
    const operationSchemas = await schemasFor(operation, schemas);
    const sent = chosen === "responses" ? request : await validRequest(operation, request, operationSchemas);
    const response = await plainly(operation, sent, options);
    return chosen === "requests" ? response : validResponse(operation, response, operationSchemas);
  };
}

/** `withValidation` of responses alone, for a smaller bundle: all are validated, and calls have no option `validate`. */
export function withResponseValidation<Sending extends FetchSend<never> | LenientSend<never>>(
  send: Sending,
  schemas: SchemasOfCalls,
): Sending {
  const validated: FetchSend = async (operation, request, options) => {
    const operationSchemas = await schemasFor(operation, schemas);
    return validResponse(operation, await (send as FetchSend)(operation, request, options), operationSchemas);
  };
  return validated as Sending;
}

/** As `CreateClientByFetch`, with the option `validate`. */
export interface CreateValidatedClientByFetch<All extends AnyClients> {
  /** A client whose calls resolve to any response; one that the description does not define is an `UnexpectedResponse`. */
  (options: ValidatedLenientOptions): ClientIn<All, ValidatedCallOptions, "lenient">;
  /**
   * A client that sends by `fetch`: the same as `createClient(createSend(options))`. With `throws: true`, calls resolve to the body of a
   * success, and throw a `ResponseError` for any other response; otherwise to any described response.
   */
  <Throws extends boolean = false>(
    options: ValidatedClientOptions<Throws>,
  ): ClientIn<All, ValidatedCallOptions, Throws extends true ? "throws" : "responses">;
}

export type CreateValidatedClient<All extends AnyClients> = CreateClientOver<All> & CreateValidatedClientByFetch<All>;

/** As `clientMaker`; `load` loads the schemas of the description. */
export function validatingClientMaker<All extends AnyClients>(
  methodsOf: (send: Send<unknown>) => ClientIn<All, unknown, Mode>,
  load: () => Promise<SchemasById>,
): CreateValidatedClient<All> {
  return ((given: Parameters<typeof validatingSendIn<unknown>>[0], settings?: ClientSettings) =>
    methodsOf(validatingSendIn(given, settings, load))) as CreateValidatedClient<All>;
}

function validatingSendIn<Options>(
  sendOrOptions: Given<Options> | ValidatedClientOptions | ValidatedLenientOptions,
  settings: ClientSettings | undefined,
  load: () => Promise<SchemasById>,
): Send<Options> {
  if (typeof sendOrOptions === "function") return sendIn(sendOrOptions, settings);
  const { validate, ...options } = sendOrOptions;
  const clientOptions = typeof validate === "function" ? { ...options, validate } : options;
  const send = createSend(clientOptions as ClientOptions);
  return sendIn(
    withValidation(send, load, typeof validate === "string" ? validate : "none") as Send<Options>,
    sendOrOptions as ClientOptions,
  );
}

/** A call that is not validated although it was to be would look like one that is valid. */
async function schemasFor({ id }: Operation, schemas: SchemasOfCalls): Promise<CallSchemas> {
  const byId = typeof schemas === "function" ? await schemas() : schemas;
  const operationSchemas = Object.hasOwn(byId, id) ? byId[id] : undefined;
  if (operationSchemas !== undefined) return operationSchemas;
  throw new TypeError(
    `${id}: no schemas of this id to validate it with: add ${JSON.stringify(id)} to them, or call it without validation`,
  );
}

const partNames = ["path", "query", "headers", "cookies"] as const;

async function validRequest<Request extends RequestParts>(
  operation: Operation<Request>,
  request: Request,
  schemas: CallSchemas,
): Promise<Request> {
  const { id, method, path: url, requestBody } = operation;
  const exchange: Exchange = {
    request: { operation: id, url, method, headers: new Headers() },
    response: null,
    status: null,
    rateLimit: null,
  };
  const fail = (part: Part, line: string) => (issues: readonly ValidationIssue[]) =>
    new ValidationError(exchange, { operation, part, issues, line: schemas.lines?.[line] ?? null });
  for (const part of partNames)
    await expectValid(schemas[part], wired(schemas, request[part] ?? {}), fail(part, "operation"));
  const { body, contentType = Object.keys(requestBody?.content ?? {})[0] ?? "" } = request;
  const type = typeIn(schemas.body, contentType);
  if (body === undefined || type === undefined) return request;
  const failure = fail("body", `body ${type}`);
  // Schemas have a `Blob` for a part where a call may also pass a buffer, or a file of React Native.
  const validated = await validBody(schemas.body?.[type], {
    body,
    failure,
    isBytes: isFile,
    wireOf: (value) => wired(schemas, type.startsWith("multipart/") ? withBlobs(value) : value),
  });
  return { ...request, body: validated };
}

async function validResponse<Described>(
  operation: Operation,
  received: FetchResponse<Described>,
  schemas: CallSchemas,
): Promise<FetchResponse<Described>> {
  const response: FetchResponse<Described> & Partial<ResponseParts> & { readonly unexpected?: unknown } = received;
  const { status, contentType = "", body, unexpected } = response;
  const { responses = {}, lines } = schemas;
  const key = [`${status}`, `${`${status}`[0]}XX`, "default"].find((one) => Object.hasOwn(responses, one));
  const byType = key === undefined ? undefined : responses[key]?.body;
  const type = typeIn(byType, contentType);
  if (unexpected !== undefined || type === undefined) return received;
  const failure = (issues: readonly ValidationIssue[]): ValidationError =>
    new ValidationError(received, { operation, part: "response", issues, line: lines?.[`${key} ${type}`] ?? null });
  const wireOf = (value: unknown): unknown => wired(schemas, value);
  const validated = await validBody(byType?.[type], { body, failure, wireOf, isBytes });
  return validated === body ? received : { ...received, body: validated };
}

function typeIn(byType: CallSchemas["body"], contentType: string): string | undefined {
  return byType === undefined ? undefined : chooseMediaType(Object.keys(byType), contentType);
}

type FailureOf = (issues: readonly ValidationIssue[]) => ValidationError;

interface BodyToValidate {
  readonly body: unknown;
  readonly failure: FailureOf;
  /** What the schema is applied to. */
  readonly wireOf: (value: unknown) => unknown;
  /** What is not validated. */
  readonly isBytes: (value: unknown) => boolean;
}

/** The body itself, or a sequence that validates its items. */
async function validBody(
  schema: StandardSchema | undefined,
  { body, failure, wireOf, isBytes }: BodyToValidate,
): Promise<unknown> {
  if (isBytes(body)) return body;
  const expect = async (item: unknown): Promise<void> =>
    isBytes(item) ? undefined : expectValid(schema, wireOf(item), failure);
  if (isSequence(body)) return validItems(body, expect);
  await expect(body);
  return body;
}

async function* validItems(
  items: AsyncIterable<unknown>,
  expect: (item: unknown) => Promise<void>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) {
    await expect(item);
    yield item;
  }
}

async function expectValid(schema: StandardSchema | undefined, value: unknown, failure: FailureOf): Promise<void> {
  const { issues = [] } = (await schema?.["~standard"].validate(value)) ?? {};
  if (issues.length === 0) return;
  throw failure(
    issues.map(({ message, path = [] }) => ({
      message,
      path: path.map((step) => (typeof step === "object" ? step.key : step)),
    })),
  );
}

function wired({ wireOf }: CallSchemas, value: unknown): unknown {
  return wireOf === undefined ? value : wireOf(value);
}

function isBytes(value: unknown): boolean {
  return value instanceof Blob || isStream(value);
}

/** Also what only a request can be. */
function isFile(value: unknown): boolean {
  return isBytes(value) || bytesIn(value) !== null;
}

function isSequence(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** A multipart body as a server gets it. */
function withBlobs(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const blobOf = (value: unknown): unknown => (isFile(value) || isNative(value) ? new Blob([]) : value);
  const members = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? value.map(blobOf) : blobOf(value),
  ]);
  return Object.fromEntries(members);
}

function isNative(value: unknown): boolean {
  const { uri, name, type }: Readonly<Record<string, unknown>> = Object(value);
  return [uri, name, type].every((one) => typeof one === "string");
}

/** `items[0].sku: Invalid input: expected string, received number` */
function textOf(issue: ValidationIssue | undefined): string {
  const path = (issue?.path ?? []).map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`));
  return [path.join("").replace(/^\./, ""), issue?.message ?? ""].filter((text) => text !== "").join(": ");
}
