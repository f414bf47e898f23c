// Parameters of a list that select by a part of a member, by one or several of its elements or by a bound -> whether the list has what they
// select, and nothing else.
import { type Json, matches, type Operation, type Parameter, type Schema } from "waybill/description";
import { enumOf, recordsOf, resolved, schemasAt } from "../../description/schema-parts.ts";
import { sentencesIn } from "../../description/stated.ts";
import { isList, type JsonObject } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { createWith, producerOf } from "../engines/list-records.ts";
import { isSameList, isSteady, type List, type Page, sameItem } from "../engines/read-twice.ts";
import { plainName, unbracketed } from "../knowledge.ts";
import { moveBy } from "../ranges.ts";
import { timesOfCreation } from "../records.ts";
import { membersOfBody, noValues } from "../request-values.ts";

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

/** `from` alone is about the time that its description names. */
const bare = { least: /^(?:from|since|after|start)$/i, most: /^(?:to|until|before|end)$/i } as const;

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
    const wanted = unbracketed(filter.name);
    const named = members.find((name) => name === wanted || name === `${wanted}s`);
    if (named !== undefined) return kind === "string" ? [{ filter, property: named, bound: null }] : [];
    if (kind !== "string" && kind !== "number") return [];
    return bounds.flatMap(([bound, form]): Selection[] => {
      const [all, before, behind] = form.exec(wanted) ?? bare[bound].exec(wanted) ?? [];
      const stated = filter.words.description ?? "";
      if (all === undefined) return [];
      const base = plainName(before ?? behind ?? "");
      const isTime = resolved(filter.schema).kind === "string" && /\b(created|made|placed)\b/i.test(stated);
      const property =
        base !== ""
          ? (members.find((name) => plainName(name).replace(/(at|on|date|time|year)$/, "") === base) ??
            memberQuotedBy(filter, operation, members))
          : isTime
            ? members.find((name) => timesOfCreation.test(name))
            : (memberStatedFor(filter, operation, members) ??
              (isMoment(filter.schema)
                ? (timeOfRecords(operation, members) ?? undefined)
                : memberQuotedBy(filter, operation, members)));
      return property === undefined ? [] : [{ filter, property, bound }];
    });
  });
}

/** The only number or time, as the parameter is one, that its description writes as code: "Earliest `createdAt`, inclusive." */
function memberQuotedBy(
  { words, schema }: Parameter,
  { responses }: Operation,
  members: readonly string[],
): string | undefined {
  const quoted = members.filter((name) => (words.description ?? "").includes(`\`${name}\``));
  const [name = "", ...others] = quoted;
  const isLike = (one: Schema): boolean =>
    resolved(schema).kind === "number" ? resolved(one).kind === "number" : isTime(schema) && isTime(one);
  return others.length === 0 && schemasOf(responses, name).some(isLike) ? name : undefined;
}

/** The only one that the operation names beside it, "`from` and `to` apply to `start`", or that the parameter does. */
function memberStatedFor(filter: Parameter, operation: Operation, members: readonly string[]): string | undefined {
  const about = sentencesIn(operation.words.description ?? "").filter((one) => one.includes(`\`${filter.name}\``));
  const [stated, ...others] = members.filter((name) => about.some((one) => one.includes(`\`${name}\``)));
  const isLike = isMoment(filter.schema) && schemasOf(operation.responses, stated ?? "").some(isMoment);
  return isLike && others.length === 0 ? stated : memberQuotedBy(filter, operation, members);
}

/** So many days or hours from the time of a usual request: times may have to be near. */
const apart = 20;

/** Records at a bound, just below it and just above it, where a request sets the member; `null`: none is known. */
export async function makeAround(
  context: Context,
  first: CallResult,
  { filter, property, bound }: Selection,
): Promise<Json> {
  const schema = resolved(filter.schema);
  const { minimum, maximum } = schema.kind === "number" ? schema : { minimum: null, maximum: null };
  const number = Math.min((minimum ?? 0) + 10, (maximum ?? Number.POSITIVE_INFINITY) - 1);
  const usual = membersOfBody(producerOf(context, first.operation)?.values ?? noValues)?.[property] ?? null;
  const near = typeof usual === "string" ? moveBy(usual, apart) : null;
  const time = near ?? (isMoment(filter.schema) ? "2030-05-06T10:00:00Z" : "2030-05-06");
  const value = schema.kind === "number" ? number : time;
  if (bound === null || !matches(filter.schema, value)) return null;
  for (const steps of [-1, 0, 1]) await createWith(context, first, { [property]: moveBy(value, steps) });
  return value;
}

