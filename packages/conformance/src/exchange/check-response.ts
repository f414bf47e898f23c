// A response and the operation it belongs to -> everything about it that the description does not say.
import type { Header, Json, MediaType, Operation, Response } from "waybill/description";
import { undeclaredFields } from "../description/declared-fields.ts";
import { type Description, headersOf, placeOf, responseFor, statusName } from "../description/description.ts";
import type { Check } from "../finding.ts";
import { headerOf, parseJson, type ReceivedResponse, textOfBytes } from "./exchange.ts";
import { valueOfText } from "./header-value.ts";
import { mediaTypeFor } from "./media-type.ts";

/** A finding, before it is known which request showed it. */
export interface Objection {
  readonly check: Check;
  readonly message: string;
  readonly where: string | null;
  /** The value it is about, shortened. */
  readonly found?: string;
}

/** What of the description a response was an instance of: for the ledger. */
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
}

export function checkResponse(
  description: Description,
  operation: Operation,
  received: ReceivedResponse,
): ResponseVerdict {
  const response = responseFor(operation, received.status);
  if (response === null) {
    const declared = operation.responses.map(statusName).join(", ");
    const message = `${operation.id} answers ${received.status}; declared: ${declared}`;
    const objection: Objection = { check: "undeclared-status", message, where: placeOf(operation.at) };
    return { response, mediaType: null, headers: [], objections: [objection], json: undefined };
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

interface Question {
  readonly description: Description;
  readonly response: Response;
  readonly received: ReceivedResponse;
  readonly subject: string;
}

function checkHeaders({ description, response, received, subject }: Question): Objection[] {
  return headersOf(response).flatMap((header): Objection[] => {
    const where = placeOf(header.at);
    const text = headerOf(received.headers, header.name);
    if (text === null) {
      const message = `${subject} has no ${header.name}`;
      return header.required ? [{ check: "missing-header", message, where }] : [];
    }
    return description.judge(header.schema.at, valueOfText(header.schema, text)).map(({ pointer, message }) => ({
      check: "invalid-header",
      message: `${subject}: ${header.name}${pointer} ${message}`,
      found: shorten(text),
      where,
    }));
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
  const type = headerOf(received.headers, "content-type");
  const mayHaveBody = operation.method !== "head" && ![204, 304].includes(received.status);
  const nothing = { mediaType: null, json: undefined };
  if (received.body.length === 0) {
    // The type of what a GET would have answered.
    const mediaType = !mayHaveBody && type !== null ? mediaTypeFor(response.content, type) : null;
    const message = `${subject} has no body; declared: ${response.content.map((one) => one.type).join(", ")}`;
    const missing: Objection = { check: "missing-body", message, where };
    return { ...nothing, mediaType, objections: mayHaveBody && response.content.length > 0 ? [missing] : [] };
  }
  if (response.content.length === 0) {
    const message = `${subject} has a body of ${received.body.length} bytes; none is declared`;
    return { ...nothing, objections: [{ check: "unexpected-body", message, where }] };
  }
  const mediaType = type === null ? null : mediaTypeFor(response.content, type);
  if (mediaType === null) {
    const declared = response.content.map((one) => one.type).join(", ");
    const message = `${subject} is ${type ?? "without a content type"}; declared: ${declared}`;
    return { ...nothing, objections: [{ check: "undeclared-media-type", message, where }] };
  }
  return { mediaType, ...checkContent(question, mediaType) };
}

function checkContent(
  { description, received, subject }: Question,
  mediaType: MediaType,
): Omit<BodyVerdict, "mediaType"> {
  const where = placeOf(mediaType.at);
  switch (mediaType.body) {
    case "json": {
      const parsed = parseJson(received.body);
      if (!parsed.ok) {
        const message = `${subject}: the body is not JSON: ${parsed.reason}`;
        return { json: undefined, objections: [{ check: "unreadable-body", message, where }] };
      }
      return { json: parsed.value, objections: checkValue({ description, subject, mediaType }, parsed.value) };
    }
    case "text":
      return {
        json: undefined,
        objections: checkValue({ description, subject, mediaType }, textOfBytes(received.body)),
      };
    case "form": {
      const pairs = [...new URLSearchParams(textOfBytes(received.body))];
      return {
        json: undefined,
        objections: checkValue({ description, subject, mediaType }, Object.fromEntries(pairs)),
      };
    }
    // Bytes have no JSON value that a schema could judge.
    case "multipart":
    case "binary":
      return { json: undefined, objections: [] };
  }
}

interface ValueQuestion {
  readonly description: Description;
  readonly subject: string;
  readonly mediaType: MediaType;
}

function checkValue({ description, subject, mediaType }: ValueQuestion, value: unknown): Objection[] {
  const { schema } = mediaType;
  const where = placeOf(schema.at);
  const invalid = description.judge(schema.at, value).map(
    ({ pointer, message }): Objection => ({
      check: "invalid-body",
      message: `${subject}: ${pointer === "" ? "the body" : generic(pointer)} ${message}`,
      found: shown(value, pointer),
      where,
    }),
  );
  if (invalid.length > 0) return invalid;
  return undeclaredFields(schema, value as Json).map(({ pointer, declared }) => ({
    check: "undeclared-field",
    message: `${subject}: ${generic(pointer)} is not declared${nearestOf(pointer, declared)}`,
    where,
  }));
}

/** What stands at a pointer. */
function shown(value: unknown, pointer: string): string {
  const tokens = pointer.split("/").slice(1);
  const reached = tokens.reduce<unknown>((at, token) => {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
  }, value);
  return shorten(JSON.stringify(reached) ?? "missing");
}

/** `/0/recipient/zip` and `/1/recipient/zip` are one finding. */
function generic(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

function nearestOf(pointer: string, declared: readonly string[]): string {
  const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const near = declared.find((one) => plain(one) === plain(name));
  return near === undefined ? "" : `; declared: ${near}`;
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}
