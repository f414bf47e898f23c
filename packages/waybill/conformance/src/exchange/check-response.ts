// A response and the operation it belongs to -> every difference from the description; and a body or payload and its schema -> every
// difference from the schema.
import {
  failuresOf,
  type Header,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
  statusText,
  tokensOf,
} from "waybill/description";
import { type StrayField, strayFields } from "../description/declared-fields.ts";
import { type Description, headersOf, placeOf, responseFor } from "../description/description.ts";
import type { Check } from "../finding.ts";
import { asObject } from "../values/json.ts";
import { headerOf, headerValuesOf, type ReceivedResponse } from "./exchange.ts";
import { bodyKindOf, bodyValueOf, contentTypeOf, mediaTypeFor, valueOfText } from "./media-type.ts";
import { type ItemSchema, itemSchemaOf, itemsOfSequence } from "./sequence.ts";
import { standardHeaders } from "./standard-headers.ts";

/** A finding that is not yet linked to a request. */
export interface Objection {
  readonly check: Check;
  readonly message: string;
  readonly where: string | null;
  /** The value it is about, shortened. */
  readonly found?: string;
}

/** The part of the description that a response is an instance of: for the ledger. */
export interface Recognised {
  readonly response: Response | null;
  readonly mediaType: MediaType | null;
  /** As declared. */
  readonly headers: readonly Header[];
}

export interface ResponseVerdict extends Recognised {
  readonly objections: readonly Objection[];
  /** The JSON of the body, where it is JSON. */
  readonly json: unknown;
  /** The declared response whose body and links an undeclared success is taken to have. */
  readonly readAs?: Response | null;
}

export function checkResponse(
  description: Description,
  operation: Operation,
  received: ReceivedResponse,
): ResponseVerdict {
  const response = responseFor(operation, received.status);
  if (response === null) {
    const declared = operation.responses.map((one) => statusText(one.status)).join(", ");
    const message = `${operation.id} returns ${received.status}; declared: ${declared}`;
    const objection: Objection = { check: "undeclared-status", message, where: placeOf(operation.at) };
    const readAs = declaredSuccess(operation, received.status);
    const subject = `${operation.id} ${received.status}`;
    const body = readAs === null ? noBody : checkBody({ description, operation, response: readAs, received, subject });
    const objections = [objection, ...body.objections];
    return { response, readAs, mediaType: body.mediaType, headers: [], objections, json: body.json };
  }
  const subject = `${operation.id} ${received.status}`;
  const headers = checkHeaders({ description, response, received, subject });
  const body = checkBody({ description, operation, response, received, subject });
  return {
    response,
    mediaType: body.mediaType,
    headers: headersOf(response).filter(({ name }) => headerOf(received.headers, name) !== null),
    objections: [...headers, ...body.objections],
    json: body.json,
  };
}

/** An undeclared success has the body and the links of the declared one, so that the requests that follow are made. */
function declaredSuccess({ responses }: Operation, status: number): Response | null {
  if (status < 200 || status > 299) return null;
  const isSuccess = ({ status: one }: Response): boolean =>
    one.kind === "code" ? one.code >= 200 && one.code <= 299 : one.kind === "range" && one.first === 2;
  const declared = responses.filter(isSuccess);
  return declared.find(({ content }) => content.length > 0) ?? declared[0] ?? null;
}

const noBody: BodyVerdict = { mediaType: null, objections: [], json: undefined };

interface Question {
  readonly description: Description;
  readonly response: Response;
  readonly received: ReceivedResponse;
  readonly subject: string;
}

function checkHeaders(question: Question): Objection[] {
  const { response, received, subject } = question;
  const standard = standardObjections(received, subject, placeOf(response.at));
  const declared = headersOf(response).flatMap((header): Objection[] => {
    const text = headerOf(received.headers, header.name);
    if (text !== null) return checkHeader(question, header);
    const message = `${subject} has no ${header.name}`;
    return header.required ? [{ check: "missing-header", message, where: placeOf(header.at) }] : [];
  });
  return [...declared, ...standard];
}

/** Headers whose values standards define, whether the description has them or not. */
function standardObjections({ headers }: ReceivedResponse, subject: string, where: string | null): Objection[] {
  return standardHeaders.flatMap(({ name, pattern, form }): Objection[] => {
    const text = headerOf(headers, name);
    if (text === null || pattern.test(text)) return [];
    return [{ check: "invalid-header", message: `${subject}: ${name} must be ${form}`, found: shorten(text), where }];
  });
}

