// With the key of another account: nothing of this account is reached, read or listed.
import type { Operation } from "waybill/description";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { credentialOf, needsKey } from "../credentials.ts";
import { bodyTypeOf, inputsFromLink } from "../inputs.ts";
import { isAboutOne, linksOf } from "../links.ts";
import { itemsOf, listingsIn } from "../lists.ts";
import { create } from "./baseline.ts";

export async function runOtherAccounts(context: Context): Promise<void> {
  const { otherKey = null } = context.options;
  if (otherKey === null) return;
  for (const result of context.accepted) {
    const { operation } = result;
    if (operation.method !== "post" || linksOf(context, result).length === 0) continue;
    await context.case("other accounts", `${operation.id}/other-account`, operation.id, () =>
      tryOther(context, operation, otherKey),
    );
  }
}

async function tryOther(context: Context, producer: Operation, otherKey: string): Promise<void> {
  const created = await create(context, producer);
  if (created === null) return;
  for (const { followed } of linksOf(context, created)) {
    // Public operations and lists of the own account show nothing.
    if (!isAboutOne(followed) || !needsKey(followed.operation)) continue;
    const values = inputsFromLink(context, followed);
    if (values === null || (values.body === null && bodyTypeOf(followed.operation) !== null)) continue;
    const credential = credentialOf(context.schemes(followed.operation), otherKey);
    const result = await context.call(followed.operation, values, credential);
    if (isAccepted(result.status)) objectTo(context, result, producer);
  }
  await lookInLists(context, created, otherKey);
}

/** Ids that this run has made are no other account's. */
async function lookInLists(context: Context, created: CallResult, otherKey: string): Promise<void> {
  for (const { operation, values } of listingsIn(context)) {
    if (!needsKey(operation)) continue;
    const credential = credentialOf(context.schemes(operation), otherKey);
    const list = await context.call(operation, values, credential);
    const shared = itemsOf(list.json)?.some((item) => Object.values(item).some((value) => context.madeIds.has(value)));
    if (shared === true) objectTo(context, list, created.operation);
  }
}

function objectTo(context: Context, result: CallResult, producer: Operation): void {
  const message = `${result.operation.id} gives another account access to what ${producer.id} has created`;
  context.object("foreign-access", message, result);
}