/** A search may find more than texts that are equal, but none without the text. */
export async function checkSelection(list: List, selection: Selection, around: Json = null): Promise<void> {
  const { filter, property, bound } = selection;
  const all = await list.all();
  if (all === null) return;
  const valuesIn = (item: JsonObject): readonly Json[] => [item[property] ?? null].flat();
  const present = [...new Set(all.items.flatMap(valuesIn))]
    .filter((value) => (typeof value === "string" && value.length > 1) || typeof value === "number")
    .filter((value) => matches(filter.schema, value))
    .sort((a, b) => orderOf(a) - orderOf(b));
  // An element of a list is compared as a whole.
  const isElement = bound === null && all.items.some((item) => isList(item[property] ?? null));
  const isAround = (value: Json): boolean => orderOf(value) === orderOf(around);
  const middle = present.slice(present.length >> 1).slice(0, 1);
  const chosen = bound === null ? present.slice(0, 3) : new Set([...middle, ...present.filter(isAround)]);
  for (const value of chosen) {
    const page = await list.all({ [filter.name]: value });
    if (page === null) continue;
    const distance = (item: JsonObject): number =>
      (orderOf(item[property] ?? null) - orderOf(value)) * (bound === "most" ? -1 : 1);
    const mayMatch = (item: JsonObject): boolean =>
      bound === null
        ? valuesIn(item).some((one) => String(one).toLowerCase().includes(String(value).toLowerCase()))
        : Number.isNaN(distance(item)) || distance(item) > 0 || (distance(item) === 0 && !isExclusive(filter));
    const mustMatch = (item: JsonObject): boolean =>
      bound === null
        ? valuesIn(item).includes(value)
        : distance(item) > 0 || (isInclusive(filter) && distance(item) === 0);
    const filterClause = `with ${filter.name}=${value}`;
    if (isElement) await checkPart(list, selection, String(value));
    if (isMoment(filter.schema) && !/\butc\b/i.test(filter.words.description ?? ""))
      await checkOffsets(list, filter, { value: String(value), page });
    if (page.items.some((item) => Object.hasOwn(item, property) && !mayMatch(item)))
      list.fault("filter-ignored", page, `${filterClause} returns records of another ${property}`, filter);
    const missing = all.items.filter((item) => mustMatch(item) && !page.items.some((one) => sameItem(one, item)));
    if (all.items.length < list.many && missing.length > 0 && (await isSteady(list, all)))
      list.fault("filter-ignored", page, `${filterClause} returns fewer records than the list has of them`, filter);
  }
}

/** So many minutes from UTC. */
const offsets = [
  [330, "+05:30"],
  [-420, "-07:00"],
] as const;

/** A moment is the same with another offset (RFC 3339, 4). */
async function checkOffsets(
  list: List,
  filter: Parameter,
  { value, page }: { readonly value: string; readonly page: Page },
): Promise<void> {
  const [fraction = ""] = /\.\d+/.exec(value) ?? [];
  for (const [minutes, offset] of offsets) {
    const seconds = new Date(Date.parse(value) + minutes * 60_000).toISOString().slice(0, 19);
    const moment = `${seconds}${fraction}${offset}`;
    const other = matches(filter.schema, moment) ? await list.all({ [filter.name]: moment }) : null;
    if (other === null || isSameList(page, other) || !(await isSteady(list, page, { [filter.name]: value }))) continue;
    const text = `with ${filter.name}=${moment} returns other records than with ${value}, which is the same moment`;
    return list.fault("filter-ignored", other, text, filter);
  }
}

