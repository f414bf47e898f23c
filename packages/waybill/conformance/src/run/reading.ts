// What a request has created -> the resource as its own account reads it now.
import { asObject, type JsonObject } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { inputsFromLink } from "./inputs.ts";
import { itemsOf } from "./items.ts";
import { linksOf } from "./links.ts";
import { listingsIn } from "./lists.ts";

export interface Reading {
  readonly result: CallResult;
  /** `null`: it is gone. */
  readonly resource: JsonObject | null;
}

/** By a link that reads it, or in a list below whose path it was created; `null` where there is neither. */
export async function readOwn(context: Context, created: CallResult): Promise<Reading | null> {
  const link = linksOf(context, created).find(({ followed }) => followed.operation.method === "get");
  if (link !== undefined) {
    const values = inputsFromLink(context, link.followed);
    if (values === null) return null;
    const result = await context.call(link.followed.operation, values);
    return { result, resource: isAccepted(result.status) ? asObject(result.json) : null };
  }
  const id = asObject(created.json)?.["id"];
  const list = listingsIn(context).find(({ operation }) => operation.path.text === created.operation.path.text);
  if (id === undefined || list === undefined) return null;
  const result = await context.call(list.operation, list.values);
  return { result, resource: itemsOf(result.json)?.find((item) => item["id"] === id) ?? null };
}

/** The members that are not as they were, where that lasts; all of them where the resource is gone. */
export async function changesSince(
  context: Context,
  created: CallResult,
  { resource: before }: Reading,
): Promise<{ readonly names: readonly string[]; readonly result: CallResult } | null> {
  const now = await readOwn(context, created);
  if (before === null || now === null) return null;
  const names = namesOf(before, now.resource);
  if (names.length === 0) return null;
  // What changes by itself changes again.
  const later = await readOwn(context, created);
  const isSteady = later !== null && JSON.stringify(later.resource) === JSON.stringify(now.resource);
  return isSteady ? { names, result: now.result } : null;
}

function namesOf(before: JsonObject, now: JsonObject | null): string[] {
  if (now === null) return ["everything"];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
}
