// The names in an operation -> a plan, where they leave no doubt. A wrong one would lose items or never end, so anything unusual
// is left to a configuration.
import { listOf, quote } from "../../../diagnostics/index.ts";
import { elementsOf, memberAt, memberNamesOf } from "../../analysis/members.ts";
import type { DraftOperation } from "../../draft.ts";
import type { Parameter } from "../../http.ts";
import type { PageEnd, ResponseField } from "../../pagination.ts";
import type { Schema } from "../../schema.ts";
import { bodiesOf, listsIn, type Plan, type PlannedField, type PlannedNext, scalarsIn, statedFirst } from "./plan.ts";

/** `null` in doubt. */
export function detectedIn(operation: DraftOperation): Plan | null {
  if (operation.method !== "get") return null;
  const [body, ...others] = bodiesOf(operation);
  if (body === undefined || others.length > 0) return null;
  const items = itemsIn(body);
  if (items === null) return null;
  const list = { operation, body, items, query: queryOf(operation), found: scalarsBelow(body, [], 3) };
  for (const detect of [linked, byCursor, byLastItem, byUrl, byPage, byOffset]) {
    const detected = detect(list);
    if (detected === null) continue;
    const limit = limitIn(list.query);
    const names = [...detected.names, ...(limit === null ? [] : [limit.name])].map(quote);
    const evidence = `the parameter${names.length === 1 ? "" : "s"} ${listOf(names, "and")}`;
    return {
      next: detected.next,
      items,
      limit: limit === null ? null : { in: "parameter", name: limit.name },
      end: detected.end ?? null,
      source: "detected",
      evidence: [...(names.length === 0 ? [] : [evidence]), ...detected.response].join(" and "),
    };
  }
  return null;
}

interface List {
  readonly operation: DraftOperation;
  readonly body: Schema;
  readonly items: readonly string[];
  readonly query: readonly Named[];
  /** The members of the body that are no arrays and no objects, and those one level further down where lists describe their pages. */
  readonly found: readonly FoundMember[];
}

/** A query parameter with its name in lower case, letters and digits only: `pagesize` for `page[size]` and `pageSize`. */
interface Named {
  readonly name: string;
  readonly key: string;
  readonly schema: Schema;
}

interface FoundMember {
  readonly path: readonly string[];
  /** Its own name, as above. */
  readonly key: string;
  readonly schema: Schema;
}

interface Detected {
  readonly next: PlannedNext;
  readonly end?: PageEnd | null;
  /** The parameters that mean it. */
  readonly names: readonly string[];
  /** What means it in the response. */
  readonly response: readonly string[];
}

function linked({ operation, query }: List): Detected | null {
  const isDescribed = operation.responses.some(({ status, headers }) => {
    const isSuccess = status.kind === "code" && Math.floor(status.code / 100) === 2;
    return isSuccess && headers.some(({ name }) => name.toLowerCase() === "link");
  });
  // Other links than that of the next page are possible, so the request has to ask for pages.
  const asking = query.filter(
    ({ key }) => pageNames.has(key) || cursorNames.has(key) || ["before", "since"].includes(key),
  );
  if (!isDescribed || (asking.length === 0 && limitIn(query) === null)) return null;
  const names = asking.filter(({ key }) => pageNames.has(key) || cursorNames.has(key)).map(({ name }) => name);
  return { next: { kind: "link" }, names, response: ['the response header "Link"'] };
}

function byCursor({ query, found }: List): Detected | null {
  const pairs = query.flatMap((parameter) =>
    found
      .filter((member) => isText(member.schema) && isNextOf(member, parameter.key))
      .map((member) => ({ parameter, member })),
  );
  const [only, ...others] = pairs;
  if (only === undefined || others.length > 0) return null;
  const { parameter, member } = only;
  const next: ResponseField = { in: "body", path: member.path };
  return {
    next: { kind: "cursor", field: named(parameter), next },
    end: flagIn(found),
    names: [parameter.name],
    response: [`the member ${quote(member.path.join("."))}`],
  };
}

