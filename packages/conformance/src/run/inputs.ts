// An operation -> values for its inputs that the service should accept: what is known of it, examples, and the schemas.
import {
  type Json,
  type MediaType,
  matches,
  type Operation,
  type Parameter,
  type ParameterPlace,
  type Schema,
} from "waybill/description";
import { sampleOf } from "../values/index.ts";
import { isList } from "../values/json.ts";
import type { Answered, Context } from "./context.ts";
import { isAccepted } from "./context.ts";
import { distinct } from "./distinct.ts";
import { isReference, ownerOfParameter, ownerOfPath } from "./knowledge.ts";
import { noValues, type RequestValues } from "./request-values.ts";
import type { Followed } from "./runtime-expression.ts";

export type Fullness = "required" | "all" | "example";

export interface Inputs {
  readonly values: RequestValues;
  /** Names of things that must exist and that nothing is known of. */
  readonly unknown: readonly string[];
}

/** `null` when no valid value can be made; a note says why. */
export function inputsFor(context: Context, operation: Operation, fullness: Fullness): Inputs | null {
  const unknown: string[] = [];
  const parameters: Record<ParameterPlace, Record<string, Json>> = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of operation.parameters) {
    if (!parameter.required && fullness === "required") continue;
    const value = parameterValue(context, operation, parameter);
    if (value === undefined) return null;
    if (!value.known && isReference(parameter.name)) {
      if (!parameter.required) continue;
      unknown.push(parameter.name);
    }
    parameters[parameter.in][parameter.name] = value.value;
  }
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null) return { values: { parameters, body: null }, unknown };
  const value = bodyValue(context, { operation, mediaType, fullness, unknown });
  return value === undefined ? null : { values: { parameters, body: { kind: "value", mediaType, value } }, unknown };
}

/** The media type to send: JSON before anything else. */
export function bodyTypeOf({ requestBody }: Operation): MediaType | null {
  const order = ["json", "form", "multipart", "text", "binary", "lines", "sequence", "events"] as const;
  const content = requestBody?.content ?? [];
  return order.map((kind) => content.find(({ body }) => body === kind)).find((found) => found !== undefined) ?? null;
}

/** What follows from a link, with the rest of the inputs made as usual. */
export function inputsFromLink(context: Context, { operation, parameters, body }: Followed): RequestValues | null {
  const own = inputsFor(context, operation, "required");
  if (own === null && body === undefined) return null;
  const base = own?.values ?? noValues;
  const merged: RequestValues["parameters"] = {
    path: { ...base.parameters.path, ...parameters.path },
    query: { ...base.parameters.query, ...parameters.query },
    header: { ...base.parameters.header, ...parameters.header },
    cookie: { ...base.parameters.cookie, ...parameters.cookie },
  };
  const mediaType = bodyTypeOf(operation);
  if (body === undefined || mediaType === null) return { parameters: merged, body: base.body };
  return { parameters: merged, body: { kind: "value", mediaType, value: body } };
}

/** Tries required inputs, the description's examples, and all inputs, until one is accepted. The last answer otherwise. */
export async function acceptedCall(
  context: Context,
  operation: Operation,
): Promise<{ readonly answered: Answered; readonly unknown: readonly string[] } | null> {
  let last: { answered: Answered; unknown: readonly string[] } | null = null;
  const tried = new Set<string>();
  for (const fullness of ["required", "example", "all"] as const) {
    const inputs = inputsFor(context, operation, fullness);
    if (inputs === null) continue;
    const text = JSON.stringify([
      inputs.values.parameters,
      inputs.values.body?.kind === "value" ? inputs.values.body.value : null,
    ]);
    if (tried.has(text)) continue;
    tried.add(text);
    const answered = await callAnew(context, operation, inputs.values);
    if (isAccepted(answered.status)) return { answered, unknown: inputs.unknown };
    last ??= { answered, unknown: inputs.unknown };
  }
  return last;
}

