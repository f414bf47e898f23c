// The response of an operation that lists -> its records, however they are packed.

import type { Json, Operation, Parameter, Schema } from "waybill/description";
import { resolved } from "../description/schema-parts.ts";
import { asObject } from "../values/json.ts";
import { type Baseline, type CallResult, type Context, isAccepted } from "./context.ts";
import type { RequestValues } from "./request-values.ts";
import { withParameter } from "./variation.ts";

export type Item = { readonly [key: string]: Json };

export interface List {
  readonly operation: Operation;
  readonly baseline: Baseline;
  /** The parameter that says how many records to return. */
  readonly size: Parameter | null;
  /** The most that is asked for where all records are wanted. */
  readonly many: number;
}

export interface Page {
  readonly items: readonly Item[];
  readonly result: CallResult;
}

/** The list with these query parameters; `null` when it is rejected. */
export async function fetchPage(
  context: Context,
  { operation, baseline }: List,
  query: Readonly<Record<string, Json>>,
): Promise<Page | null> {
  const values = Object.entries(query).reduce<RequestValues>((all, [name, value]) => {
    const parameter = operation.parameters.find((one) => one.in === "query" && one.name === name);
    return parameter === undefined ? all : withParameter(all, parameter, value);
  }, baseline.result.values);
  const result = await context.call(operation, values);
  const items = isAccepted(result.status) ? itemsOf(result.json) : null;
  return items === null ? null : { items, result };
}

/** The records of a list: the body itself, or the one member of it that is a list. */
export function itemsOf(json: unknown): readonly Item[] | null {
  if (Array.isArray(json)) {
    return json.flatMap((item: unknown): Item[] => {
      const object = asObject(item);
      return object === null ? [] : [object];
    });
  }
  const lists = Object.values(asObject(json) ?? {}).filter((member) => Array.isArray(member));
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? itemsOf(only) : null;
}

export function sameItem(a: Item | undefined, b: Item | undefined): boolean {
  return a === undefined || b === undefined ? a === b : identityOf(a) === identityOf(b);
}

/** What identifies a record. */
function identityOf(item: Item): string {
  const name =
    Object.keys(item).find((key) => /^(id|uuid|guid|key|sku|slug)$/i.test(key)) ??
    Object.keys(item).find((key) => /[a-z_](id|Id|ID)$/.test(key));
  return JSON.stringify(name === undefined ? item : item[name]);
}

/** Whether two responses list the same records in the same order, as far as both go. */
export function sameItems(a: readonly Item[], b: readonly Item[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((item, index) => sameItem(item, b[index]));
}

export function enumOf(schema: Schema): readonly string[] | null {
  const own = resolved(schema);
  return own.kind === "enum" ? own.values.filter((value) => typeof value === "string") : null;
}
