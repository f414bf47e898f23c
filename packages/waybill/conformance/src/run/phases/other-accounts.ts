// With the key of another account: nothing of this account is reached, read or listed.
import { matches, type Operation } from "waybill/description";
import { extensionOf, textIn } from "../../description/description.ts";
import type { JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { needsKey } from "../credentials.ts";
import { bodyTypeOf, inputsFromLink } from "../inputs.ts";
import { itemsOf } from "../items.ts";
import { isAboutOne, linksOf } from "../links.ts";
import { listingsIn } from "../lists.ts";
import { changesSince, readOwn } from "../reading.ts";
import { withParameter } from "../variation.ts";
import { create } from "./baseline.ts";
import { listOf } from "./counting.ts";
import { filtersOf } from "./filters.ts";
import { sizeOf } from "./paging.ts";

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
  await tryFilters(context, otherKey);
}

/** Every filter of a list by itself and with each other one, each with a value that the own records have. */
async function tryFilters(context: Context, otherKey: string): Promise<void> {
  for (const first of listingsIn(context)) {
    const { operation } = first;
    if (!needsKey(operation)) continue;
    await context.case("other accounts", `${operation.id}/other-account/list`, operation.id, async () => {
      const own = await listOf(context, first).all();
      if (own === null) return;
      const credential = context.credential(operation, otherKey);
      const size = sizeOf(operation);
      const many = size.parameter === null ? first.values : withParameter(first.values, size.parameter, size.many);
      const filters = filtersOf(operation, own.items).flatMap(({ filter, property }) => {
        const value = own.items
          .map((item) => item[property])
          .find((one) => one !== undefined && matches(filter.schema, one));
        return value === undefined ? [] : [{ filter, value }];
      });
      const queries = [[], ...filters.map((one) => [one]), ...(filters.length > 1 ? [filters] : [])];
      for (const query of queries) {
        const values = query.reduce((all, { filter, value }) => withParameter(all, filter, value), many);
        const result = await context.call(operation, values, credential);
        const items = itemsOf(result.json) ?? [];
        const isOwn = items.some((item) => Object.values(item).some((value) => context.madeIds.has(value)));
        if (isOwn || sharesOwned(operation, own.items, items)) {
          const how = query.length === 0 ? "" : ` with ${query.map(({ filter }) => filter.name).join(" and ")}`;
          context.object("foreign-access", `${operation.id}${how} returns data of another account`, result);
        }
      }
    });
  }
}

/** `x-waybill-owned`: the member that identifies records of one account alone. */
function sharesOwned({ extensions }: Operation, own: readonly JsonObject[], other: readonly JsonObject[]): boolean {
  const member = textIn(extensionOf(extensions, "x-waybill-owned"), "member");
  if (member === null) return false;
  const known = new Set(own.map((item) => item[member]));
  return other.some((item) => item[member] !== undefined && known.has(item[member]));
}

async function tryOther(context: Context, producer: Operation, otherKey: string): Promise<void> {
  const created = await create(context, producer);
  if (created === null) return;
  const before = await readOwn(context, created);
  for (const { followed } of linksOf(context, created)) {
    // Public operations and lists of the own account show nothing.
    if (!isAboutOne(followed) || !needsKey(followed.operation)) continue;
    const values = inputsFromLink(context, followed);
    if (values === null || (values.body === null && bodyTypeOf(followed.operation) !== null)) continue;
    const credential = context.credential(followed.operation, otherKey);
    const result = await context.call(followed.operation, values, credential);
    if (isAccepted(result.status)) objectTo(context, result, producer);
    else if (followed.operation.method !== "get" && before !== null) {
      const changes = await changesSince(context, created, before);
      if (changes === null) continue;
      const message = `${result.operation.id} changes ${changes.names.join(", ")} of another account's resource, although it returns ${result.status}`;
      context.object("foreign-access", message, result);
    }
  }
  await lookInLists(context, created, otherKey);
}

/** Ids that this run has made are no other account's. */
async function lookInLists(context: Context, created: CallResult, otherKey: string): Promise<void> {
  for (const { operation, values } of listingsIn(context)) {
    if (!needsKey(operation)) continue;
    const credential = context.credential(operation, otherKey);
    const list = await context.call(operation, values, credential);
    const shared = itemsOf(list.json)?.some((item) => Object.values(item).some((value) => context.madeIds.has(value)));
    if (shared === true) objectTo(context, list, created.operation);
  }
}

function objectTo(context: Context, result: CallResult, producer: Operation): void {
  const message = `${result.operation.id} gives another account access to what ${producer.id} created`;
  context.object("foreign-access", message, result);
}