const cursorNames: ReadonlySet<string> = new Set([
  ...[
    "cursor",
    "nextcursor",
    "pagecursor",
    "aftercursor",
    "pagetoken",
    "nextpagetoken",
    "nexttoken",
    "paginationtoken",
  ],
  ...["continuationtoken", "after", "afterid", "startingafter", "pageafter"],
]);

/** Whether a member is the cursor for a parameter: `next_cursor` for `cursor`, `nextPageToken` for `pageToken`. */
function isNextOf({ key, path }: FoundMember, parameter: string): boolean {
  if (!cursorNames.has(parameter)) return false;
  const place = squash(path.slice(0, -1).join(""));
  switch (parameter) {
    case "cursor":
      return key === "nextcursor" || (key === "cursor" && place === "");
    case "continuationtoken":
      return key === "continuationtoken" || key === "nextcontinuationtoken";
    case "paginationtoken":
      return key === "nexttoken" || key === "nextpaginationtoken";
    case "after":
    case "pageafter":
      return key === "after" && (place === "pagingcursors" || place === "pagingnext");
    default:
      return key === (parameter.startsWith("next") ? parameter : `next${parameter}`);
  }
}

/** `starting_after` and `has_more`, as Stripe has them. */
function byLastItem({ query, found, body, items }: List): Detected | null {
  const more = flagIn(found);
  const parameter = query.find(({ key }) => key === "startingafter");
  if (parameter === undefined || more === null) return null;
  const array = memberAt(body, items);
  const item = array === null ? null : elementsOf(array);
  const id = item === null ? null : memberAt(item, ["id"]);
  if (id === null || !isText(id)) return null;
  return {
    next: { kind: "last-item", field: named(parameter), key: ["id"] },
    end: more,
    names: [parameter.name],
    response: [`the member ${quote(more.path.join("."))}`],
  };
}

const urlNames: ReadonlySet<string> = new Set([
  ...["odatanextlink", "nextlink", "nexturl", "nexturi", "nextpageurl", "nextpageuri", "nextpagelink"],
]);

function byUrl({ found }: List): Detected | null {
  const urls = found.filter(({ key, path, schema }) => {
    if (!isText(schema)) return false;
    if (urlNames.has(key)) return true;
    // HAL and JSON:API.
    const isNextLink = /^_?links\.next(\.href)?$/.test(path.join("."));
    return (
      isNextLink ||
      (key === "next" && scalarsIn(schema).some((one) => one.kind === "string" && isUrlFormat(one.format)))
    );
  });
  const [only, ...others] = urls;
  if (only === undefined || others.length > 0) return null;
  const response = [`the member ${quote(only.path.join("."))}`];
  return { next: { kind: "url", next: { in: "body", path: only.path } }, names: [], response };
}

function isUrlFormat(format: string | null): boolean {
  return format !== null && ["uri", "uri-reference", "url"].includes(format);
}

const pageNames: ReadonlySet<string> = new Set(["page", "pagenumber", "pagenum"]);
const offsetNames: ReadonlySet<string> = new Set(["offset", "skip"]);

/** Only if the description says whether the first page is 0 or 1: otherwise the second one might be skipped. */
function byPage({ operation, query, found }: List): Detected | null {
  const [parameter, ...others] = query.filter(({ key }) => pageNames.has(key));
  if (parameter === undefined || others.length > 0 || limitIn(query) === null || !isCount(parameter)) return null;
  if (query.some(({ key }) => offsetNames.has(key) || cursorNames.has(key))) return null;
  const first = statedFirst(operation, { in: "query", name: parameter.name });
  if (first === null) return null;
  const total = found.find(
    ({ key, schema }) => totalNames.has(key) && scalarsIn(schema).some(({ kind }) => kind === "number"),
  );
  const end = flagIn(found) ?? (total === undefined ? null : ({ kind: "pages", path: total.path } as const));
  return { next: { kind: "page", field: named(parameter), first }, end, names: [parameter.name], response: [] };
}

