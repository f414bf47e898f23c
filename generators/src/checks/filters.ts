// Filters of a configuration or of flags that select nothing are reported.
import type { Report } from "../diagnostics/index.ts";
import { nearest } from "../diagnostics/nearest.ts";
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
