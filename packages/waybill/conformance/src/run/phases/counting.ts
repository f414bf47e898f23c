// Lists before and after: a create adds one record, a deletion takes one away, and what is rejected leaves the list as it was. Of several
// creates at once, each makes a record of its own.
import { matches, type Operation } from "waybill/description";
import { propertiesIn } from "../../description/schema-parts.ts";
import { declares } from "../../description/stated.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { create } from "../creating.ts";
import { readOwn } from "../engines/read-back.ts";
import { isMade, List, listsWith } from "../engines/read-twice.ts";
import { bodyTypeOf, follow, freshValues, inputsFor, unusedValues } from "../inputs.ts";
import { idsMadeBy, linksOf } from "../links.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { unknownBodies } from "../rules/entries.ts";
import { listNamedBy } from "../unused.ts";
import { anew, renewed, withBody } from "../variation.ts";
import { amountNames } from "./amounts.ts";
import { readWhole } from "./pages.ts";
import { stockNames } from "./reservations.ts";
import { lateCase } from "./stated-refusals.ts";

export function* counting(context: Context): Cases {
  for (const producer of context.accepted) {
    const { operation } = producer;
    if (operation.method !== "post" || linksOf(context, producer).length === 0) continue;
    yield caseOf("links", operation, "links/count", async () => {
      const created = await create(context, operation);
      const lists = created === null ? [] : await listsWith(context, created);
      if (lists.length === 0) context.leftOut.note(operation, "wrong-count", "no list has what it creates");
      for (const first of lists) {
        await count(context, producer, new List(context, first));
      }
    });
  }
}

async function count(context: Context, producer: CallResult, list: List): Promise<void> {
  const { operation } = producer;
  const before = await list.all();
  const created = before === null ? null : await create(context, operation);
  const after = created === null ? null : await list.all();
  // What does not fit on a page cannot be counted.
  if (before === null || created === null || after === null || after.items.length >= list.many) return;
  const createdItems = after.items.filter((item) => isMade(item, created));
  if (createdItems.length === 0) return await checkNews(context, list, created);
  const added = after.items.length - before.items.length;
  if (createdItems.length !== 1 || (added !== 1 && (await addsAgain(context, operation, list)) !== 1)) {
    list.fault("wrong-count", after, `has ${added} more records after one ${operation.id}`);
  }
  await countRefused(context, producer, list);
  await countRemoved(context, created, list);
}

/** It had the first record of the kind: where it lacks two later ones that are there, it is a list of earlier. */
async function checkNews(context: Context, list: List, created: CallResult): Promise<void> {
  const { operation } = created;
  const other = await create(context, operation);
  const after = await list.all();
  if (other === null || after === null || after.items.length >= list.many) return;
  const creations = [created, other].filter(({ status }) => status !== 202);
  if (creations.length < 2 || creations.some((one) => after.items.some((item) => isMade(item, one)))) return;
  if ((await readOwn(context, created))?.resource == null) return;
  list.fault("wrong-count", after, `lacks the records that ${operation.id} has created since it was first read`);
}

/** Somebody else may have added to the list meanwhile: it counts what happens twice. */
async function addsAgain(context: Context, operation: Operation, list: List): Promise<number> {
  const before = await list.all();
  const created = await create(context, operation);
  const after = await list.all();
  return created === null || before === null || after === null ? 1 : after.items.length - before.items.length;
}

/** Bodies that name what does not exist: nothing comes of them. */
async function countRefused(context: Context, { operation, values }: CallResult, list: List): Promise<void> {
  for (const { path, body } of unknownBodies(operation, values)) {
    const before = await list.all();
    const result = await context.call(operation, withBody(values, renewed(context, body)));
    const after = await list.all();
    if (!isRefused(result.status) || before === null || after === null) continue;
    if (after.items.length <= before.items.length) continue;
    list.fault("wrong-count", after, `has an additional record after ${operation.id} rejected an unknown ${path}`);
  }
}

