// Responses Object -> responses by status, with headers and links.
import { keyOf } from "../diagnostics/index.ts";
import type { Header, Link, Response, Status } from "../model/http.ts";
import { booleanField, checkFields, entriesOf, followObject, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";
import { readContent } from "./media-type.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

export function readResponses(reading: OpenApiReading, operation: Node): Response[] {
  if (!operation.has("responses") && reading.version !== "3.1") {
    reading.report.add("missing-field", keyOf(operation), { object: "an operation", field: "responses" });
  }
  return entriesOf(reading, operation, "responses").flatMap((member) => readResponse(reading, member));
}

function readResponse(reading: OpenApiReading, member: Node): Response[] {
  const status = statusOf(member.key);
  if (status === null) {
    reading.report.add("invalid-status", keyOf(member), { status: member.key });
    return [];
  }
  const node = followObject(reading, member, "a response");
  if (node === null) return [];
  checkFields(reading, node, "a response", fields.response);
  if (!node.has("description") && reading.version !== "3.2") {
    reading.report.add("missing-field", keyOf(node), { object: "a response", field: "description" });
  }
  return [
    {
      kind: "response",
      status,
      description: stringField(reading, node, "description") ?? "",
      headers: entriesOf(reading, node, "headers").flatMap((header) => readHeader(reading, header)),
      content: readContent(reading, node),
      links: entriesOf(reading, node, "links").flatMap((link) => readLink(reading, link)),
      at: node,
    },
  ];
}

function statusOf(key: string): Status | null {
  if (key === "default") return { kind: "default" };
  if (/^[1-5]\d\d$/.test(key)) return { kind: "code", code: Number(key) };
  const first = [1, 2, 3, 4, 5].find((digit) => key.toUpperCase() === `${digit}XX`) as 1 | 2 | 3 | 4 | 5 | undefined;
  return first === undefined ? null : { kind: "range", first };
}

/** `Content-Type` is described by `content`; OpenAPI says a header of that name is ignored. */
function readHeader(reading: OpenApiReading, member: Node): Header[] {
  if (member.key.toLowerCase() === "content-type") return [];
  const node = followObject(reading, member, "a header");
  if (node === null) return [];
  checkFields(reading, node, "a header", fields.header);
  const [content] = readContent(reading, node);
  const schema = node.get("schema");
  return [
    {
      name: member.key,
      required: booleanField(reading, node, "required") ?? false,
      schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
      description: stringField(reading, node, "description"),
      at: node,
    },
  ];
}

function readLink(reading: OpenApiReading, member: Node): Link[] {
  const node = followObject(reading, member, "a link");
  if (node === null) return [];
  checkFields(reading, node, "a link", fields.link);
  const parameters = entriesOf(reading, node, "parameters").map((parameter) => [parameter.key, parameter.value] as const);
  return [
    {
      name: member.key,
      operationId: stringField(reading, node, "operationId"),
      operationRef: stringField(reading, node, "operationRef"),
      parameters: Object.fromEntries(parameters),
      requestBody: node.get("requestBody")?.value,
      description: stringField(reading, node, "description"),
      at: node,
    },
  ];
}
