// A name of what a request uses up and no operation makes, `slotId` -> the id of a listed record that no request has used: a free one, with
// times to come.
import type { Json } from "waybill/description";
import type { JsonObject } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { isReference, ownerOfPath, pageNames, plainName } from "./knowledge.ts";
import { itemsOf } from "./records.ts";

/** So many pages are read. */
const mostPages = 8;

/** `null` where there is none. */
export async function takeUnused(context: Context, name: string): Promise<Json | null> {
  const known = context.records.unused.get(name) ?? (isReference(name) ? await unusedFor(context, name) : null);
  if (known === null) return null;
  context.records.unused.set(name, known);
  return known.shift() ?? null;
}

/** The list of what a name is the id of, as far as it was read: `GET /slots` for `slotId`. */
export function listNamedBy(context: Context, name: string): CallResult | undefined {
  return context.accepted.find(
    ({ operation, json }) =>
      operation.method === "get" &&
      itemsOf(json) !== null &&
      plainName(`${ownerOfPath(operation.path.text)}id`) === plainName(name),
  );
}

/** `null`: no list of them was read yet. */
async function unusedFor(context: Context, name: string): Promise<Json[] | null> {
  const first = listNamedBy(context, name);
  if (first === undefined) return null;
  const { operation, values } = first;
  const page = operation.parameters.find((one) => one.in === "query" && pageNames.test(one.name));
  const unused: Json[] = [];
  for (let number = 1; number <= (page === undefined ? 1 : mostPages); number += 1) {
    const query = page === undefined ? values.parameters.query : { ...values.parameters.query, [page.name]: number };
    const { status, json } = await context.call(operation, { ...values, parameters: { ...values.parameters, query } });
    const items = isAccepted(status) ? (itemsOf(json) ?? []) : [];
    unused.push(...items.filter(isUnused).flatMap((item) => item["id"] ?? []));
    if (items.length === 0) break;
  }
  return unused;
}

function isUnused(item: JsonObject): boolean {
  return Object.entries(item).every(([name, value]) => {
    if (/^(state|status|availability)$/i.test(name))
      return /^(free|available|open|vacant|unused)$/i.test(String(value));
    const isMoment = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
    return !isMoment || /ed_?(at|on|date|time)$/i.test(name) || Date.parse(value) > Date.now() + 60_000;
  });
}