/** A call that may make something: where the service says that there is such a thing already, once more under new names. */
export async function callAnew(context: Context, operation: Operation, values: RequestValues): Promise<Answered> {
  const answered = await context.call(operation, values);
  const { body } = values;
  if (answered.status !== 409 || body?.kind !== "value") return answered;
  const value = distinct(body.mediaType.schema, body.value, context.newMark());
  return value === body.value ? answered : await context.call(operation, { ...values, body: { ...body, value } });
}

function parameterValue(
  context: Context,
  operation: Operation,
  { name, in: place, schema, examples }: Parameter,
): { readonly value: Json; readonly known: boolean } | undefined {
  const owners = [place === "path" ? ownerOfParameter(operation.path.text, name) : ownerOfPath(operation.path.text)];
  const known = context.knowledge.valueFor(name, owners);
  if (known !== undefined && matches(schema, known)) return { value: known, known: true };
  const example = examples.map((one) => one.value.value).find((value) => matches(schema, value));
  if (example !== undefined) return { value: example, known: false };
  const sample = sampleOf(schema);
  if (sample.ok) return { value: sample.value, known: false };
  context.notes.add(`${operation.id}: no value for ${name} could be made: ${sample.reason}`);
  return undefined;
}

interface BodyQuestion {
  readonly operation: Operation;
  readonly mediaType: MediaType;
  readonly fullness: Fullness;
  /** Filled in. */
  readonly unknown: string[];
}

function bodyValue(context: Context, { operation, mediaType, fullness, unknown }: BodyQuestion): Json | undefined {
  const known = knownAt(context, operation);
  if (fullness === "example") {
    const example = mediaType.examples.map((one) => one.value.value).find((value) => matches(mediaType.schema, value));
    if (example === undefined) return undefined;
    return replaceKnown(example, (path) => known({ path, schema: null }));
  }
  const noted = new Set<string>();
  const sample = sampleOf(mediaType.schema, {
    all: fullness === "all",
    known: (place) => {
      const value = known(place);
      const name = lastName(place.path);
      if (value === undefined && isReference(name) && isPlainText(place.schema)) noted.add(name);
      return value;
    },
  });
  unknown.push(...noted);
  if (sample.ok) return sample.value;
  context.notes.add(`${operation.id}: no body could be made: ${sample.reason}`);
  return undefined;
}

type Place = { readonly path: readonly (string | number)[]; readonly schema: Schema | null };

function knownAt(context: Context, operation: Operation): (place: Place) => Json | undefined {
  return ({ path, schema }) => {
    const name = lastName(path);
    if (name === "") return undefined;
    const names = path.filter((token) => typeof token === "string");
    const owners = [...names.slice(0, -1).reverse().map(singularOf), ownerOfPath(operation.path.text)];
    const value = context.knowledge.valueFor(name, owners) ?? (isUrlName(name) ? context.newUrl() : undefined);
    if (value === undefined) return undefined;
    return schema === null || matches(schema, value) ? value : undefined;
  };
}

/** Fields that hold an address somebody is to be called at: each service wants them to differ. */
export function isUrlName(name: string): boolean {
  return /^(url|uri|endpoint|callback|(callback|webhook|target|endpoint|notification|hook|destination)[_-]?ur[li])$/i.test(
    name,
  );
}

function replaceKnown(
  value: Json,
  known: (path: readonly (string | number)[]) => Json | undefined,
  path: readonly (string | number)[] = [],
): Json {
  const own = path.length === 0 || typeof path.at(-1) === "number" ? undefined : known(path);
  if (own !== undefined && typeof own === typeof value) return own;
  if (isList(value)) return value.map((item, index) => replaceKnown(item, known, [...path, index]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceKnown(member, known, [...path, name])]),
  );
}

function isPlainText(schema: Schema): boolean {
  return schema.kind === "string" || (schema.kind === "ref" && schema.target.schema.kind === "string");
}

function lastName(path: readonly (string | number)[]): string {
  const last = path.findLast((token) => typeof token === "string");
  return typeof path.at(-1) === "number" || last === undefined ? (last ?? "") : last;
}

function singularOf(name: string): string {
  return name.replace(/s$/, "");
}