/** A parameter that may be repeated, `tag=a&tag=b`, and the member that it is about. */
export interface Repetition extends Pick<Selection, "filter" | "property"> {
  /** A record has all of them, or any of them. */
  readonly wanted: "all" | "any";
}

export function repetitionsOf({ parameters, responses }: Operation, members: readonly string[]): Repetition[] {
  return parameters.flatMap((filter): Repetition[] => {
    const name = plainName(unbracketed(filter.name)).replace(/s$/, "");
    const property = members.find((one) => [name, `${name}s`].includes(plainName(one)));
    if (filter.in !== "query" || resolved(filter.schema).kind !== "array" || property === undefined) return [];
    const isOfTexts = schemasOf(responses, property).some(
      (one) => one.kind === "array" && resolved(one.items).kind === "string",
    );
    const stated = filter.words.description ?? "";
    const isAll = statesAll.test(stated);
    // A record has one of the names that are listed for a member: it can be one of several.
    if (schemasOf(responses, property).some((one) => enumOf(one) !== null))
      return [{ filter, property, wanted: "any" }];
    return isOfTexts && isAll !== statesAny.test(stated) ? [{ filter, property, wanted: isAll ? "all" : "any" }] : [];
  });
}

const statesAll =
  /\b(has|have|with|match\w*|contain\w*|carry|carries) (all|every|each)\b|\ball of (the|these|those|them)\b/i;
const statesAny = /\b(any|either|one or more|at least one|one) of\b|\bat least one\b|\bany (given|listed)\b/i;

/** With two values: of records that have the first, the second, or both. */
export async function checkRepetition(
  context: Context,
  first: CallResult,
  { list, repetition: { filter, property, wanted } }: { readonly list: List; readonly repetition: Repetition },
): Promise<void> {
  const schema = resolved(filter.schema);
  const isOne = schemasOf(list.operation.responses, property).some((one) => enumOf(one) !== null);
  const known = isOne ? valuesOf(await list.all(), property) : ["alpha", "beta"];
  const named = schema.kind === "array" && !isOne ? enumOf(schema.items) : null;
  const values = schema.kind === "array" ? (named ?? known).slice(0, 2) : [];
  if (values.length < 2 || !matches(filter.schema, values)) return;
  for (const elements of isOne ? [] : [...values.map((one) => [one]), values])
    await createWith(context, first, { [property]: elements });
  const [all, page] = [await list.all(), await list.all({ [filter.name]: values })];
  if (all === null || page === null) return;
  const isRight = (item: JsonObject): boolean => {
    const has = (value: string): boolean => [item[property] ?? null].flat().includes(value);
    return wanted === "all" ? values.every(has) : values.some(has);
  };
  const clause = `with two values of ${filter.name}`;
  if (page.items.some((item) => Object.hasOwn(item, property) && !isRight(item)))
    return list.fault("filter-ignored", page, `${clause} returns records that do not have ${wanted} of them`, filter);
  const missing = all.items.filter((item) => isRight(item) && !page.items.some((one) => sameItem(one, item)));
  if (missing.length > 0 && page.items.length < list.many && (await isSteady(list, all)))
    list.fault("filter-ignored", page, `${clause} does not return every record that has ${wanted} of them`, filter);
}

function valuesOf(page: Page | null, property: string): string[] {
  const values = (page?.items ?? []).map((item) => item[property] ?? null);
  return [...new Set(values.filter((one) => typeof one === "string"))];
}

/** The beginning of an element is another one. */
async function checkPart(list: List, { filter, property }: Selection, value: string): Promise<void> {
  const part = value.slice(0, -1);
  const page = matches(filter.schema, part) && part !== "" ? await list.all({ [filter.name]: part }) : null;
  const isOther = (item: JsonObject): boolean =>
    isList(item[property] ?? null) && ![item[property]].flat().includes(part);
  if (page === null || !page.items.some(isOther)) return;
  list.fault(
    "filter-ignored",
    page,
    `with ${filter.name}=${part} returns records without such a ${filter.name}`,
    filter,
  );
}

