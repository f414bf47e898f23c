// What the configuration says of operations that the description does not have.
import { keyOf, nearest, type Report } from "../diagnostics/index.ts";
import { unmatchedOperations } from "../model/finish/filters.ts";
import { paginationProblems } from "../model/finish/pagination/pagination.ts";
import { ruleSelectors } from "../model/finish/pagination/pagination-rule.ts";
import type { Selector } from "../model/finish/selector.ts";
import type { ReadApi } from "./read-api.ts";

export function checkFilters({ name, filtered, configured }: ReadApi, report: Report): void {
  if (filtered === null) return;
  const { unmatched, isEmpty } = filtered;
  for (const { at, text, known } of unmatched) {
    const near = nearest(text.slice(1, -1), known);
    report.add("unmatched-filter", configured, { api: name, at, text, near, known });
  }
  if (isEmpty && unmatched.length === 0)
    report.add("unmatched-filter", configured, { api: name, at: null, text: "", near: undefined, known: [] });
}

// Rules of the option `pagination` that select nothing, and rules and extensions that an operation does not fit, are reported.
export function checkPagination({ name, whole, options, configured }: ReadApi, report: Report): void {
  const { pagination } = options;
  if (whole.http === null) return;
  const selectors = (pagination === false ? [] : pagination).map(
    (rule): Selector =>
      Object.fromEntries(ruleSelectors.flatMap((field) => (rule[field] ? [[field, rule[field]]] : []))),
  );
  for (const { at, text, known } of unmatchedOperations("pagination", selectors, whole.http.operations)) {
    const near = nearest(text.slice(1, -1), known);
    report.add("unmatched-filter", configured, { api: name, at, text, near, known });
  }
  for (const { at, source, operation, reason, hint, isConfigured } of paginationProblems(whole.http, pagination))
    report.add(
      "pagination-mismatch",
      keyOf(at),
      { source, operation, reason, hint },
      { severity: isConfigured ? "error" : "warning" },
    );
}