function checkHeader({ description, received, subject }: Question, { name, schema }: Header): Objection[] {
  const values = headerValuesOf(received.headers, name);
  // Each cookie has a header of its own, and the description is about one of them.
  const texts = name.toLowerCase() === "set-cookie" ? values : [values.join(", ")];
  const verdicts = texts.map((text) => ({ text, errors: description.validate(schema.at, valueOfText(schema, text)) }));
  if (verdicts.some(({ errors }) => errors.length === 0)) return [];
  const [{ text, errors } = { text: "", errors: [] }] = verdicts;
  return errors.map(({ pointer, message: reason, at }) => {
    const message = `${subject}: ${name}${pointer} ${reason}`;
    return { check: "invalid-header", message, found: shorten(text), where: placeOf(at) };
  });
}

interface BodyVerdict {
  readonly mediaType: MediaType | null;
  readonly objections: readonly Objection[];
  readonly json: unknown;
}

function checkBody(question: Question & { readonly operation: Operation }): BodyVerdict {
  const { operation, response, received, subject } = question;
  const where = placeOf(response.at);
  const wrong = (check: Check, message: string, details: Pick<Objection, "found"> = {}): BodyVerdict => {
    const objection: Objection = { check, message: `${subject} ${message}`, where, ...details };
    return { mediaType: null, json: undefined, objections: [objection] };
  };
  const type = headerOf(received.headers, "content-type");
  const mediaType = type === null ? null : mediaTypeFor(response.content, type);
  const declared = response.content.map((one) => one.type).join(", ");
  const mayHaveBody = operation.method !== "head" && ![204, 205, 304].includes(received.status);
  const isEmpty = received.body.length === 0;
  // A response to HEAD has the content type of the response to GET.
  if (isEmpty && !mayHaveBody) return { mediaType, json: undefined, objections: [] };
  if (response.content.length === 0) {
    if (isEmpty) return { mediaType: null, json: undefined, objections: [] };
    const bodySize = `${received.body.length} bytes`;
    return wrong("unexpected-body", "has a body; none is declared", { found: bodySize });
  }
  // Zero bytes are an empty text, but not JSON.
  if (isEmpty && (type === null || mediaType === null || bodyKindOf(type) === "json")) {
    return wrong("missing-body", `has no body; declared: ${declared}`);
  }
  if (type === null || mediaType === null) {
    return wrong("undeclared-media-type", `is ${type ?? "without a content type"}; declared: ${declared}`);
  }
  return { mediaType, ...checkContent(question, mediaType, type) };
}

function checkContent(question: Question, mediaType: MediaType, contentType: string): Omit<BodyVerdict, "mediaType"> {
  const { description, received, subject } = question;
  const item = itemSchemaOf(mediaType);
  if (item !== null) return { json: undefined, objections: checkItems(question, mediaType, item) };
  const body = bodyValueOf(received.body, contentType);
  switch (body.kind) {
    case "value": {
      // RFC 9457, 3.2: problem details may have more members, which clients ignore.
      const isOpen = contentTypeOf(contentType).essence === "application/problem+json";
      const objections = checkValue(
        { description, subject, schema: mediaType.schema, invalid: "invalid-body", isOpen },
        body.value,
      );
      const isStated = isOpen || contentTypeOf(contentType).essence === "application/vnd.api+json";
      const wrongStatus = isStated ? statusObjections(question, mediaType, body.value) : [];
      return { json: body.isJson ? body.value : undefined, objections: [...objections, ...wrongStatus] };
    }
    case "unreadable": {
      const message = `${subject}: ${body.reason}`;
      return { json: undefined, objections: [{ check: "unreadable-body", message, where: placeOf(mediaType.at) }] };
    }
    case "bytes":
      return { json: undefined, objections: [] };
  }
}

/** RFC 9457, 3.1.2: the status of a problem is that of its response; so is that of the only error of JSON:API. */
function statusObjections({ received, subject }: Question, { at }: MediaType, problem: unknown): Objection[] {
  const inner = asObject(problem)?.["errors"];
  const statuses = [problem, ...(Array.isArray(inner) && inner.length === 1 ? inner : [])]
    .map((one) => asObject(one)?.["status"])
    .filter((status) => typeof status === "number" || /^[45]\d\d$/.test(String(status)));
  const [status] = statuses.filter((one) => Number(one) !== received.status);
  if (status === undefined || status === null) return [];
  const message = `${subject}: /status must be the status of the response`;
  return [{ check: "invalid-body", message, found: String(status), where: placeOf(at) }];
}

