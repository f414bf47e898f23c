// Checks the keywords of a schema object: reports those its dialect does not know, and those without effect in their place.
import { keyOf, listOf, nearest, quote, type Report } from "../../diagnostics/index.ts";
import { knownFormats } from "../../model/analysis/known-formats.ts";
import type { Node } from "../../source/index.ts";
import { annotationKeywords, dialectNames, foreign, keywords } from "./dialect.ts";
import { type TypeSet, typeOfFacet } from "./json-types.ts";
import { reject, textOf } from "./keyword-values.ts";
import { noEffect } from "./nullable.ts";
import type { SchemaReader } from "./schema-reader.ts";
import type { SchemaRegistry } from "./schema-registry.ts";

export function checkKeywords(reading: SchemaReader, node: Node): void {
  const known = keywords[reading.dialect];
  for (const key of node.keys()) {
    if (key !== "$schema" && known.has(key)) continue;
    const member = node.get(key);
    if (member === undefined) continue;
    if (!known.has(key)) reportKeyword(reading, member);
    else if (typeof member.value === "string" && reading.keywordRulesOf(member.value, member) === null) {
      const tolerated = "the keywords mean what they mean in the other schemas of the description";
      reading.report.add("unsupported-dialect", member, { dialect: member.value }, { tolerated });
    }
  }
}

function reportKeyword(reading: SchemaReader, member: Node): void {
  const { key } = member;
  if (key.startsWith("x-")) return;
  const { dialect, report } = reading;
  const known = foreign[dialect].get(key);
  if (known !== undefined) {
    const { advice, tolerated } = known;
    const args = { keyword: key, dialect: dialectNames[dialect], advice };
    const isIdle = key === "nullable" && member.value !== true;
    report.add("foreign-keyword", keyOf(member), args, { tolerated: isIdle ? "it changes nothing" : tolerated });
    return;
  }
  const near = nearest(key, keywords[dialect]);
  const severity = near === undefined ? "warning" : "error";
  report.add("unknown-keyword", keyOf(member), { keyword: key, near, dialect: dialectNames[dialect] }, { severity });
}

/** Keywords that have no effect without another one. */
const companions: readonly (readonly [string, string])[] = [
  ["then", "if"],
  ["else", "if"],
  ["minContains", "contains"],
  ["maxContains", "contains"],
];

export function checkDependents(reading: SchemaReader, node: Node): void {
  for (const [keyword, companion] of companions) {
    const field = node.get(keyword);
    if (field === undefined || node.has(companion) || !keywords[reading.dialect].has(keyword)) continue;
    const reason = `there is no ${quote(companion)} beside it`;
    noEffect(reading, field, reason, `add ${quote(companion)}, or remove it`);
  }
}

/** Keywords for types the schema does not allow: nearly always, `type` or the keyword is a mistake. */
export function checkFacets(reading: SchemaReader, node: Node, { types }: TypeSet): void {
  if (types.size === 0) return;
  for (const key of node.keys()) {
    const type = typeOfFacet.get(key);
    if (type === undefined || types.has(type)) continue;
    const member = node.get(key);
    if (member === undefined) continue;
    if (member.key === "required" && typeof member.value === "boolean") {
      const advice = 'list the names of required members in "required" of the object around them';
      reject(reading, member, "an array of strings", { advice });
      continue;
    }
    const reason = `it applies to ${type}s, and the type here is ${listOf([...types])}`;
    noEffect(reading, member, reason, `correct "type", or remove it`);
  }
}

/** OpenAPI 3.0 ignores everything beside `$ref`; draft 07, and with it AsyncAPI, does too, but its authors rarely know. */
export function checkRefSiblings(reading: SchemaReader, node: Node): void {
  if (node.keys().length === 1) return;
  const siblings = node.members().filter(({ key }) => key !== "$ref" && !key.startsWith("x-"));
  if (reading.dialect === "openapi-3.0") {
    for (const member of siblings.filter(({ key }) => key !== "nullable")) {
      const advice = "put the reference into allOf, and the rest beside that";
      noEffect(reading, member, "OpenAPI 3.0 ignores everything beside $ref", advice);
    }
  }
  if (reading.dialect === "asyncapi") {
    for (const member of siblings.filter(({ key }) => saysSomething(key))) {
      const reason = "AsyncAPI's tools ignore it beside $ref, JSON Schema 2020-12 does not";
      const advice = "put the reference and the rest into allOf";
      const tolerated = "it counts, as in JSON Schema 2020-12";
      reading.report.add("unsupported-keyword", keyOf(member), { keyword: member.key, reason, advice }, { tolerated });
    }
  }
}

/** Definitions exist for references; a schema that contains nothing else often only wraps them. */
function saysSomething(key: string): boolean {
  return keywords.asyncapi.has(key) && !annotationKeywords.has(key) && key !== "definitions" && key !== "$defs";
}

/** Keywords that are not in the meta-schema of the schema. */
export function checkIgnored(reading: SchemaReader, node: Node, ignored: ReadonlySet<string>): void {
  if (ignored.size === 0) return;
  for (const member of node.members().filter(({ key }) => ignored.has(key))) {
    noEffect(reading, member, "the meta-schema of this schema does not have it", "remove it, or correct $schema");
  }
}

const bounds: readonly (readonly [string, string])[] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

/** Bounds that contradict each other: `minLength: 5` beside `maxLength: 3`. */
export function checkBounds(reading: SchemaReader, node: Node): void {
  for (const [low, high] of bounds) {
    const [from, to] = [node.get(low), node.get(high)];
    if (typeof from?.value !== "number" || typeof to?.value !== "number" || from.value <= to.value) continue;
    const reason = `${low} is ${from.value}, and ${high} is ${to.value}`;
    reading.report.add("impossible-schema", to, { reason });
  }
}

/** Invalid values of `$id`, `$anchor` and `$dynamicAnchor`. What they identify: see resources.ts. */
export function checkIdentifiers(reading: SchemaReader, node: Node): void {
  checkId(reading, node);
  for (const keyword of ["$anchor", "$dynamicAnchor"]) {
    const field = node.get(keyword);
    const name = field === undefined ? null : textOf(reading, node, keyword);
    if (field !== undefined && name !== null && !isAnchor(name)) {
      reject(reading, field, "a name of letters, digits, '-', '_' and '.' that starts with a letter or '_'");
    }
  }
}

function checkId(reading: SchemaReader, node: Node): void {
  const field = node.get("$id");
  const id = field === undefined ? null : textOf(reading, node, "$id");
  if (field === undefined || id === null) return;
  const [, fragment = ""] = id.split("#", 2);
  // Draft 07, and with it AsyncAPI, has no $anchor.
  if (reading.dialect === "asyncapi" && id.startsWith("#") && isAnchor(fragment)) return;
  if (fragment !== "") {
    const advice = isAnchor(fragment) ? `name the place with "$anchor: ${fragment}"` : "remove the fragment";
    reject(reading, field, "a URI without a fragment", { advice });
  } else if (!URL.canParse(id, "https://example.com/")) {
    reject(reading, field, "a URI, absolute or relative");
  }
}

function isAnchor(name: string): boolean {
  return /^[A-Za-z_][-A-Za-z0-9._]*$/.test(name);
}

/** Reports each unknown format of a description once. */
export function checkFormats({ formats }: SchemaRegistry, report: Report): void {
  for (const [format, place] of formats) {
    if (!knownFormats.has(format)) report.add("unknown-format", place, { format, near: nearest(format, knownFormats) });
  }
}
