// Records of a list, each read by itself: both say the same.
import { asObject, type JsonObject, withValueAt } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { List, listingsIn, sameItem } from "../engines/read-twice.ts";
import { inputsFromLink, isReading } from "../inputs.ts";
import { type Followed, linksOf } from "../links.ts";
import { differingNames, itemsOf, listPathOf } from "../records.ts";
import { membersOfBody, noParameters } from "../request-values.ts";

/** So many records of a list are read by themselves. */
const most = 30;

export function* singleReads(context: Context): Cases {
  for (const first of listingsIn(context)) {
    const run = (): Promise<void> => compareSingles(context, first);
    yield caseOf("paging", first.operation, "paging/singles", run, { elsewhere: "or last" });
  }
}

async function compareSingles(context: Context, first: CallResult): Promise<void> {
  const page = await new List(context, first).all();
  if (page === null) return;
  for (const item of telling(context, page.items)) {
    for (const producer of [page.result, ...context.accepted]) {
      const single = await readSingle(context, producer, item);
      if (single === null) continue;
      const resource = asObject(single.json);
      // It may have changed since the list was read.
      if (resource !== null) await compare(context, { page: page.result, item, single, resource });
      break;
    }
  }
}

/**
 * As few as have, one or another of them, each thing that can be said of a member, also of the request that made them: that it is there,
 * empty, long, one of few values.
 */
function telling({ records }: Context, items: readonly JsonObject[]): readonly JsonObject[] {
  const sentFor = (item: JsonObject): JsonObject => {
    const sent = records.sent.get(item["id"] ?? null);
    return (sent === undefined ? null : membersOfBody(sent.values)) ?? {};
  };
  const uncoveredTraits = new Map(
    items.map((item) => [item, new Set([...traitsOf(item, ""), ...traitsOf(sentFor(item), "sent ")])]),
  );
  const chosen: JsonObject[] = items.slice(-1);
  for (const trait of uncoveredTraits.get(chosen[0] ?? {}) ?? [])
    for (const traits of uncoveredTraits.values()) traits.delete(trait);
  while (chosen.length < most) {
    const [best] = [...uncoveredTraits].sort(([, a], [, b]) => b.size - a.size);
    if (best === undefined || best[1].size === 0) break;
    chosen.push(best[0]);
    for (const trait of [...best[1]]) for (const traits of uncoveredTraits.values()) traits.delete(trait);
  }
  return chosen;
}

/** `recipient.phone empty`, `status "SHIPPED"`, `products 2`. */
function traitsOf(item: JsonObject, place: string): string[] {
  return Object.entries(item).flatMap(([name, value]): string[] => {
    const at = `${place}${name}`;
    if (value === null || value === "") return [`${at} empty`];
    if (Array.isArray(value)) return [`${at} ${Math.min(value.length, 3)}`];
    const inner = asObject(value);
    if (inner !== null) return traitsOf(inner, `${at}.`);
    if (typeof value !== "string") return [`${at} ${typeof value === "boolean" ? value : typeof value}`];
    if (/^[A-Z_]+$/.test(value)) return [`${at} ${value}`];
    const isPlain = /^[\x20-\x7e]*$/.test(value);
    return [
      `${at} ${isPlain ? "plain" : "other"} ${value.length > 60 ? "long" : value.length > 2 ? "usual" : "short"}`,
    ];
  });
}

/** By a link of the list itself, whose first record it is then taken to be. */
async function readSingle(context: Context, from: CallResult, item: JsonObject): Promise<CallResult | null> {
  const path = listPathOf(from.json);
  if (path === null) return null;
  const json = path.length === 0 ? [item] : withValueAt(asObject(from.json) ?? {}, path, [item]);
  const body = Buffer.from(JSON.stringify(json));
  const { exchange } = from;
  const alone = { ...from, json, exchange: { ...exchange, response: { ...exchange.response, body } } };
  const link = linksOf(context, alone).find(({ followed }) => isReading(followed));
  const followed = link?.followed ?? impliedBy(context, from, item);
  const values = followed === null ? null : inputsFromLink(context, followed);
  if (followed === null || values === null || followed.operation === from.operation) return null;
  const result = await context.call(followed.operation, values);
  const resource = asObject(result.json);
  return isAccepted(result.status) && resource !== null && sameItem(resource, item) ? result : null;
}

/** `GET /books` lists, and `GET /books/{bookId}` reads one: by the member of that name, or by its id. */
function impliedBy({ description }: Context, from: CallResult, item: JsonObject): Followed | null {
  const base = `${from.operation.path.text.replace(/\/$/, "")}/`;
  for (const operation of description.operations) {
    const { text } = operation.path;
    const [, name] =
      (operation.method === "get" && text.startsWith(base) ? /^\{([^{}/]+)\}$/.exec(text.slice(base.length)) : null) ??
      [];
    if (name === undefined) continue;
    const isId = /(^|[a-z_-])(id|uuid|guid)$/i.test(name);
    const id = item[name] ?? (isId ? item["id"] : undefined);
    if (typeof id !== "string" && typeof id !== "number") return null;
    const own = { ...from.values.parameters.path, [name]: id };
    return { operation, parameters: { ...noParameters(), path: own }, body: undefined };
  }
  return null;
}

interface Both {
  readonly page: CallResult;
  readonly item: JsonObject;
  readonly single: CallResult;
  readonly resource: JsonObject;
}

async function compare(context: Context, { page, item, single, resource }: Both): Promise<void> {
  const names = differingNames(item, resource);
  if (names.length === 0) return;
  const again = await context.call(page.operation, page.values);
  const now = itemsOf(again.json)?.find((one) => sameItem(one, item));
  if (now === undefined) return;
  for (const name of differingNames(now, resource)) {
    if (!names.includes(name)) continue;
    context.fault("list-differs", again, `returns a different ${name} for a record than ${single.operation.id}`);
  }
}
