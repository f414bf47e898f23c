// What a configuration, an extension or names say about the pages of an operation -> its pagination, if the operation has the parts.
import { listOf, nearest, quote } from "../../../diagnostics/index.ts";
import { elementsOf, memberAt, memberNamesOf } from "../../analysis/members.ts";
import type { DraftOperation } from "../../draft.ts";
import type { PageEnd, Pagination, RequestField, ResponseField } from "../../pagination.ts";
import type { Json, NumberSchema, Schema } from "../../schema.ts";

/** The parts, by the names that they should have. */
export interface Plan {
  readonly next: PlannedNext;
  /** Default: the only array of the body. */
  readonly items: readonly string[] | null;
  readonly limit: PlannedField | null;
  readonly end: PageEnd | null;
  readonly source: Pagination["source"];
  readonly evidence: string;
}

export type PlannedNext =
  | { readonly kind: "offset"; readonly field: PlannedField }
  | { readonly kind: "page"; readonly field: PlannedField; readonly first: number | null }
  | { readonly kind: "cursor"; readonly field: PlannedField; readonly next: ResponseField }
  | { readonly kind: "last-item"; readonly field: PlannedField; readonly key: readonly string[] }
  | { readonly kind: "url"; readonly next: ResponseField }
  | { readonly kind: "link" };

/** A member of the request body, or a parameter by its name; `either`: a member of the body if there is no such parameter. */
export type PlannedField =
  | { readonly in: "parameter" | "either"; readonly name: string }
  | { readonly in: "body"; readonly path: readonly string[] };

/** A part that the operation does not have. */
export interface Misfit {
  /** `it has no parameter "ofset"`. */
  readonly reason: string;
  readonly hint: string;
  /** Whether it is the request that lacks the part. */
  readonly isInRequest: boolean;
}

export type Fit =
  | { readonly ok: true; readonly pagination: Pagination }
  | { readonly ok: false; readonly misfit: Misfit };

export function fitOf(operation: DraftOperation, plan: Plan): Fit {
  try {
    return { ok: true, pagination: paginationOf(operation, plan) };
  } catch (error) {
    if (error instanceof MisfitError) return { ok: false, misfit: error.misfit };
    throw error;
  }
}

/** Ends the fitting at the first part that is missing; it never leaves this module. */
class MisfitError extends Error {
  readonly misfit: Misfit;

  constructor(misfit: Misfit) {
    super(misfit.reason);
    this.misfit = misfit;
  }
}

function paginationOf(operation: DraftOperation, { next, items, limit, end, source, evidence }: Plan): Pagination {
  const request = requestPartOf(operation, next);
  const limitField = limit === null ? null : requestFieldOf(operation, limit);
  const bodies = bodiesOf(operation);
  if (end !== null) for (const body of bodies) expectMember(body, end.path, end.kind === "flag" ? "flag" : "number");
  if ("next" in next && next.next.in === "body") for (const body of bodies) expectMember(body, next.next.path, "text");
  const path = items ?? onlyArrayOf(bodies);
  const itemSchemas = bodies.map((body) => itemOf(body, path));
  const [first] = itemSchemas;
  if (first === undefined) throw noList();
  const { at, annotations } = first;
  const item: Schema =
    itemSchemas.length === 1
      ? first
      : { kind: "union", mode: "anyOf", members: itemSchemas, discriminator: null, at, annotations };
  if (next.kind === "last-item" && memberAt(item, next.key) === null)
    throw missing(`its items have no member ${quote(next.key.join("."))}`, next.key, memberNamesOf(item));
  return { ...request, items: path, item, limit: limitField, end, source, evidence };
}

type OwnPart<P extends Pagination = Pagination> = P extends Pagination
  ? Omit<P, "items" | "item" | "limit" | "end" | "source" | "evidence">
  : never;

function requestPartOf(operation: DraftOperation, next: PlannedNext): OwnPart {
  switch (next.kind) {
    case "offset":
      return { kind: "offset", field: requestFieldOf(operation, next.field) };
    case "page": {
      const field = requestFieldOf(operation, next.field);
      return { kind: "page", field, first: next.first ?? statedFirst(operation, field) ?? 1 };
    }
    case "cursor":
    case "last-item":
      return { ...next, field: requestFieldOf(operation, next.field) };
    case "url":
    case "link":
      if (operation.method === "get") return next;
      throw new MisfitError({
        reason: `the URL of a next page is for GET, and this is ${operation.method.toUpperCase()}`,
        hint: "name the parameter that its value is sent in: cursor and next",
        isInRequest: true,
      });
  }
}

function requestFieldOf({ parameters, requestBody }: DraftOperation, field: PlannedField): RequestField {
  const [body] = requestBody?.content ?? [];
  if (field.in !== "body") {
    const parameter = parameters.find(({ name }) => name === field.name);
    if (parameter?.in === "query" || parameter?.in === "header") return { in: parameter.in, name: parameter.name };
    const keys = field.name.split(".");
    if (field.in === "either" && body !== undefined && memberAt(body.schema, keys) !== null)
      return { in: "body", path: keys };
    const known = parameters.filter((one) => one.in === "query" || one.in === "header").map(({ name }) => name);
    throw missing(`it has no parameter ${quote(field.name)} in the query or a header`, [field.name], known, true);
  }
  if (body !== undefined && memberAt(body.schema, field.path) !== null) return { in: "body", path: field.path };
  const known = body === undefined ? [] : memberNamesOf(body.schema);
  throw missing(`its request body has no member ${quote(field.path.join("."))}`, field.path, known, true);
}

