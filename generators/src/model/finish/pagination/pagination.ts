// Operations -> how the pages of each are requested: as configured, else by an extension of the operation, else by its names.
import { quote } from "../../../diagnostics/index.ts";
import type { Location } from "../../../source/index.ts";
import { type HttpOf, type NamedOperation, withOperations } from "../../draft.ts";
import { isFields } from "../../fields.ts";
import type { HttpApi } from "../../http.ts";
import type { PageEnd, Pagination, ResponseField } from "../../pagination.ts";
import { selectsOperation } from "../filters.ts";
import { detectedIn } from "./detected.ts";
import {
  keysOf,
  type PaginationOption,
  type PaginationRule,
  type RequestFieldRule,
  type ResponseFieldRule,
} from "./pagination-rule.ts";
import { fitOf, type Misfit, type Plan, type PlannedField, type PlannedNext } from "./plan.ts";

/** A rule or an extension that an operation does not fit. */
export interface PaginationProblem {
  /** `pagination[0]`, or the name of the extension. */
  readonly source: string;
  /** Whether it is a mistake in the configuration; otherwise the operation is not paginated, and a warning reports it. */
  readonly isConfigured: boolean;
  readonly operation: string;
  readonly reason: string;
  readonly hint: string;
  readonly at: Location;
}

interface Paginated {
  readonly paginations: ReadonlyMap<NamedOperation, Pagination>;
  readonly problems: readonly PaginationProblem[];
}

export function withPagination(http: HttpOf<NamedOperation> | null, option: PaginationOption): HttpApi | null {
  if (http === null) return null;
  const { paginations } = paginationsIn(http, option);
  return withOperations(http, (operation) => ({ ...operation, pagination: paginations.get(operation) ?? null }));
}

/** The names that pages have are not looked for: none of the problems is of that. */
export function paginationProblems(
  http: HttpOf<NamedOperation>,
  option: PaginationOption,
): readonly PaginationProblem[] {
  return paginationsIn(http, option, () => null).problems;
}

export function paginationsIn(
  http: HttpOf<NamedOperation>,
  option: PaginationOption,
  detect: Unconfigured["detect"] = detectedIn,
): Paginated {
  const paginations = new Map<NamedOperation, Pagination>();
  const problems: PaginationProblem[] = [];
  if (option === false) return { paginations, problems };
  const rules = option.map((rule, index) => new AppliedRule(rule, index));
  for (const operation of http.operations) {
    const rule = rules.find((one) => one.selects(operation));
    const pagination = rule === undefined ? unconfigured(operation, { http, detect, problems }) : rule.apply(operation);
    if (pagination !== null) paginations.set(operation, pagination);
  }
  return { paginations, problems: [...rules.flatMap((rule) => rule.problems()), ...problems] };
}

/** A rule may select more than lists: what lacks the parameters of the rule is not meant, unless nothing has them. */
class AppliedRule {
  private readonly rule: PaginationRule;
  private readonly index: number;
  private readonly unmeant: PaginationProblem[] = [];
  private readonly unfit: PaginationProblem[] = [];
  private fits = 0;

  constructor(rule: PaginationRule, index: number) {
    this.rule = rule;
    this.index = index;
  }

  selects(operation: NamedOperation): boolean {
    return selectsOperation(this.rule, operation);
  }

  apply(operation: NamedOperation): Pagination | null {
    const plan = plannedBy(this.rule, this.index);
    if (plan === null) return null;
    const fit = fitOf(operation, plan);
    if (fit.ok) {
      this.fits += 1;
      return fit.pagination;
    }
    const { misfit } = fit;
    const problem = problemOf(operation, plan.evidence, misfit, true);
    const isMeant = "field" in plan.next && !misfit.isInRequest;
    (isMeant ? this.unfit : this.unmeant).push(problem);
    return null;
  }

  problems(): readonly PaginationProblem[] {
    return this.fits + this.unfit.length > 0 ? this.unfit : this.unmeant.slice(0, 1);
  }
}

interface Unconfigured {
  readonly http: Pick<HttpApi, "extensions">;
  readonly detect: (operation: NamedOperation) => Plan | null;
  readonly problems: PaginationProblem[];
}

function unconfigured(operation: NamedOperation, { http, detect, problems }: Unconfigured): Pagination | null {
  const stated = statedIn(operation, http);
  if (stated?.kind === "unknown") {
    const hint = `say how it is paginated with the option pagination, or leave the extension out`;
    problems.push(problemOf(operation, stated.name, { reason: stated.reason, hint, isInRequest: false }, false));
    return null;
  }
  const plan = stated === null ? detect(operation) : stated.plan;
  if (plan === null) return null;
  const fit = fitOf(operation, plan);
  if (fit.ok) return fit.pagination;
  if (stated !== null) problems.push(problemOf(operation, stated.name, fit.misfit, false));
  return null;
}

