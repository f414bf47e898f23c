// Responses Object -> responses by status, with their headers and links.

import { type Extra, keyOf, nearest, quote } from "../../diagnostics/index.ts";
import type { DraftOperation } from "../../model/draft.ts";
import type { Endpoint } from "../../model/finish/naming/identifiers.ts";
import type { Link, MediaType, Response, Status } from "../../model/http.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  checkExclusive,
  checkFields,
  entriesOf,
  expectFields,
  followObject,
  memberOrEmpty,
  membersOf,
  readPart,
  readShared,
  resolveRef,
  siblingText,
  stringField,
} from "../fields/index.ts";
import { readContent, readHeader } from "./media-type.ts";
import {
  describe,
  fields,
  isErrorStatus,
  nameOfResponse,
  type OpenApiReading,
  openObject,
  siblingTexts,
} from "./openapi-reading.ts";

export function readResponses(reading: OpenApiReading, operation: Node, endpoint: Endpoint): Response[] {
  if (reading.version === "3.0") expectFields(reading, operation, "an operation", ["responses"]);
  const seen = new Set<string>();
  return entriesOf(reading, operation, "responses").flatMap((member) => {
    const status = statusOf(member.key);
    if (status === null) {
      reading.report.add("invalid-status", keyOf(member), { status: member.key });
      return [];
    }
    const written = member.key.toUpperCase();
    if (seen.has(written)) {
      reading.report.add("duplicate-value", keyOf(member), { what: "the status", value: written });
      return [];
    }
    seen.add(written);
    const read = (): Response | null => readResponse(reading, member, status);
    return (isErrorStatus(status) ? readPart(reading, nameOfResponse(member.key, endpoint), read) : read()) ?? [];
  });
}

export function readResponse(reading: OpenApiReading, place: Node, status: Status): Response | null {
  const member = memberOrEmpty(reading, place, "a response");
  const textFields = reading.version === "3.2" ? (["summary", "description"] as const) : (["description"] as const);
  const node = followObject(reading, member, "a response", siblingTexts(reading, ...textFields));
  if (node === null) return null;
  const response = node === member ? readOwn(reading, node, status) : sharedResponse(reading, node, status);
  const summary = siblingText(reading, member, "summary") ?? response.summary;
  return { ...response, summary, description: describe(reading, member, node) ?? "" };
}

function sharedResponse(reading: OpenApiReading, node: Node, status: Status): Response {
  const key = `${status.kind === "code" ? status.code : status.kind} ${identityOf(node)}`;
  const response = readShared(reading, reading.responses, key, () => readOwn(reading, node, status));
  return { ...response, status };
}

/** The response itself, without references. */
function readOwn(reading: OpenApiReading, node: Node, status: Status): Response {
  checkFields(reading, node, "a response", fields["a response"]);
  if (reading.version !== "3.2") expectFields(reading, node, "a response", ["description"], { stops: [] });
  return {
    kind: "response",
    status,
    summary: stringField(reading, node, "summary"),
    description: stringField(reading, node, "description") ?? "",
    headers: membersOf(reading, node, "headers").flatMap((header) => readHeader(reading, header) ?? []),
    content: contentOf(reading, node, status),
    links: membersOf(reading, node, "links").flatMap(
      (link) => readPart(reading, `the link ${quote(link.key)}`, () => readLink(reading, link)) ?? [],
    ),
    at: node,
  };
}

/** Responses with these statuses have no body (RFC 9110, 6.4.1). */
function contentOf(reading: OpenApiReading, node: Node, status: Status): MediaType[] {
  const content = readContent(reading, node);
  const field = node.get("content");
  const mayHaveBody = status.kind !== "code" || (status.code >= 200 && ![204, 205, 304].includes(status.code));
  if (mayHaveBody || content.length === 0 || field === undefined) return content;
  const what = `the content of a response with the status ${status.code}`;
  const advice = "remove it, or use another status";
  reading.report.add("no-effect", keyOf(field), { what, reason: "HTTP has no body there", advice });
  return [];
}

function statusOf(key: string): Status | null {
  if (key === "default") return { kind: "default" };
  if (/^[1-5]\d\d$/.test(key)) return { kind: "code", code: Number(key) };
  const first = ([1, 2, 3, 4, 5] as const).find((digit) => key.toUpperCase() === `${digit}XX`);
  return first === undefined ? null : { kind: "range", first };
}

/** No generated code depends on links. */
const ofNoTarget: Extra = { tolerated: "the link is left as it is", stops: [] };

export function readLink(reading: OpenApiReading, member: Node): Link | null {
  const node = openObject(reading, member, "a link", siblingTexts(reading, "description"));
  if (node === null) return null;
  checkExclusive(reading, node, "a link", ["operationId", "operationRef"], ofNoTarget);
  if (!node.has("operationId") && !node.has("operationRef")) {
    reading.report.add("missing-field", keyOf(node), { object: "a link", field: "operationId" }, ofNoTarget);
  }
  const operationRef = node.get("operationRef");
  if (operationRef !== undefined) resolveRef(reading, operationRef);
  const parameters = membersOf(reading, node, "parameters");
  return {
    name: member.key,
    operationId: stringField(reading, node, "operationId"),
    operationRef: stringField(reading, node, "operationRef"),
    parameters: Object.fromEntries(parameters.map(({ key, value }) => [key, value])),
    requestBody: node.get("requestBody")?.value,
    description: describe(reading, member, node),
    at: node,
  };
}

/** The operation that a link names is one of the same description. */
export function checkLinks(
  reading: OpenApiReading,
  operations: readonly DraftOperation[],
  links: readonly Link[],
): void {
  const ids = new Set(operations.map((operation) => operation.id));
  for (const { operationId, at } of links) {
    if (operationId === null || ids.has(operationId) || reading.leftOut.has(operationId)) continue;
    const place = { document: at.document, parent: at, key: "operationId" };
    reading.report.add("operation-not-found", place, { id: operationId, near: nearest(operationId, ids) });
  }
}
