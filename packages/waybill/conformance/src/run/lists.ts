// An operation that lists -> its records, however they are packed, page by page.

import type { Json, Operation, Parameter, Schema } from "waybill/description";
import { placeOf } from "../description/description.ts";
import { resolved } from "../description/schema-parts.ts";
import type { Check } from "../finding.ts";
import type { JsonObject } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { itemsOf } from "./items.ts";
import type { RequestValues } from "./request-values.ts";
import { withParameter } from "./variation.ts";

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

  constructor(
    context: Context,
    { operation, values }: CallResult,
    size: { parameter: Parameter | null; many: number },
  ) {
    this.context = context;
    this.operation = operation;
    this.usual = values;
    this.size = size.parameter;
    this.many = size.many;
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

  /** What a page says of itself is wrong. */
  objectTo({ result }: Page, message: string): void {
    this.context.object("page-report", `${this.operation.id} ${message}`, result);
  }

  /** `message` follows the name of the operation. */
  object(check: Check, message: string, { page, parameter }: { page: Page; parameter: Parameter }): void {
    const about = { ...page.result, where: placeOf(parameter.at) };
    this.context.object(check, `${this.operation.id} ${message}`, about);
  }
}

/** The accepted first calls that list. */
export function listingsIn({ accepted }: Context): CallResult[] {
  return accepted.filter(({ operation, json }) => operation.method === "get" && itemsOf(json) !== null);
}

export function sameItem(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === undefined || b === undefined ? a === b : identityOf(a) === identityOf(b);
}

/** What identifies a record. */
function identityOf(item: JsonObject): string {
  const name =
    Object.keys(item).find((key) => /^(id|uuid|guid|key|sku|slug)$/i.test(key)) ??
    Object.keys(item).find((key) => /[a-z_](id|Id|ID)$/.test(key));
  return JSON.stringify(name === undefined ? item : item[name]);
}

export function enumOf(schema: Schema): readonly string[] | null {
  const own = resolved(schema);
  return own.kind === "enum" ? own.values.filter((value) => typeof value === "string") : null;
}

/** The default of a number. */
export function defaultOf(schema: Schema): number | null {
  const own = schema.annotations.default?.value;
  if (typeof own === "number") return own;
  return schema.kind === "ref" ? defaultOf(schema.target.schema) : null;
}

export const offsetNames: RegExp = /^(offset|skip|start)$/i;
export const pageNames: RegExp = /^(page|page_?(number|index|no))$/i;

/** Positions are meaningless in a list whose order changes, or that other clients add to. `before`: what the query returned. */
export async function isSteady(list: List, before: Page, query: Readonly<Record<string, Json>> = {}): Promise<boolean> {
  // Twice: what changes with every look may look the same every other time.
  for (let looks = 0; looks < 2; looks += 1) {
    const after = await list.all(query);
    if (after?.items.length !== before.items.length) return false;
    if (!before.items.every((item, index) => sameItem(item, after.items[index]))) return false;
  }
  return true;
}