function problemOf(
  { id, at }: NamedOperation,
  source: string,
  { reason, hint }: Misfit,
  isConfigured: boolean,
): PaginationProblem {
  return { source, isConfigured, operation: quote(id), reason, hint, at };
}

/** `null` for `none`. */
function plannedBy(rule: PaginationRule, index: number): Plan | null {
  const next = nextOf(rule);
  if (next === null) return null;
  const { items, limit } = rule;
  return {
    next,
    items: items === undefined ? null : keysOf(items),
    limit: limit === undefined ? null : fieldOf(limit),
    end: endOf(rule),
    source: "configuration",
    evidence: `pagination[${index}]`,
  };
}

function nextOf({ offset, page, first, cursor, next, last, url, link }: PaginationRule): PlannedNext | null {
  if (offset !== undefined) return { kind: "offset", field: fieldOf(offset) };
  if (page !== undefined) return { kind: "page", field: fieldOf(page), first: first ?? null };
  if (cursor !== undefined && last !== undefined)
    return { kind: "last-item", field: fieldOf(cursor), key: keysOf(last) };
  if (cursor !== undefined && next !== undefined)
    return { kind: "cursor", field: fieldOf(cursor), next: responseFieldOf(next) };
  if (url !== undefined) return { kind: "url", next: responseFieldOf(url) };
  return link === true ? { kind: "link" } : null;
}

function endOf({ more, total, pages }: PaginationRule): PageEnd | null {
  if (more !== undefined) return { kind: "flag", path: keysOf(more) };
  if (total !== undefined) return { kind: "items", path: keysOf(total) };
  return pages === undefined ? null : { kind: "pages", path: keysOf(pages) };
}

function fieldOf(rule: RequestFieldRule): PlannedField {
  return typeof rule === "string" ? { in: "parameter", name: rule } : { in: "body", path: keysOf(rule.body) };
}

function responseFieldOf(rule: ResponseFieldRule): ResponseField {
  return typeof rule === "string" ? { in: "body", path: keysOf(rule) } : { in: "header", name: rule.header };
}

// Extensions of an operation that other generators define -> a plan. Read are those whose meaning is documented:
// `x-speakeasy-pagination` (speakeasy.com/docs/customize/runtime/pagination), `x-fern-pagination`
// (buildwithfern.com/learn/api-definitions/openapi/extensions/pagination) and `x-ms-pageable` (AutoRest, docs/extensions/readme.md).
// `x-pagination` has no one meaning and is not read.

/** What an extension says: a plan, `null` for a single page, or why it is not understood. */
export type Stated =
  | { readonly kind: "plan"; readonly name: string; readonly plan: Plan | null }
  | { readonly kind: "unknown"; readonly name: string; readonly reason: string };

