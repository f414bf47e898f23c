// Filters of a list -> all returned records match each filter, and all matching records are returned.
import { type Json, matches, type Operation, type Parameter, type Schema } from "waybill/description";
import { enumOf, propertiesIn, resolved, schemasAt } from "../../description/schema-parts.ts";
import type { JsonObject } from "../../values/json.ts";
import type { CallResult } from "../context.ts";
import { defaultOf, isSteady, type List, offsetNames, type Page, sameItem } from "../engines/read-twice.ts";
import { isReference, unknownLike } from "../knowledge.ts";

export interface Filtering {
  readonly filter: Parameter;
  /** The member of a record that it is compared with. */
  readonly property: string;
}

export async function checkFilter(list: List, { filter, property }: Filtering): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const present = [...new Set(all.items.map((item) => item[property]))].filter((value) => typeof value === "string");
  const allowed = enumOf(filter.schema);
  const used = present.filter((value) => allowed === null || allowed.includes(value));
  const [some] = used;
  // Values that no record has, and that look like one: another one, and one without its last character.
  const unlike = some === undefined || allowed !== null ? [] : [unknownLike(some), some.slice(0, -1)];
  const unused = unlike.filter(
    (value) => typeof value === "string" && value !== "" && !present.includes(value) && matches(filter.schema, value),
  );
  // Values that no record can have (`all`, `any`) are not filters.
  const possible = valuesOf(all, property);
  const meant = (allowed ?? []).filter((value) => possible.includes(value));
  const values = [...new Set([...meant, ...used.slice(0, 5), ...unused])];
  let largest: Filtered | null = null;
  for (const value of values) {
    const page = await list.all({ [filter.name]: value });
    if (page === null) continue;
    if (page.items.length > (largest?.whole.items.length ?? 1))
      largest = { query: { [filter.name]: value }, whole: page };
    const asked = `with ${filter.name}=${value}`;
    // A record without the member may match.
    const isStranger = (item: JsonObject): boolean => Object.hasOwn(item, property) && item[property] !== value;
    if (page.items.some(isStranger))
      list.fault("filter-ignored", page, `${asked} returns records of another ${property}`, filter);
    await checkPages(list, { [filter.name]: value }, page);
    // Beyond a full page there may be more of them.
    const wanted = all.items.length < list.many ? all.items.filter((item) => item[property] === value).length : 0;
    if (page.items.length < wanted)
      list.fault("filter-ignored", page, `${asked} returns fewer records than the list has of them`, filter);
  }
  if (largest !== null) await checkDefaultSize(list, largest);
}

interface Filtered {
  readonly query: Readonly<Record<string, Json>>;
  /** All that the filter leaves. */
  readonly whole: Page;
}

/** Without a size, a page of what a filter leaves has as many records as one of the whole list. */
async function checkDefaultSize(list: List, { query, whole }: Filtered): Promise<void> {
  const { size } = list;
  const standard = size === null ? null : defaultOf(size.schema);
  if (size === null || standard === null) return;
  const page = await list.page(query);
  const expected = Math.min(standard, whole.items.length);
  if (page === null || page.items.length === expected) return;
  // More than a full page of them may be there.
  const isFull = whole.items.length >= list.many && page.items.length > expected && page.items.length <= standard;
  if (isFull || !(await isSteady(list, whole, query))) return;
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const found = `${page.items.length} of ${whole.items.length} records; expected: ${expected}`;
  const text = `with ${asked.join(" and ")} and without ${size.name}, whose default is ${standard} returns ${found}`;
  list.fault("page-size", page, text, size);
}

/** Of what a filter leaves, one record is returned where one is asked for, and one is skipped. */
async function checkPages(list: List, query: Readonly<Record<string, Json>>, whole: Page): Promise<void> {
  const { items } = whole;
  const { size, operation } = list;
  if (items.length < 2) return;
  const asked = Object.keys(query).join(" and ");
  const short = size === null ? null : await list.page({ ...query, [size.name]: 1 });
  if (size !== null && short !== null && short.items.length !== 1) {
    const text = `with ${asked} and ${size.name}=1 returns ${short.items.length} of ${items.length} records`;
    list.fault("page-size", short, text, size);
  }
  const offset = operation.parameters.find(({ name, in: place }) => place === "query" && offsetNames.test(name));
  const skipped = offset === undefined ? null : await list.all({ ...query, [offset.name]: 1 });
  if (offset === undefined || skipped === null || sameItem(skipped.items[0], items[1])) return;
  if (!(await isSteady(list, whole, query))) return;
  const text = `with ${asked} and ${offset.name}=1 does not begin with the second record`;
  list.fault("page-offset", skipped, text, offset);
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
export async function checkFilters(list: List, first: Filtering, second: Filtering): Promise<void> {
  const all = await list.all();
  if (all === null) return;
  const possible = valuesOf(all, second.property);
  const others = (enumOf(second.filter.schema) ?? []).filter((one) => possible.includes(one)).slice(0, 3);
  const names = `${first.filter.name} and ${second.filter.name}`;
  for (const value of [...new Set(all.items.map((item) => item[first.property]))].slice(0, 2)) {
    for (const other of typeof value === "string" ? others : []) {
      const query = { [first.filter.name]: value ?? null, [second.filter.name]: other };
      const page = await list.all(query);
      if (page === null) continue;
      const isBoth = (item: JsonObject): boolean =>
        (item[first.property] ?? value) === value && (item[second.property] ?? other) === other;
      const wanted = all.items.filter((item) => item[first.property] === value && item[second.property] === other);
      if (all.items.length < list.many && page.items.length < wanted.length)
        list.fault("filter-ignored", page, `with ${names} returns fewer records than match both`, second.filter);
      if (page.items.every(isBoth)) await checkPages(list, query, page);
      else list.fault("filter-ignored", page, `with ${names} returns records that do not match both`, second.filter);
    }
  }
}

/** Parameters that are called like a member of a record: `campaignId`, or `orderStatus` for `status`. */
export function filtersOf(operation: Operation, items: readonly JsonObject[]): Filtering[] {
  // A member may be optional: the first record need not have it.
  return filtersByMember(operation, [...new Set(items.flatMap((item) => Object.keys(item)))]);
}

export function filtersByMember(operation: Operation, members: readonly string[]): Filtering[] {
  return operation.parameters.flatMap((filter): Filtering[] => {
    if (filter.in !== "query" || resolved(filter.schema).kind === "number") return [];
    const allowed = enumOf(filter.schema);
    const property = members.find((name) => {
      if (name === filter.name) return isReference(name) || allowed !== null;
      const ending = name.charAt(0).toUpperCase() + name.slice(1);
      return allowed !== null && (filter.name.endsWith(ending) || filter.name.endsWith(`_${name}`));
    });
    return property === undefined ? [] : [{ filter, property }];
  });
}

/** The members that the schema of the list gives its records, optional ones too. */
export function memberNamesIn({ verdict }: CallResult): string[] {
  const schema = verdict?.mediaType?.schema;
  return schema === undefined
    ? []
    : recordsOf(schema).flatMap((record) => propertiesIn(record).map(({ name }) => name));
}
