// What a configuration or flags want of an API -> the API with only that; words that find nothing are reported.

import type { Place, Report } from "../diagnostics/index.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Api } from "../model/api.ts";
import { filtered } from "../model/filters.ts";
import type { ApiProject } from "./config/project.ts";

/** `place`: where filters stand, when they stand in a file. */
export function filteredApi(api: Api, { name, filters }: ApiProject, place: Place, report: Report): Api {
  if (filters === null) return api;
  const { api: left, unmatched, isEmpty } = filtered(api, filters);
  for (const { at, text, known } of unmatched) {
    const near = nearest(text.slice(1, -1), known);
    report.add("unmatched-filter", place, { api: name, at, text, near, known });
  }
  if (isEmpty && unmatched.length === 0)
    report.add("unmatched-filter", place, { api: name, at: null, text: "", near: undefined, known: [] });
  return left;
}
