// Parameters of a list that select by a part of a member, by one of its elements or by a bound, and those that sort -> whether the list has
// what they select, and nothing else, in that order.
import { type Json, matches, type Operation, type Parameter } from "waybill/description";
import { enumOf, resolved } from "../../description/schema-parts.ts";
import type { JsonObject } from "../../values/json.ts";
import { isSteady, type List, sameItem } from "../engines/read-twice.ts";
import { plainName } from "../knowledge.ts";

/** A parameter that selects records by a part of a member (`name`), by one of its elements (`tag`), or by a bound (`createdAfter`). */
export interface Selection {
  readonly filter: Parameter;
  /** The member that it is compared with. */
  readonly property: string;
  /** `null`: by its text. */
  readonly bound: "least" | "most" | null;
}

const bounds = [
  ["least", /^(?:(?:min|from|since|after)_?(.+)|(.+?)_?(?:min|from|since|after|gte?))$/i],
  ["most", /^(?:(?:max|until|before)_?(.+)|(.+?)_?(?:max|to|until|before|lte?))$/i],
] as const;

/** `exact`: the filters that are compared with a whole member. */
export function selectionsOf(
  operation: Operation,
  members: readonly string[],
  exact: readonly Pick<Selection, "filter">[],
): Selection[] {
  const others = new Set(exact.map(({ filter }) => filter));
  return operation.parameters.flatMap((filter): Selection[] => {
    if (filter.in !== "query" || others.has(filter) || enumOf(filter.schema) !== null) return [];
    const { kind } = resolved(filter.schema);
    const named = members.find((name) => name === filter.name || name === `${filter.name}s`);
    if (named !== undefined) return kind === "string" ? [{ filter, property: named, bound: null }] : [];
    if (kind !== "string" && kind !== "number") return [];
    return bounds.flatMap(([bound, form]): Selection[] => {
      const [, before, behind] = form.exec(filter.name) ?? [];
      const base = plainName(before ?? behind ?? "");
      const property = members.find(
        (name) => base !== "" && plainName(name).replace(/(at|on|date|time)$/, "") === base,
      );
      return property === undefined ? [] : [{ filter, property, bound }];
    });
  });
}

/** A search may find more than texts that are equal, but none without the text. */
export async function checkSelection(list: List, { filter, property, bound }: Selection): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const valuesIn = (item: JsonObject): readonly Json[] => [item[property] ?? null].flat();
  const present = [...new Set(all.items.flatMap(valuesIn))]
    .filter((value) => (typeof value === "string" && value.length > 1) || typeof value === "number")
    .filter((value) => matches(filter.schema, value))
    .sort((a, b) => orderOf(a) - orderOf(b));
  const chosen = bound === null ? present.slice(0, 3) : present.slice(present.length >> 1).slice(0, 1);
  for (const value of chosen) {
    const page = await list.all({ [filter.name]: value });
    if (page === null) continue;
    const distance = (item: JsonObject): number =>
      (orderOf(item[property] ?? null) - orderOf(value)) * (bound === "most" ? -1 : 1);
    const mayMatch = (item: JsonObject): boolean =>
      bound === null
        ? valuesIn(item).some((one) => String(one).toLowerCase().includes(String(value).toLowerCase()))
        : Number.isNaN(distance(item)) || distance(item) >= 0;
    const mustMatch = (item: JsonObject): boolean =>
      bound === null ? valuesIn(item).includes(value) : distance(item) > 0;
    const filterClause = `with ${filter.name}=${value}`;
    if (page.items.some((item) => Object.hasOwn(item, property) && !mayMatch(item)))
      list.fault("filter-ignored", page, `${filterClause} returns records of another ${property}`, filter);
    const missing = all.items.filter((item) => mustMatch(item) && !page.items.some((one) => sameItem(one, item)));
    if (all.items.length < list.many && missing.length > 0 && (await isSteady(list, all)))
      list.fault("filter-ignored", page, `${filterClause} returns fewer records than the list has of them`, filter);
  }
}

export interface Sorting {
  readonly parameter: Parameter;
  /** A listed value, `-createdAt`, and the member that it names. */
  readonly values: readonly { readonly value: string; readonly property: string }[];
}

/** Parameters that list the members to sort by. */
export function sortingsOf(operation: Operation, members: readonly string[]): Sorting[] {
  return operation.parameters.flatMap((parameter): Sorting[] => {
    if (parameter.in !== "query" || !/^(sort|order)(_?by)?$/i.test(parameter.name)) return [];
    const values = (enumOf(parameter.schema) ?? []).flatMap((value) => {
      const named = plainName(value.replace(/[^a-z0-9]?(asc|desc)(ending)?$/i, ""));
      const property = members.find((name) => plainName(name) === named);
      return property === undefined ? [] : [{ value, property }];
    });
    return values.length === 0 ? [] : [{ parameter, values }];
  });
}

/** Each value sorts by its member, in one direction, which the value names, if it does. */
export async function checkOrder(list: List, { parameter, values }: Sorting): Promise<void> {
  for (const { value, property } of values) {
    const page = await list.all({ [parameter.name]: value });
    if (page === null) continue;
    const isDescending = /^-|desc(ending)?$/i.test(value);
    const isAscending = /^\+|asc(ending)?$/i.test(value);
    const isSorted = orders.some((compare) => {
      const steps = page.items
        .flatMap((item) => item[property] ?? [])
        .flatMap((one, index, all) => (index === 0 ? [] : [compare(all[index - 1] ?? null, one)]));
      const [falls, rises] = [steps.some((step) => step > 0), steps.some((step) => step < 0)];
      return !(falls && rises) && !(falls && isAscending) && !(rises && isDescending);
    });
    if (isSorted) continue;
    list.fault("list-differs", page, `with ${parameter.name}=${value} is not sorted by ${property}`, parameter);
  }
}

/** Services sort texts by their characters, or as a language does. */
const orders: readonly ((a: Json, b: Json) => number)[] = [
  (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : Number(a !== b)),
  (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en")),
  (a, b) => String(a).toLowerCase().localeCompare(String(b).toLowerCase(), "en", { ignorePunctuation: true }),
];

/** Of a number, or of a moment. */
function orderOf(value: Json): number {
  return typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
}
