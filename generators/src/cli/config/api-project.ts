// What a configuration or flags say of one API to what a run needs of it.
import path from "node:path";
import type { Filters } from "../../model/filters.ts";
import type { LocatedApi } from "../sources/locate.ts";
import type { UsageProblem } from "../usage.ts";
import type { ApiProject } from "./project.ts";
import { placesOf } from "./target-places.ts";
import { codesOf } from "./tolerate-flag.ts";

export interface ApiContext {
  readonly name: string;
  /** How messages call the API. */
  readonly at: string;
  /** The folder for targets without one, relative to the root; `null` for none. */
  readonly out: string | null;
  readonly base: string;
  readonly root: string;
  readonly problems: UsageProblem[];
}

export function apiProject(api: LocatedApi, context: ApiContext): ApiProject {
  const { base } = context;
  const emission = api.emit ?? "ts";
  const extension = api.importExtension ?? `.${emission}`;
  if (emission === "js" && extension === ".ts")
    context.problems.push({
      message: `${context.at}: JavaScript cannot import its neighbours as .ts`,
      hint: "leave the import extension out, or make it .js",
    });
  if (api.dates === "date" && !isAsserted(api.formats, "date-time"))
    context.problems.push({
      message: `${context.at}: dates: "date" makes Dates of what is held to be a date-time, and formats does not hold it to that`,
      hint: 'add "date-time": "assert" to formats, or leave dates out',
    });
  return {
    name: context.name,
    openapi: api.openapi === undefined ? null : path.resolve(base, api.openapi),
    asyncapi: api.asyncapi === undefined ? null : path.resolve(base, api.asyncapi),
    importExtension: extension === "none" ? "" : extension,
    emission,
    formats: api.formats ?? null,
    enums: api.enums ?? "closed",
    filters: filtersOf(api),
    dates: api.dates ?? "string",
    names: api.names ?? null,
    header: api.header ?? null,
    places: placesOf(api, context),
    tolerate: codesOf(api.tolerate ?? []),
  };
}

function filtersOf({ include = [], exclude = [], deprecated = true, unusedSchemas }: LocatedApi): Filters | null {
  const isNarrowed = include.length + exclude.length > 0 || !deprecated;
  const unused = unusedSchemas ?? (isNarrowed ? "drop" : "keep");
  return isNarrowed || unused === "drop" ? { include, exclude, deprecated, unusedSchemas: unused } : null;
}

function isAsserted(formats: LocatedApi["formats"], format: string): boolean {
  if (formats === undefined || typeof formats === "string") return formats !== "annotate";
  return (formats[format] ?? formats["*"]) !== "annotate";
}