/** `after` a moment may leave it out; the least value does not. */
function isInclusive({ name, words }: Parameter): boolean {
  const stated = words.description ?? "";
  const inclusive =
    /\binclusive\b|(?<!\bnot )\bincluded\b|\bor (later|earlier|after|before|more|less|higher|lower)\b|\bitself (counts|matches)\b/i;
  if (inclusive.test(stated)) return true;
  if (/\bexclusive\b|\bexcluded\b|\bnot included\b/i.test(stated)) return false;
  return /^(?:min|max)|(?:min|max|gte|lte)$/i.test(name);
}

/** `before` a moment leaves that one out, unless more is said. */
function isExclusive({ schema, words }: Parameter): boolean {
  const stated = words.description ?? "";
  if (/\binclusive\b|\bor (equal|at|on)\b|\b(at|on) or\b|\b(not|no|never) \w+ than\b/i.test(stated)) return false;
  return (
    /\bexclusive\b|\bexcluded\b|\bnot included\b/i.test(stated) ||
    /\b(earlier|later) than (this|that|the)\b|\b(itself|equal\w*|exactly|same|then)\b[^.;]*\b(is|are) left out\b/i.test(
      stated,
    ) ||
    (isMoment(schema) && /\bbefore (this|the|that|it)\b/i.test(stated))
  );
}

function isTime(schema: Schema): boolean {
  const dereferenced = resolved(schema);
  return dereferenced.kind === "string" && /^date/.test(dereferenced.format ?? "");
}

function isMoment(schema: Schema): boolean {
  const dereferenced = resolved(schema);
  return dereferenced.kind === "string" && dereferenced.format === "date-time";
}

/** The only time that records have, or that of their making where the others are of what was done later; `null`: it is not known which. */
export function timeOfRecords({ responses }: Operation, members: readonly string[]): string | null {
  const made = members.find((name) => timesOfCreation.test(name));
  const times = members.filter((name) => schemasOf(responses, name).some(isMoment));
  const others = made === undefined ? times : times.filter((name) => !/ed_?(at|on|date|time)$/i.test(name));
  return others.length === 0 ? (made ?? null) : made === undefined && others.length === 1 ? (others[0] ?? null) : null;
}

/** Those of a member of the records that are returned. */
export function schemasOf(responses: Operation["responses"], name: string): Schema[] {
  const records = responses.flatMap(({ content }) => content.flatMap(({ schema }) => recordsOf(schema)));
  return records.flatMap((one) => schemasAt(one, [name]));
}

/** A switch that asks for records with any of something, `available`, and the member that has their number: `availableCopies`. */
export function switchesOf({ parameters, responses }: Operation, members: readonly string[]): Selection[] {
  return parameters.flatMap((filter): Selection[] => {
    const wanted = plainName(unbracketed(filter.name).replace(/^(?:has|in|is|with|only)_?(?=[A-Z_]|stock)/i, ""));
    const isSwitch = filter.in === "query" && resolved(filter.schema).kind === "boolean";
    if (!isSwitch || wanted.length < 4 || members.some((name) => plainName(name) === plainName(filter.name))) return [];
    const isNumber = (name: string): boolean => schemasOf(responses, name).some(({ kind }) => kind === "number");
    const property = members.find((name) => plainName(name).includes(wanted.replace(/s$/, "")) && isNumber(name));
    return property === undefined || !/\bonly\b/i.test(filter.words.description ?? "")
      ? []
      : [{ filter, property, bound: null }];
  });
}

export async function checkSwitch(context: Context, list: List, { filter, property }: Selection): Promise<void> {
  const [all, page] = [await list.all(), await list.all({ [filter.name]: true })];
  const isNone = (item: JsonObject): boolean => item[property] === 0;
  if (page?.items.some(isNone) === true)
    list.fault("filter-ignored", page, `with ${filter.name}=true returns records whose ${property} is 0`, filter);
  else if (all?.items.some(isNone) !== true)
    context.leftOut.note(list.operation, "filter-ignored", `no record has the ${property} 0 for ${filter.name}`);
}

/** Of a number, or of a moment. */
export function orderOf(value: Json): number {
  return typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
}