/** Of a stream, only as many items as were received. Several with the same fault are one finding. */
function checkItems(
  { description, received, subject }: Question,
  mediaType: MediaType,
  { schema, pointer, hasContent }: ItemSchema,
): Objection[] {
  return itemsOfSequence(received.body, mediaType, received.isPart === true).flatMap((item): Objection[] => {
    if (item.kind === "value") {
      // The fields of an event are HTML's, whether a schema of events lists them or not.
      const isOpen = mediaType.body === "events" && pointer === "";
      const question = {
        description,
        subject,
        schema,
        invalid: "invalid-body",
        isOpen,
        prefix: `/*${pointer}`,
        isDecoded: hasContent,
      } as const;
      return checkValue(question, item.value);
    }
    const what = mediaType.body === "events" ? "the data of an event" : "an item";
    const message = `${subject}: ${what} is not JSON: ${item.reason}`;
    return [{ check: "unreadable-body", message, found: shorten(item.text), where: placeOf(mediaType.at) }];
  });
}

export interface ValueQuestion {
  readonly description: Pick<Description, "validate">;
  /** `getOrder 200`, `order.created`: the beginning of messages. */
  readonly subject: string;
  readonly schema: Schema;
  /** The check that fails when the value does not match. */
  readonly invalid: Check;
  /** Where the value is, for an item of a sequence: `/*`. */
  readonly prefix?: string;
  /** Whether a standard allows more members than the schema declares. Those of its members are checked. */
  readonly isOpen?: boolean;
  /** Whether the value was a text in the description: its own schema decides then, not the one at its place. */
  readonly isDecoded?: boolean;
}

/** Undeclared members are searched for in valid values only. */
export function checkValue(question: ValueQuestion, value: unknown): Objection[] {
  const { subject, schema, invalid, prefix = "", isOpen = false } = question;
  const nameOf = (pointer: string): string => `${prefix}${generic(pointer)}`;
  const errors = errorsIn(question, value).map(
    ({ pointer, message, at }): Objection => ({
      check: invalid,
      message: `${subject}: ${nameOf(pointer) || "the body"} ${message}`,
      // The reasons of a decoded value say it.
      ...(question.isDecoded === true ? {} : { found: formatValueAt(value, pointer) }),
      where: placeOf(at),
    }),
  );
  if (errors.length > 0 || !isJson(value)) return errors;
  const strays = strayFields(schema, value).filter((field) => !(isOpen && isExtension(field)));
  return strays.map((field) => ({
    check: field.reason === "write-only" ? invalid : "undeclared-field",
    message: `${subject}: ${nameOf(field.pointer)} ${reasonOf(field)}`,
    where: placeOf(field.at),
  }));
}

function errorsIn(
  { description, schema, isDecoded = false }: ValueQuestion,
  value: unknown,
): readonly Pick<ReturnType<Description["validate"]>[number], "pointer" | "message" | "at">[] {
  if (!isDecoded || !isJson(value)) return description.validate(schema.at, value);
  return failuresOf(schema, value).map(({ path, reason }) => ({
    pointer: path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
    message: reason,
    at: schema.at,
  }));
}

/** A member of the value itself that is no other spelling of a declared one. */
function isExtension({ pointer, reason, near }: StrayField): boolean {
  return reason === "undeclared" && near === null && pointer.lastIndexOf("/") === 0;
}

function reasonOf({ reason, near }: StrayField): string {
  if (reason === "write-only") return "is write-only, so it must not be sent back";
  return near === null ? "is not declared" : `is not declared; declared: ${near}`;
}

/** The value at a pointer, as text. */
function formatValueAt(value: unknown, pointer: string): string {
  const reached = (tokensOf(pointer) ?? []).reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    value,
  );
  try {
    return shorten(JSON.stringify(reached) ?? "missing");
  } catch {
    // Deeper than the call stack.
    return Array.isArray(reached) ? "[…]" : "{…}";
  }
}

/** `/0/recipient/zip` and `/1/recipient/zip` are one finding. */
function generic(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}

/** Every parsed value is JSON. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
