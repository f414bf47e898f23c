// A list that is read more than once, whole and in parts, before and after something -> its records, page by page, and whether both
// say the same.
import type { Json, Operation, Parameter, Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { resolved } from "../../description/schema-parts.ts";
import type { Check } from "../../finding.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { pageNames, unbracketed } from "../knowledge.ts";
import { idsMadeBy } from "../links.ts";
import { itemsOf } from "../records.ts";
import type { RequestValues } from "../request-values.ts";
import { withParameter } from "../variation.ts";

export interface Page {
  readonly items: readonly JsonObject[];
  readonly result: CallResult;
}

export class List {
  readonly operation: Operation;
  /** The parameter that says how many records to return. */
  readonly size: Parameter | null;
  /** The most that is asked for where all records are wanted. */
  readonly many: number;
  private readonly context: Context;
  private readonly usual: RequestValues;

  /** As much of the list as may be asked for at once, unless another parameter says how much. */
  constructor(
    context: Context,
    { operation, values }: Pick<CallResult, "operation" | "values">,
    size: Parameter | null = sizeOf(operation),
  ) {
    this.context = context;
    this.operation = operation;
    this.usual = values;
    this.size = size;
    this.many = manyOf(size);
  }

  /** The list with these query parameters; `null` when it is rejected. */
  async page(query: Readonly<Record<string, Json>>): Promise<Page | null> {
    const values = Object.entries(query).reduce<RequestValues>((all, [name, value]) => {
      const parameter = this.operation.parameters.find((one) => one.in === "query" && one.name === name);
      return parameter === undefined ? all : withParameter(all, parameter, value);
    }, this.usual);
    const result = await this.context.call(this.operation, values);
    const items = isAccepted(result.status) ? itemsOf(result.json) : null;
    return items === null ? null : { items, result };
  }

  /** As many records as may be asked for. */
  async all(query: Readonly<Record<string, Json>> = {}): Promise<Page | null> {
    return await this.page({ ...(this.size === null ? {} : { [this.size.name]: this.many }), ...query });
  }

  /** `text` follows the name of the operation. */
  fault(check: Check, { result }: Page, text: string, { at }: Pick<Parameter, "at"> = this.operation): void {
    this.context.fault(check, result, text, placeOf(at));
  }
}

/** The accepted first calls that list. */
export function listingsIn({ accepted }: Context): CallResult[] {
  return accepted.filter(({ operation, json }) => operation.method === "get" && itemsOf(json) !== null);
}

/** The lists that have what an operation makes, looked for once. */
export async function listsWith(context: Context, created: CallResult): Promise<readonly CallResult[]> {
  const known = context.listsWith.get(created.operation);
  if (known !== undefined) return known.map((one) => beside(one, created));
  const matchingListings: CallResult[] = [];
  for (const first of listingsIn(context)) {
    const page = await new List(context, beside(first, created)).all();
    if (page?.items.some((item) => isMade(item, created)) === true) matchingListings.push(first);
  }
  context.listsWith.set(created.operation, matchingListings);
  return matchingListings.map((one) => beside(one, created));
}

/** A list below the same parent. */
function beside(listing: CallResult, { operation, values }: CallResult): CallResult {
  if (listing.operation.path.text !== operation.path.text) return listing;
  const { path } = values.parameters;
  return { ...listing, values: { ...listing.values, parameters: { ...listing.values.parameters, path } } };
}

/** Whether a record of a list is what a request has made. */
export function isMade(item: JsonObject, created: CallResult): boolean {
  const createdId = asObject(created.json)?.["id"];
  if (createdId !== undefined && item["id"] === createdId) return true;
  const ids: readonly unknown[] = idsMadeBy(created);
  return Object.values(item).some((value) => ids.includes(value));
}

export function sameItem(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === undefined || b === undefined ? a === b : identityOf(a) === identityOf(b);
}

/** Whether two lists have the same records in the same order. */
export function isSameList({ items }: Pick<Page, "items">, other: Pick<Page, "items">): boolean {
  return items.length === other.items.length && items.every((item, index) => sameItem(item, other.items[index]));
}

/** What identifies a record. */
function identityOf(item: JsonObject): string {
  const name =
    Object.keys(item).find((key) => /^(id|uuid|guid|key|sku|slug)$/i.test(key)) ??
    Object.keys(item).find((key) => /[a-z_](id|Id|ID)$/.test(key));
  return JSON.stringify(name === undefined ? item : item[name]);
}

/** The default of a number. */
export function defaultOf(schema: Schema): number | null {
  const defaultValue = schema.annotations.default?.value;
  if (typeof defaultValue === "number") return defaultValue;
  return schema.kind === "ref" ? defaultOf(schema.target.schema) : null;
}

export const offsetNames: RegExp = /^(offset|skip|start)$/i;
const sizeNames = /^(limit|size|top|first|count|(page|per|max)_?(size|page|results|items)|pagesize|perpage)$/i;

/** The most that is asked for where all records are wanted. */
const most = 100;

/** The parameter that says how many records of a list are returned. */
export function sizeOf({ parameters }: Operation): Parameter | null {
  return numbersOf(parameters).find(({ name }) => sizeNames.test(unbracketed(name))) ?? null;
}

export function manyOf(size: Parameter | null): number {
  return Math.min(most, (size === null ? null : maximumOf(size.schema)) ?? most);
}

export function maximumOf(schema: Schema): number | null {
  const dereferenced = resolved(schema);
  if (dereferenced.kind !== "number") return null;
  const { maximum, exclusiveMaximum } = dereferenced;
  if (maximum === null && exclusiveMaximum === null) return null;
  return Math.floor(Math.min(maximum ?? most, (exclusiveMaximum ?? most + 1) - 1));
}

export interface Paging {
  readonly size: Parameter | null;
  readonly offset: Parameter | null;
  /** The number of a page. */
  readonly page: Parameter | null;
}

/** The parameters that say which part of a list to return. */
export function pagingOf(operation: Operation, items: readonly JsonObject[]): Paging {
  // A member of the records by that name makes it a filter: shoes have a size.
  const isFree = ({ name }: Parameter): boolean => items.every((item) => !Object.hasOwn(item, name));
  const numbers = numbersOf(operation.parameters);
  const named = (names: RegExp): Parameter | null =>
    numbers.find((one) => names.test(unbracketed(one.name)) && isFree(one)) ?? null;
  return { size: named(sizeNames), offset: named(offsetNames), page: named(pageNames) };
}

function numbersOf(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.filter((one) => one.in === "query" && resolved(one.schema).kind === "number");
}

/** Positions are meaningless in a list whose order changes, or that other clients add to. `before`: what the query returned. */
export async function isSteady(list: List, before: Page, query: Readonly<Record<string, Json>> = {}): Promise<boolean> {
  // Twice: what changes with every look may look the same every other time.
  for (let looks = 0; looks < 2; looks += 1) {
    const after = await list.all(query);
    if (after === null || !isSameList(before, after)) return false;
  }
  return true;
}
