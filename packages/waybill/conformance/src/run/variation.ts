// A variant of one input -> the whole request with it, a case id that says which, and whether it can be sent there without being read as
// another value, or as none.

import { type Json, matches, type Operation, type Parameter, type Schema } from "waybill/description";
import { partsOf, propertiesIn, resolved } from "../description/schema-parts.ts";
import { isList, isObject, type JsonObject, type Path, withPartsReplaced, withValueAt } from "../values/json.ts";
import { type Place, placesIn } from "../values/places.ts";
import { type Variant, variantId } from "../values/variant.ts";
import type { CallResult, Context } from "./context.ts";
import { bodyTypeOf, isUrlName } from "./inputs.ts";
import { isReference } from "./knowledge.ts";
import { encoded, membersOfBody, type RequestValues } from "./request-values.ts";
import { locksIn } from "./versions.ts";

/** `body/shipTo.zip/maxLength` */
export function bodyCaseId(variant: Variant): string {
  return `body/${variantId(variant)}`;
}

/** `maxLength`, `type:string`: what the variants of several places have in common. */
export function kindOf({ keyword, detail }: Variant): string {
  return detail === undefined ? keyword : `${keyword}:${detail}`;
}

/** `query.limit/type` */
export function parameterCaseId(parameter: Parameter, variant: Variant): string {
  return `${parameter.in}.${parameter.name}/${variantId(variant)}`;
}

/** The JSON that a request sends, and its schema; `null` where it sends none. */
export function jsonBodyOf({
  operation,
  values: { body },
}: Pick<CallResult, "operation" | "values">): { readonly schema: Schema; readonly value: Json } | null {
  const mediaType = bodyTypeOf(operation);
  return mediaType?.body === "json" && body?.kind === "value" ? { schema: mediaType.schema, value: body.value } : null;
}

/** The request with a body of these members, also where it had none, and of the version that it was based on. */
export function withMembers(operation: Operation, values: RequestValues, members: JsonObject): RequestValues {
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null) return { ...values, body: null };
  const usual = Object.entries(membersOfBody(values) ?? {});
  const locks = locksIn(operation, mediaType.schema);
  const value = { ...Object.fromEntries(usual.filter(([name]) => locks.includes(name))), ...members };
  return { ...values, body: { kind: "value", mediaType, value } };
}

/** The same request with new addresses in it. */
export function anew(context: Context, values: RequestValues): RequestValues {
  return values.body?.kind === "value" ? withBody(values, renewed(context, values.body.value)) : values;
}

export function withBody(values: RequestValues, value: Json): RequestValues {
  const { body } = values;
  return body?.kind === "value" ? { ...values, body: { ...body, value } } : values;
}

export function withText(values: RequestValues, contentType: string | null, text: string): RequestValues {
  return { ...values, body: { kind: "raw", contentType, text } };
}

/** `undefined` leaves the parameter out. */
export function withParameter(
  values: RequestValues,
  { in: place, name }: Parameter,
  value: Json | undefined,
): RequestValues {
  const { [name]: _, ...others } = values.parameters[place];
  const changed = value === undefined ? others : { ...others, [name]: value };
  return { ...values, parameters: { ...values.parameters, [place]: changed } };
}

/** The same body with new addresses in it, other than at the place that a variant is about. */
export function renewed(context: Context, value: Json, excludedPath: Path = []): Json {
  return withPartsReplaced(value, (part, path) => {
    const name = path.at(-1);
    const isAddress = typeof part === "string" && typeof name === "string" && isUrlName(name);
    return isAddress && path.join("/") !== excludedPath.join("/") ? context.newUrl() : undefined;
  });
}

/**
 * Whether a server that reads the parameter by its style finds this very value: text that the place trims, splits or drops says
 * nothing about the service. What is written as a JSON document (`content`) always travels.
 */
export function canCarry(parameter: Parameter, value: Json): boolean {
  if (parameter.mediaType !== null) return true;
  const mayBeObject = takes(parameter.schema, "object");
  if (isObject(value)) return mayBeObject && canCarryObject(parameter, value);
  if (mayBeObject) return false;
  const either = takes(parameter.schema, "array") && takes(parameter.schema, "scalar");
  if (!isList(value)) return !either && canCarryText(parameter, value, "");
  // One element looks like a value by itself.
  return (
    value.length > (either ? 1 : 0) && value.every((item) => canCarryText(parameter, item, delimiterOf(parameter)))
  );
}