const totalNames: ReadonlySet<string> = new Set(["totalpages", "pagestotal", "totalpagecount"]);

function byOffset({ operation, query, found }: List): Detected | null {
  const [parameter, ...others] = query.filter(({ key }) => offsetNames.has(key));
  if (parameter === undefined || others.length > 0 || limitIn(query) === null || !isCount(parameter)) return null;
  if (query.some(({ key }) => pageNames.has(key) || cursorNames.has(key))) return null;
  // An offset that starts at 1 counts differently.
  if (statedFirst(operation, { in: "query", name: parameter.name }) === 1) return null;
  return {
    next: { kind: "offset", field: named(parameter) },
    end: flagIn(found),
    names: [parameter.name],
    response: [],
  };
}

const limitNames: ReadonlySet<string> = new Set([
  ...[
    "limit",
    "perpage",
    "pagesize",
    "pagelimit",
    "itemsperpage",
    "resultsperpage",
    "maxresults",
    "maxitems",
    "top",
    "take",
  ],
]);

function limitIn(query: readonly Named[]): Named | null {
  const numbers = query.filter(isNumber);
  const limits = numbers.filter(({ key }) => limitNames.has(key));
  // Spring's name, unless another one means it.
  const [only, ...others] = limits.length > 0 ? limits : numbers.filter(({ key }) => key === "size");
  return only === undefined || others.length > 0 ? null : only;
}

const flagNames: ReadonlySet<string> = new Set(["hasmore", "hasnext", "hasnextpage", "hasmorepages", "moreavailable"]);

/** A boolean that says whether there are more. */
function flagIn(members: readonly FoundMember[]): PageEnd | null {
  const [only, ...others] = members.filter(
    ({ key, schema }) => flagNames.has(key) && scalarsIn(schema).some(({ kind }) => kind === "boolean"),
  );
  return only === undefined || others.length > 0 ? null : { kind: "flag", path: only.path };
}

/** The body itself, or its only array besides those that never are the list; for HAL, one level further down. */
function itemsIn(body: Schema): readonly string[] | null {
  if (elementsOf(body) !== null) return [];
  const [only, ...others] = listsIn(body).filter(([name = ""]) => !besides.has(name));
  return only === undefined || others.length > 0 ? null : only;
}

const besides: ReadonlySet<string> = new Set(["errors", "warnings", "included"]);

const envelopes: ReadonlySet<string> = new Set([
  ...["meta", "metadata", "responsemetadata", "pagination", "paging", "page", "pageinfo", "cursor", "cursors", "links"],
]);

function scalarsBelow(schema: Schema, above: readonly string[], depth: number): readonly FoundMember[] {
  return memberNamesOf(schema).flatMap((name): readonly FoundMember[] => {
    const member = memberAt(schema, [name]);
    if (member === null) return [];
    const path = [...above, name];
    const key = squash(name);
    const isEnvelope = envelopes.has(key) || (above.length > 0 && key === "next");
    if (memberNamesOf(member).length === 0) return elementsOf(member) === null ? [{ path, key, schema: member }] : [];
    return isEnvelope && depth > 1 ? scalarsBelow(member, path, depth - 1) : [];
  });
}

function queryOf({ parameters }: DraftOperation): readonly Named[] {
  const isUsable = ({ in: place, words, mediaType }: Parameter): boolean =>
    place === "query" && !words.deprecated && mediaType === null;
  return parameters.filter(isUsable).map(({ name, schema }) => ({ name, key: squash(name), schema }));
}

function named({ name }: Named): PlannedField {
  return { in: "parameter", name };
}

function isText(schema: Schema): boolean {
  return scalarsIn(schema).some(({ kind }) => kind === "string");
}

/** An integer: an offset that is any number may be a distance or a time. */
function isCount({ schema }: Named): boolean {
  return scalarsIn(schema).some((one) => one.kind === "number" && one.integer);
}

function isNumber({ schema }: Named): boolean {
  return scalarsIn(schema).some(({ kind }) => kind === "number");
}

function squash(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
