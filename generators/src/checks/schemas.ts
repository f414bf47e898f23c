// Schemas that accept more than their author can have meant.
import { keyOf, nearest, quote, type Report } from "../diagnostics/index.ts";
import { coversEveryType, hasOnlyType } from "../model/analysis/json-types.ts";
import { isJson } from "../model/analysis/media-types.ts";
import { untypedSchemasIn } from "../model/analysis/untyped-schemas.ts";
import type { Api } from "../model/api.ts";
import { schemasOf } from "../model/finish/filters.ts";
import type { Message, MessagingApi } from "../model/messaging.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { childrenOf, sameValueChildrenOf } from "../model/walk.ts";
import { impliedTypeOf } from "../read/jsonschema/index.ts";
import { type Location, Node } from "../source/index.ts";

// Names in `required` that no property has: allowed by JSON Schema, and nearly always a mistake.
export function checkRequired(api: Api, report: Report): void {
  // A part of a combination may require what another part describes: only a schema outside combinations is checked.
  const visit = (schema: Schema, alone: boolean): void => {
    if (alone && schema.kind === "object") checkObject(schema, report);
    const parts = sameValueChildrenOf(schema);
    for (const child of childrenOf(schema)) visit(child, !parts.includes(child));
  };
  for (const { schema } of api.schemas) visit(schema, true);
  for (const schema of schemasOf(api)) visit(schema, true);
}

function checkObject(schema: ObjectSchema, report: Report): void {
  const { at, properties, patternProperties, additionalStated, requiredElsewhere, dependentSchemas } = schema;
  const described = patternProperties.length + dependentSchemas.length > 0 || additionalStated;
  if (properties.length === 0 || described) return;
  for (const name of requiredElsewhere) {
    const near = nearest(
      name,
      properties.map((property) => property.name),
    );
    report.add("required-without-property", placeOf(at, name), { name, near });
  }
}

/** The name in the list, where the list can be found. */
function placeOf(at: Location, name: string): Location {
  if (!(at instanceof Node)) return at;
  const required = at.get("required");
  return required?.items().find((element) => element.value === name) ?? required ?? at;
}

// Schemas with `properties` or `items` and no `type`: by JSON Schema they accept strings, numbers and everything else too, which authors
// seldom mean. The option `untyped` decides which of the two they are.

/** `isAssumed`: whether schemas without a type have one although no option states it. */
export function checkUntyped(api: Api, report: Report, isAssumed: boolean): void {
  for (const { at } of untypedSchemasIn(api)) reportUntyped(at, report, false);
  if (!isAssumed) return;
  for (const { schema } of api.schemas) reportAssumed(schema, report);
  for (const schema of schemasOf(api)) reportAssumed(schema, report);
}

function reportAssumed(schema: Schema, report: Report): void {
  if (schema.kind === "object" || schema.kind === "array") reportUntyped(schema.at, report, true);
  // The schema of each type is at the same place.
  const isUntyped = schema.kind === "union" && coversEveryType(schema);
  for (const child of isUntyped ? schema.members.flatMap(childrenOf) : childrenOf(schema)) reportAssumed(child, report);
}

function reportUntyped(at: Schema["at"], report: Report, isAssumed: boolean): void {
  if (!(at instanceof Node)) return;
  const implied = impliedTypeOf(at);
  const field = implied === null ? undefined : at.get(implied.keyword);
  if (implied === null || field === undefined) return;
  report.add("no-type", keyOf(field), { keyword: implied.keyword, type: implied.type, isAssumed });
}

// Messages whose payload is of a media type that deliveries cannot be read from or written in, although its schema describes JSON.

/** Only the target webhooks: channels reads them by a codec of the program, and types are those of the decoded value. */
export function checkPayloads({ messaging }: Api, report: Report): void {
  if (messaging === null) return;
  for (const message of messaging.messages) {
    if (isReadable(message)) continue;
    const feature = `a payload of the type ${quote(message.contentType)}`;
    const reason = "its schema describes JSON, and only JSON, forms and text are read and written";
    const place = contentTypeOf(message, messaging) ?? keyOf(message.at);
    report.add("unsupported-feature", place, { feature, reason }, { tolerated: null, stops: ["deliveries"] });
  }
}

function isReadable({ contentType, payload, at }: Message): boolean {
  if (at instanceof Node && !at.has("payload")) return true;
  if (isJson(contentType) || /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return true;
  return /^text\//i.test(contentType) && (payload.kind === "any" || hasOnlyType(payload, "string"));
}

/** Of the message, of one of its traits, or of the document. */
function contentTypeOf({ at }: Message, { at: root }: MessagingApi): Node | null {
  const messageAndTraits = at instanceof Node ? [at, ...(at.get("traits")?.items() ?? [])] : [];
  const stated = messageAndTraits.flatMap((owner) => owner.get("contentType") ?? []);
  const fallback = root instanceof Node ? root.get("defaultContentType") : undefined;
  return stated[0] ?? fallback ?? null;
}
