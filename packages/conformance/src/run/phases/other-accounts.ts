// With the key of another account: nothing of this account is reached, read or listed.
import type { Operation } from "waybill/description";
import { type Answered, asObject, type Context, isAccepted } from "../context.ts";
import { credentialOf } from "../credentials.ts";
import { bodyTypeOf, inputsFromLink, linksOf } from "../inputs.ts";
import { create } from "./baseline.ts";
import { itemsOf } from "./paging.ts";

export async function runOtherAccounts(context: Context): Promise<void> {
  const { otherKey = null } = context.options;
  if (otherKey === null) return;
  for (const [operation, { accepted, answered }] of context.baselines) {
    if (!accepted || operation.method !== "post" || linksOf(context, answered).length === 0) continue;
    await context.case("other accounts", `${operation.id}/other-account`, operation.id, () =>
      tryOther(context, operation, otherKey),
    );
  }
}

async function tryOther(context: Context, producer: Operation, otherKey: string): Promise<void> {
  const created = await create(context, producer);
  if (created === null) return;
  for (const { followed } of linksOf(context, created)) {
    const values = inputsFromLink(context, followed);
    if (values === null || (values.body === null && bodyTypeOf(followed.operation) !== null)) continue;
    const credential = credentialOf(context.schemes(followed.operation), otherKey);
    const answered = await context.call(followed.operation, values, credential);
    if (isAccepted(answered.status)) objectTo(context, answered, producer);
  }
  await lookInLists(context, created, otherKey);
}

async function lookInLists(context: Context, created: Answered, otherKey: string): Promise<void> {
  const ids = Object.entries(asObject(created.json) ?? {}).filter(([name]) => /id$/i.test(name));
  const [, id] = ids[0] ?? [];
  if (id === undefined) return;
  for (const [operation, { accepted, answered }] of context.baselines) {
    if (!accepted || operation.method !== "get" || itemsOf(answered.json) === null) continue;
    const own = new Set(itemsOf((await context.call(operation, answered.values)).json)?.map((item) => item["id"]));
    const credential = credentialOf(context.schemes(operation), otherKey);
    const list = await context.call(operation, answered.values, credential);
    const shared = itemsOf(list.json)?.some(
      (item) => Object.values(item).includes(id) || (item["id"] !== undefined && own.has(item["id"])),
    );
    if (shared === true) objectTo(context, list, created.operation);
  }
}

function objectTo(context: Context, answered: Answered, producer: Operation): void {
  const message = `${answered.operation.id} gives another account what ${producer.id} has created`;
  context.object("foreign-access", message, answered);
}
