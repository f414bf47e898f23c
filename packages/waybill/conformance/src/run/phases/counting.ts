// Lists before and after: a create adds one record, a deletion takes one away, and what is rejected leaves the list as it was.
import type { Operation } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { inputsFromLink } from "../inputs.ts";
import { idsMadeBy, linksOf } from "../links.ts";
import { List, listingsIn } from "../lists.ts";
import { renewed, withBody } from "../variation.ts";
import { create } from "./baseline.ts";
import { sizeOf } from "./paging.ts";
import { unknownBodies } from "./stated-rules.ts";

export async function runCounting(context: Context): Promise<void> {
  for (const producer of context.accepted) {
    const { operation } = producer;
    if (operation.method !== "post" || linksOf(context, producer).length === 0) continue;
    await context.case("links", `${operation.id}/links/count`, operation.id, async () => {
      const made = await create(context, operation);
      for (const first of made === null ? [] : await listsWith(context, made)) {
        await count(context, producer, listOf(context, first));
      }
    });
  }
}

/** The lists that have what an operation makes, looked for once. */
export async function listsWith(context: Context, made: CallResult): Promise<readonly CallResult[]> {
  const known = context.listsWith.get(made.operation);
  if (known !== undefined) return known;
  const found: CallResult[] = [];
  for (const first of listingsIn(context)) {
    const page = await listOf(context, first).all();
    if (page?.items.some((item) => hasId(item, made)) === true) found.push(first);
  }
  context.listsWith.set(made.operation, found);
  return found;
}

/** As much of the list as may be asked for at once. */
export function listOf(context: Context, first: CallResult): List {
  return new List(context, first, sizeOf(first.operation));
}

async function count(context: Context, producer: CallResult, list: List): Promise<void> {
  const { operation } = producer;
  const before = await list.all();
  const made = before === null ? null : await create(context, operation);
  const after = made === null ? null : await list.all();
  // What does not fit on a page cannot be counted.
  if (before === null || made === null || after === null || after.items.length >= list.many) return;
  const own = after.items.filter((item) => hasId(item, made));
  if (own.length === 0) return;
  const object = (message: string): void =>
    context.object("wrong-count", message, { ...after.result, where: placeOf(list.operation.at) });
  const added = after.items.length - before.items.length;
  if (own.length !== 1 || (added !== 1 && (await addsAgain(context, operation, list)) !== 1)) {
    object(`${list.operation.id} has ${added} more records after one ${operation.id}`);
  }
  await countRefused(context, producer, list);
  await countRemoved(context, made, list);
}

/** Somebody else may have added to the list meanwhile: it counts what happens twice. */
async function addsAgain(context: Context, operation: Operation, list: List): Promise<number> {
  const before = await list.all();
  const made = await create(context, operation);
  const after = await list.all();
  return made === null || before === null || after === null ? 1 : after.items.length - before.items.length;
}

/** Bodies that name what does not exist: nothing comes of them. */
async function countRefused(context: Context, { operation, values }: CallResult, list: List): Promise<void> {
  for (const { path, body } of unknownBodies(operation, values)) {
    const before = await list.all();
    const result = await context.call(operation, withBody(values, renewed(context, body)));
    const after = await list.all();
    if (!isRefused(result.status) || before === null || after === null) continue;
    if (after.items.length <= before.items.length) continue;
    const message = `${list.operation.id} has an additional record after ${operation.id} rejected an unknown ${path}`;
    context.object("wrong-count", message, { ...after.result, where: placeOf(list.operation.at) });
  }
}

async function countRemoved(context: Context, made: CallResult, list: List): Promise<void> {
  const deletion = linksOf(context, made).find(({ followed }) => followed.operation.method === "delete");
  const values = deletion === undefined ? null : inputsFromLink(context, deletion.followed);
  if (deletion === undefined || values === null) return;
  const before = await list.all();
  const result = await context.call(deletion.followed.operation, values);
  const after = await list.all();
  if (!isAccepted(result.status) || before === null || after === null) return;
  const missing = before.items.length - after.items.length;
  if (missing <= 1) return;
  const message = `${list.operation.id} has ${missing} fewer records after one ${deletion.followed.operation.id}`;
  context.object("wrong-count", message, { ...after.result, where: placeOf(list.operation.at) });
}

function hasId(item: JsonObject, made: CallResult): boolean {
  const own = asObject(made.json)?.["id"];
  if (own !== undefined && item["id"] === own) return true;
  const ids: readonly unknown[] = idsMadeBy(made);
  return Object.values(item).some((value) => ids.includes(value));
}
