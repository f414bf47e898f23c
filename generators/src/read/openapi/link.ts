// Link Object -> Link, and checks their targets.
import { type Extra, keyOf, nearest } from "../../diagnostics/index.ts";
import type { Link, Operation } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { checkExclusive, membersOf, resolveRef, stringField } from "../fields/index.ts";
import { describe, type OpenApiReading, openObject, siblingTexts } from "./openapi-reading.ts";

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
export function checkLinks(reading: OpenApiReading, operations: readonly Operation[], links: readonly Link[]): void {
  const ids = new Set(operations.map((operation) => operation.id));
  for (const { operationId, at } of links) {
    if (operationId === null || ids.has(operationId) || reading.leftOut.has(operationId)) continue;
    const place = { document: at.document, parent: at, key: "operationId" };
    reading.report.add("operation-not-found", place, { id: operationId, near: nearest(operationId, ids) });
  }
}