/** `null` when the operation has no such extension. */
function statedIn({ extensions }: NamedOperation, { extensions: ofApi }: Pick<HttpApi, "extensions">): Stated | null {
  for (const [name, read] of Object.entries(readers)) {
    const value = extensions[name];
    if (value === undefined || value === false) continue;
    const inherited = value === true ? ofApi[name] : value;
    if (!isFields(inherited)) return { kind: "unknown", name, reason: "it is not an object" };
    const planned = read(inherited);
    if (typeof planned === "string") return { kind: "unknown", name, reason: planned };
    return { kind: "plan", name, plan: planned === null ? null : { ...planned, source: "extension", evidence: name } };
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A text says why it is not understood. */
type Planned = Omit<Plan, "source" | "evidence"> | string | null;

const readers: Readonly<Record<string, (fields: Fields) => Planned>> = {
  "x-speakeasy-pagination": readSpeakeasy,
  "x-fern-pagination": readFern,
  "x-ms-pageable": readMicrosoft,
};

/** `{ type, inputs: [{ name, in, type }], outputs: { results, numPages, nextCursor, nextUrl } }`; outputs are JSONPath. */
function readSpeakeasy({ type, inputs, outputs }: Fields): Planned {
  const inputFields = (Array.isArray(inputs) ? inputs : []).filter(isFields);
  const outputFields = isFields(outputs) ? outputs : {};
  const input = (kind: string): PlannedField | null => {
    const { name, in: place } = inputFields.find((one) => one["type"] === kind) ?? {};
    if (typeof name !== "string") return null;
    return place === "requestBody" ? { in: "body", path: name.split(".") } : { in: "parameter", name };
  };
  const items = jsonPathOf(outputFields["results"]);
  const pages = jsonPathOf(outputFields["numPages"]);
  if (items === undefined || pages === undefined) return "its outputs are JSONPath with more than names";
  const end: PageEnd | null = pages === null ? null : { kind: "pages", path: pages };
  const rest = { items, limit: input("limit"), end };
  const [page, offset, cursor] = [input("page"), input("offset"), input("cursor")];
  switch (type) {
    case "offsetLimit":
      if (page !== null) return { next: { kind: "page", field: page, first: null }, ...rest };
      return offset === null
        ? "it has neither a page nor an offset"
        : { next: { kind: "offset", field: offset }, ...rest };
    case "cursor": {
      const next = cursor === null ? null : speakeasyCursor(cursor, String(outputFields["nextCursor"] ?? ""), items);
      return next === null ? "it has no cursor, or no nextCursor that is a path of names" : { next, ...rest };
    }
    case "url": {
      const path = jsonPathOf(outputFields["nextUrl"]);
      if (!path) return "it has no nextUrl that is a path of names";
      return { next: { kind: "url", next: { in: "body", path } }, ...rest };
    }
    default:
      return `its type is ${JSON.stringify(type)}, none of offsetLimit, cursor and url`;
  }
}

/** `$.data.results[-1].id` is a member of the last item. */
function speakeasyCursor(field: PlannedField, path: string, items: readonly string[] | null): PlannedNext | null {
  const [, list, key] = /^(.*)\[-1\]\.(.+)$/.exec(path) ?? [];
  const array = jsonPathOf(list);
  if (key !== undefined && array)
    return items === null || items.join(".") === array.join(".")
      ? { kind: "last-item", field, key: key.split(".") }
      : null;
  const next = jsonPathOf(path);
  return next ? { kind: "cursor", field, next: { in: "body", path: next } } : null;
}

/** `$.data.results`: the keys; `null` when absent, `undefined` when it is more than a path of names. */
function jsonPathOf(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string" || !/^\$(\.[\w-]+|\['[^'\]]+'\])*$/.test(value)) return undefined;
  return [...value.matchAll(/\.([\w-]+)|\['([^'\]]+)'\]/g)].map(([, name, quoted]) => name ?? quoted ?? "");
}

/** `{ offset | cursor, next_cursor | next_uri | next_path, results, step, has-next-page }`; values are `$request.x`, `$response.x`. */
function readFern(fields: Fields): Planned {
  const { offset, cursor, next_cursor: nextCursor, next_uri: uri, next_path: path, results, step } = fields;
  const more = responsePathOf(fields["has-next-page"]);
  const items = responsePathOf(results);
  const limit = requestFieldOf(step);
  const rest = { items, limit, end: more === null ? null : ({ kind: "flag", path: more } as const) };
  const next = responsePathOf(uri ?? path);
  if (next !== null) return { next: { kind: "url", next: { in: "body", path: next } }, ...rest };
  const [from, to] = [requestFieldOf(cursor), responsePathOf(nextCursor)];
  if (from !== null && to !== null) {
    const place: ResponseField = { in: "body", path: to };
    return { next: { kind: "cursor", field: from, next: place }, ...rest };
  }
  const field = requestFieldOf(offset);
  if (field === null) return "it has none of offset, cursor with next_cursor, next_uri and next_path";
  // Without a step, what Fern calls an offset is the number of the page.
  return limit === null
    ? { next: { kind: "page", field, first: null }, ...rest }
    : { next: { kind: "offset", field }, ...rest };
}

function requestFieldOf(value: unknown): PlannedField | null {
  const [, name] = typeof value === "string" ? (/^\$request\.(.+)$/.exec(value) ?? []) : [];
  return name === undefined ? null : { in: "either", name };
}

function responsePathOf(value: unknown): readonly string[] | null {
  if (value === "$response") return [];
  const [, path] = typeof value === "string" ? (/^\$response\.(.+)$/.exec(value) ?? []) : [];
  return path === undefined ? null : path.split(".");
}

/** `{ nextLinkName, itemName }`. `nextLinkName: null`: everything comes at once. */
function readMicrosoft({ nextLinkName, itemName }: Fields): Planned {
  if (nextLinkName === null || nextLinkName === "") return null;
  if (typeof nextLinkName !== "string") return "it has no nextLinkName";
  return {
    next: { kind: "url", next: { in: "body", path: [nextLinkName] } },
    items: [typeof itemName === "string" ? itemName : "value"],
    limit: null,
    end: null,
  };
}
