// Filters of a list -> all returned records match each filter, and all matching records are returned.
import type { Operation, Parameter, Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { resolved, schemasAt } from "../../description/schema-parts.ts";
import type { Context } from "../context.ts";
import { isReference, unknownLike } from "../knowledge.ts";
import { enumOf, fetchPage, type Item, type List, type Page } from "../lists.ts";

export interface Filtering {
  readonly filter: Parameter;
  /** The member of a record that it is compared with. */
  readonly property: string;
}

export async function checkFilter(context: Context, list: List, { filter, property }: Filtering): Promise<void> {
  const { operation } = list;
  const limit = list.size === null ? {} : { [list.size.name]: list.many };
  const all = await fetchPage(context, list, limit);
  if (all === null) return;
  const present = [...new Set(all.items.map((item) => item[property]))].filter((value) => typeof value === "string");
  const allowed = enumOf(filter.schema);
  const used = present.filter((value) => allowed === null || allowed.includes(value));
  const [some] = used;
  // A value that no record has, and that looks like one.
  const unused =
    allowed === null && some !== undefined ? [unknownLike(some)].filter((value) => typeof value === "string") : [];
  // Values that no record can have (`all`, `any`) are not filters.
  const possible = valuesOf(all, property);
  const meant = (allowed ?? []).filter((value) => possible.includes(value));
  const values = [...new Set([...meant, ...used.slice(0, 5), ...unused])];
  for (const value of values) {
    const found = await fetchPage(context, list, { ...limit, [filter.name]: value });
    if (found === null) continue;
    // A record without the member may match.
    const strangers = found.items.filter((item) => Object.hasOwn(item, property) && item[property] !== value).length;
    const where = placeOf(filter.at);
    if (strangers > 0) {
      const message = `${operation.id} with ${filter.name}=${value} returns records of another ${property}`;
      context.object("filter-ignored", message, { ...found.result, where });
    }
    // Beyond a full page there may be more of them.
    const wanted = all.items.length < list.many ? all.items.filter((item) => item[property] === value).length : 0;
    if (found.items.length < wanted) {
      const message = `${operation.id} with ${filter.name}=${value} returns fewer records than the list has of them`;
      context.object("filter-ignored", message, { ...found.result, where });
    }
  }
}

/** The values that the records' own description lists for a member. */
function valuesOf({ result }: Page, property: string): readonly string[] {
  const schema = result.verdict?.mediaType?.schema;
  return schema === undefined
    ? []
    : recordsOf(schema).flatMap((record) => schemasAt(record, [property]).flatMap((one) => enumOf(one) ?? []));
}

/** The schemas of the records, however they are packed. */
function recordsOf(schema: Schema): Schema[] {
  return schemasAt(schema, []).flatMap((own): Schema[] => {
    if (own.kind === "array") return [own.items];
    if (own.kind !== "object") return [];
    return own.properties.flatMap((one) =>
      schemasAt(one.schema, []).flatMap((inner) => (inner.kind === "array" ? [inner.items] : [])),
    );
  });
}

/** Two filters at once: what is left matches both. */
export async function checkFilters(
  context: Context,
  list: List,
  filters: readonly [Filtering, Filtering],
): Promise<void> {
  const { operation, size } = list;
  const limit = size === null ? {} : { [size.name]: list.many };
  const all = await fetchPage(context, list, limit);
  const [first, second] = filters;
  const allowed = enumOf(second.filter.schema);
  for (const value of [...new Set(all?.items.map((item) => item[first.property]))].slice(0, 2)) {
    const possible = all === null ? [] : valuesOf(all, second.property);
    for (const other of (allowed ?? []).filter((one) => possible.includes(one)).slice(0, 3)) {
      if (typeof value !== "string") continue;
      const query = { ...limit, [first.filter.name]: value, [second.filter.name]: other };
      const found = await fetchPage(context, list, query);
      const isBoth = (item: Item): boolean =>
        (item[first.property] ?? value) === value && (item[second.property] ?? other) === other;
      if (found === null || found.items.every(isBoth)) continue;
      const message = `${operation.id} with ${first.filter.name} and ${second.filter.name} returns records that do not match both`;
      context.object("filter-ignored", message, { ...found.result, where: placeOf(second.filter.at) });
    }
  }
}

/** Parameters that are called like a member of a record: `campaignId`, or `orderStatus` for `status`. */
export function filtersOf(operation: Operation, items: readonly Item[]): Filtering[] {
  const [first] = items;
  if (first === undefined) return [];
  return operation.parameters.flatMap((filter): Filtering[] => {
    if (filter.in !== "query" || resolved(filter.schema).kind === "number") return [];
    const allowed = enumOf(filter.schema);
    const property = Object.keys(first).find((name) => {
      if (name === filter.name) return isReference(name) || allowed !== null;
      const ending = name.charAt(0).toUpperCase() + name.slice(1);
      return allowed !== null && (filter.name.endsWith(ending) || filter.name.endsWith(`_${name}`));
    });
    return property === undefined ? [] : [{ filter, property }];
  });
}
