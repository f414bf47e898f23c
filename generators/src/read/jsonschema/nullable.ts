// `nullable` -> whether a schema accepts null besides what its other keywords accept.
import { keyOf, quote } from "../../diagnostics/index.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import { annotationKeywords } from "./dialect.ts";
import type { SchemaReader } from "./schema-reader.ts";

/**
 * Whether null is accepted although other keywords reject it. In OpenAPI 3.0 `nullable` only widens `type`; keywords such as `allOf`
 * reject null all the same, and the option decides whose meaning counts. In other dialects it is an error, and widens everything.
 */
export function acceptsNullBeside(reading: SchemaReader, node: Node): boolean {
  if (node.get("nullable")?.value !== true) return !node.has("$ref") && hasNullPart(reading, node);
  if (reading.dialect !== "openapi-3.0") return true;
  return rejecterOf(node) !== null && reading.meaningAt(node, "nullable") !== "letter";
}

/** Whether a schema is null as an alternative to others: `anyOf: [{ $ref }, { nullable: true }]`, as the generators of Rust write it. */
export function isNullAlternative(reading: SchemaReader, node: Node): boolean {
  const list = node.parent;
  if (list?.isArray !== true || (list.key !== "anyOf" && list.key !== "oneOf")) return false;
  return isOnlyNullable(reading, node) && !list.items().every((item) => isOnlyNullable(reading, item));
}

/** `allOf: [{ $ref }, { nullable: true }]`. */
function hasNullPart(reading: SchemaReader, node: Node): boolean {
  return (
    node
      .get("allOf")
      ?.items()
      .some((part) => isOnlyNullable(reading, part)) === true
  );
}

/** `{ nullable: true }` and words: literally it accepts everything, since `nullable` only widens a type. */
function isOnlyNullable(reading: SchemaReader, node: Node): boolean {
  if (node.get("nullable")?.value !== true) return false;
  if (node.keys().some((key) => key !== "nullable" && !key.startsWith("x-") && !annotationKeywords.has(key)))
    return false;
  return reading.dialect !== "openapi-3.0" || reading.meaningAt(node, "nullable") !== "letter";
}

/** Reports `nullable` where OpenAPI 3.0.3 gives it no effect, or the effect that was assumed. */
export function checkNullable(reading: SchemaReader, node: Node): void {
  const field = node.get("nullable");
  if (reading.dialect !== "openapi-3.0" || field?.value !== true) return;
  const rejecter = rejecterOf(node);
  switch (reading.meaningAt(node, "nullable")) {
    case "author":
      return;
    case "assumed":
      if (rejecter !== null || (isPart(node) && isOnlyNullable(reading, node)))
        reading.report.add("assumed-nullable", keyOf(field), { keyword: rejecter });
      return;
    case "letter":
      reportIgnored(reading, node, field);
  }
}

function reportIgnored(reading: SchemaReader, node: Node, field: Node): void {
  const other = 'set the option nullable to "author" if null is sent all the same';
  if (node.has("$ref")) {
    const advice = `put the reference and a schema of null into anyOf, or ${other}`;
    noEffect(reading, field, "OpenAPI 3.0 ignores everything beside $ref", advice);
  } else if (!node.has("type")) {
    const alone = isPart(node) ? `write { enum: [null] }, or ${other}` : "remove it: without a type, null is accepted";
    const advice = rejecterOf(node) === null ? alone : `add "type", or ${other}`;
    noEffect(reading, field, 'it needs "type" beside it', advice);
  } else if (rejecterOf(node) === "enum") {
    noEffect(reading, field, '"enum" does not list null', `add null to the enum, or ${other}`);
  }
}

/** Whether it is one of several schemas of the same value, of which the others reject null. */
function isPart({ parent }: Node): boolean {
  return parent?.isArray === true && ["allOf", "anyOf", "oneOf"].includes(parent.key) && parent.items().length > 1;
}

/** The keyword beside `nullable` that rejects null, or may do so; `null` where none does. */
function rejecterOf(node: Node): string | null {
  const values = node.get("enum");
  if (values?.isArray && !values.items().some((item) => item.value === null)) return "enum";
  return ["$ref", "allOf", "anyOf", "oneOf"].find((keyword) => node.has(keyword)) ?? null;
}

export function noEffect(reading: Reading, member: Node, reason: string, advice: string): void {
  reading.report.add("no-effect", keyOf(member), { what: quote(member.key), reason, advice });
}