async function countRemoved(context: Context, created: CallResult, list: List): Promise<void> {
  const deletion = follow(context, created, ({ operation }) => operation.method === "delete");
  if (deletion === null) return;
  const before = await list.all();
  const result = await context.call(deletion.operation, deletion.values);
  const after = await list.all();
  if (!isAccepted(result.status) || before === null || after === null) return;
  const missing = before.items.length - after.items.length;
  if (missing > 1) list.fault("wrong-count", after, `has ${missing} fewer records after one ${deletion.operation.id}`);
}

/** So many creates at once. */
const together = 5;

export function* concurrentCreates(context: Context): Cases {
  for (const { operation } of context.accepted) {
    const usual = inputsFor(context, operation, "required")?.values;
    const first = context.baselines.get(operation);
    if (operation.method !== "post" || first === undefined || usual === undefined) continue;
    if (linksOf(context, first).length === 0 || idsMadeBy(first).length === 0) continue;
    const run = async (): Promise<void> => {
      // Of the same names and times there may be only one.
      const requests = Array.from({ length: together }, () => anew(context, unusedValues(context, operation, usual)));
      const results = await context.atOnce(requests.map((one) => () => context.call(operation, one)));
      const creations = results.filter(({ status }) => isAccepted(status));
      await checkMade(context, creations);
    };
    yield caseOf("links", operation, "links/at-once", run, { elsewhere: "or last" });
    if (declares(operation, 409))
      yield lateCase("links", operation, "links/one-at-once", () => tryConflict(context, operation, usual));
  }
}

/** Where the second of two requests is a conflict, all but one of several at once are: of what there is one of, or for all that there is. */
async function tryConflict(context: Context, operation: Operation, usual: RequestValues): Promise<void> {
  const send = (values: RequestValues): Promise<CallResult> =>
    context.call(operation, values, context.credential(operation));
  const fresh = (): Promise<RequestValues> => freshValues(context, operation, usual);
  const two = async (): Promise<RequestValues[]> => [await fresh(), await fresh()];
  for (const next of [two, () => allOfStock(context, operation, usual)]) {
    const [control, values] = await next();
    if (control === undefined || values === undefined) continue;
    await context.preparations.get(operation)?.(control);
    if (!isAccepted((await send(control)).status) || (await send(control)).status !== 409) continue;
    await context.preparations.get(operation)?.(values);
    const results = await context.atOnce(Array.from({ length: together }, () => () => send(values)));
    const [accepted, ...more] = results.filter(({ status }) => isAccepted(status));
    if (accepted === undefined || more.length === 0) continue;
    const text = `accepts ${more.length + 1} of ${together} concurrent requests, of which each but the first is a conflict (409)`;
    return context.fault("rule-broken", accepted, text);
  }
}

/** Requests of which each takes all that a listed record says that there is of it: `quantity: 3` of what has `available: 3`. */
async function allOfStock(context: Context, operation: Operation, usual: RequestValues): Promise<RequestValues[]> {
  const schema = bodyTypeOf(operation)?.schema;
  const members = membersOfBody(usual) ?? {};
  const properties = schema === undefined ? [] : propertiesIn(schema);
  const amount = properties.find(({ name }) => amountNames.test(name))?.name;
  const [named] = Object.keys(members).flatMap((name) => {
    const list = listNamedBy(context, name);
    return list === undefined ? [] : [{ name, list }];
  });
  if (schema === undefined || amount === undefined || named === undefined) return [];
  return ((await readWhole(context, named.list))?.items ?? []).flatMap((item): RequestValues[] => {
    const [, stock = 0] = Object.entries(item).find(([member]) => stockNames.test(member)) ?? [];
    const all = { ...members, [named.name]: item["id"] ?? null, [amount]: stock };
    return stock !== 0 && matches(schema, all) ? [withBody(usual, all)] : [];
  });
}

async function checkMade(context: Context, creations: readonly CallResult[]): Promise<void> {
  const [first] = creations;
  if (first === undefined) return;
  const ids = creations.flatMap((one) => idsMadeBy(one));
  if (new Set(ids).size < ids.length)
    context.fault("rule-broken", first, `returns the same id to several of ${creations.length} concurrent requests`);
  for (const one of creations) {
    const read = await readOwn(context, one);
    if (read === null || read.resource !== null || one.status === 202) continue;
    const text = `does not return what ${first.operation.id} created in a concurrent request`;
    context.fault("lost-resource", read.result, text);
  }
}