function canCarryObject(parameter: Parameter, value: { readonly [key: string]: Json }): boolean {
  const entries = Object.entries(value);
  const delimiters = `${delimiterOf(parameter)}=`;
  const isSpread = parameter.style === "form" && parameter.explode;
  const declared = new Set(propertiesIn(parameter.schema).map(({ name }) => name));
  // An undeclared member could belong to any parameter.
  const isClear = Object.keys(value).every((name) => !isSpread || declared.has(name));
  return entries.length > 0 && isClear && entries.flat().every((text) => canCarryText(parameter, text, delimiters));
}

/** The delimiter between the elements of a list. */
function delimiterOf({ in: place, style, explode }: Parameter): string {
  if (style === "pipeDelimited") return explode ? "" : "|";
  if (style === "spaceDelimited") return explode ? "" : " ";
  if (style === "label") return explode ? "." : ",.";
  if (style === "matrix") return explode ? ";" : ",;";
  return explode && (place === "query" || place === "cookie") ? "" : ",";
}

function canCarryText({ in: place }: Parameter, value: Json, delimiters: string): boolean {
  if (value === null || isList(value) || isObject(value)) return false;
  const text = String(value);
  if (!text.isWellFormed() || [...delimiters].some((mark) => text.includes(mark))) return false;
  switch (place) {
    case "path":
      // Slashes are unpacked on the way, and dots are steps.
      return text !== "" && !/^\.{1,2}$|[/\\\0]/.test(text);
    case "query":
    case "querystring":
      return true;
    case "header":
      return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
    case "cookie":
      // Not everybody decodes them.
      return text !== "" && encoded(text) === text;
  }
}

const scalarKinds: readonly Schema["kind"][] = ["enum", "number", "boolean", "string"];

function takes(schema: Schema, form: "object" | "array" | "scalar"): boolean {
  return partsOf(schema).some(({ kind }) => (form === "scalar" ? scalarKinds.includes(kind) : kind === form));
}

/**
 * True when no reading of the value's text matches `schema`: the number 5 is the valid text `5` of a string, while `abc` is
 * no integer. An empty array has no text, and an object only where the schema takes objects. Whether the place can carry
 * the text at all (an empty segment of a path, a line break in a header) is for the caller to say.
 */
export function survivesAsText(schema: Schema, value: Json): boolean {
  if (isList(value) && value.length === 0) return false;
  if (isObject(value) && !partsOf(schema).some(({ kind }) => kind === "any" || kind === "object")) return false;
  return readingsOf(value).every((reading) => !matches(schema, reading));
}

/** Everything that a server may take the text for. */
function readingsOf(value: Json): Json[] {
  if (isList(value)) {
    const texts = value.map(textOf);
    return [...readingsOf(texts.join(",")), texts, texts.map(spelled)];
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, member]) => [name, textOf(member)] as const);
    return [Object.fromEntries(entries), Object.fromEntries(entries.map(([name, text]) => [name, spelled(text)]))];
  }
  const text = textOf(value);
  const parts = text.split(",");
  return [text, spelled(text), [text], [spelled(text)], parts, parts.map(spelled)];
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a text spells: a number, a boolean or null, else itself. */
function spelled(text: string): Json {
  if (text === "null") return null;
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** More than anyone has on hand, and few enough for any type. */
export const largeAmount: number = 1_000;

/** Every amount that has no bound is more than there is: what becomes of such a record may differ. */
export function withLargeAmounts(schema: Schema, body: Json): Json {
  const places = placesIn(schema, body).filter(isUnboundNumber);
  return places.reduce<Json>((value, { path }) => withValueAt(value, path, largeAmount), body);
}

export function isUnboundNumber({ path, schema, isThere }: Place): boolean {
  const dereferenced = resolved(schema);
  const name = path.at(-1);
  if (!isThere || dereferenced.kind !== "number" || typeof name !== "string" || isReference(name)) return false;
  return dereferenced.maximum === null && dereferenced.exclusiveMaximum === null;
}