/** The schemas of the JSON bodies of success responses. */
export function bodiesOf({ responses }: DraftOperation): readonly Schema[] {
  return responses
    .filter(
      ({ status }) =>
        (status.kind === "code" ? Math.floor(status.code / 100) : status.kind === "range" && status.first) === 2,
    )
    .flatMap(({ content }) => content)
    .filter(({ body }) => body === "json")
    .map(({ schema }) => schema);
}

function itemOf(body: Schema, path: readonly string[]): Schema {
  const holder = memberAt(body, path);
  const item = holder === null ? null : elementsOf(holder);
  if (item !== null) return item;
  if (path.length === 0) throw missing("its response body is not an array", path, arraysIn(body));
  throw missing(`its response body has no array ${quote(path.join("."))}`, path, arraysIn(body));
}

function onlyArrayOf([body]: readonly Schema[]): readonly string[] {
  if (body === undefined) throw noList();
  if (elementsOf(body) !== null) return [];
  const [only, ...others] = listsIn(body);
  if (only !== undefined && others.length === 0) return only;
  throw new MisfitError({
    reason: only === undefined ? "its response body has no array" : "its response body has several arrays",
    hint:
      only === undefined
        ? "name the member that has the items"
        : `name the one with the items: ${listOf([only, ...others].map((path) => path.join(".")))}`,
    isInRequest: false,
  });
}

/** The keys that lead to the arrays of a body; without any, to those that HAL embeds. */
export function listsIn(body: Schema): readonly (readonly string[])[] {
  const directLists = arraysIn(body).map((name) => [name]);
  const embedded = directLists.length === 0 ? memberAt(body, ["_embedded"]) : null;
  return embedded === null ? directLists : arraysIn(embedded).map((name) => ["_embedded", name]);
}

/** The members of a body that are arrays. */
function arraysIn(body: Schema): readonly string[] {
  return memberNamesOf(body).filter((name) => {
    const member = memberAt(body, [name]);
    return member !== null && elementsOf(member) !== null;
  });
}

const accepted = {
  flag: { kinds: ["boolean", "enum", "any"], what: "a boolean" },
  number: { kinds: ["number", "any"], what: "a number" },
  text: { kinds: ["string", "number", "enum", "any"], what: "a text or a number" },
} as const;

/** Reports a member that is missing. */
function expectMember(body: Schema, path: readonly string[], kind: keyof typeof accepted): void {
  const member = memberAt(body, path);
  const { kinds, what } = accepted[kind];
  const isFit = (schema: Schema | null): boolean =>
    schema !== null && scalarsIn(schema).some((one) => kinds.some((each) => each === one.kind));
  if (isFit(member)) return;
  const reason = `its response body has no member ${quote(path.join("."))} that is ${what}`;
  const holder = memberAt(body, path.slice(0, -1)) ?? body;
  const fitting = memberNamesOf(holder).filter((name) => isFit(memberAt(holder, [name])));
  throw missing(reason, path, fitting);
}

/** The alternatives of a value, through references. */
export function scalarsIn(schema: Schema, seen: ReadonlySet<Schema> = new Set()): readonly Schema[] {
  if (seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  if (schema.kind === "ref") return scalarsIn(schema.target.schema, inside);
  if (schema.kind === "union" || schema.kind === "intersection")
    return schema.members.flatMap((member) => scalarsIn(member, inside));
  return [schema];
}

/** The number of the first page that the parameter states: its default, or a minimum of 0 or 1. */
export function statedFirst({ parameters }: DraftOperation, field: RequestField): number | null {
  if (field.in === "body") return null;
  const schema = parameters.find((one) => one.in === field.in && one.name === field.name)?.schema;
  if (schema === undefined) return null;
  const standard: Json | undefined = schema.annotations.default?.value;
  const stated = Number(standard ?? Number.NaN);
  if (standard !== undefined) return stated === 0 || stated === 1 ? stated : null;
  const minimum = scalarsIn(schema).find((one): one is NumberSchema => one.kind === "number")?.minimum ?? null;
  return minimum === 0 || minimum === 1 ? minimum : null;
}

function missing(reason: string, path: readonly string[], known: readonly string[], isInRequest = false): MisfitError {
  const near = nearest(path.at(-1) ?? "", known);
  const hint =
    near !== undefined
      ? `did you mean ${quote(near)}?`
      : known.length === 0
        ? "there is none that could be meant"
        : `available: ${known.slice(0, 12).join(", ")}${known.length > 12 ? ", …" : ""}`;
  return new MisfitError({ reason, hint, isInRequest });
}

function noList(): MisfitError {
  return new MisfitError({
    reason: "it has no success response with a JSON body",
    hint: "only operations that return a list have pages",
    isInRequest: false,
  });
}
