// Rules of a configuration -> a plan for each operation they select.
import type { PageEnd, ResponseField } from "../../pagination.ts";
import { keysOf, type PaginationRule, type RequestFieldRule, type ResponseFieldRule } from "./pagination-rule.ts";
import type { Plan, PlannedField, PlannedNext } from "./plan.ts";

/** `null` for `none`. */
export function plannedBy(rule: PaginationRule, index: number): Plan | null {
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
