// Options as they were set -> all of them, and what several parts of the toolkit derive from them.
import { type ApiOptions, type Contradiction, type OptionRow, optionRows } from "./api-options.ts";
import type { Filters } from "./finish/filters.ts";

/** The options, with defaults for those that are not set. */
export function apiOptionsOf(options: Partial<ApiOptions>): ApiOptions;
export function apiOptionsOf(options: Readonly<Record<string, unknown>>): object {
  const optionOf = ([name, row]: readonly [string, OptionRow<unknown>]): [string, unknown] => [
    name,
    options[name] ?? (typeof row.default === "function" ? row.default(options) : row.default),
  ];
  return Object.fromEntries(Object.entries(optionRows).map(optionOf));
}

export function contradictionsIn(options: ApiOptions): Contradiction[] {
  return Object.values(optionRows).flatMap(({ contradiction }) => contradiction?.(options) ?? []);
}

/** The options that count in the hash of a run: all that differ from the default, as JSON. */
export function hashedOptions(options: ApiOptions): object {
  const values = new Map<string, unknown>(Object.entries(options));
  const changed = Object.entries(optionRows).flatMap(([name, row]): [string, unknown][] => {
    const [value, standard] = [values.get(name), row.default].map((one) => JSON.stringify(one, hashable));
    return value === standard ? [] : [[name, JSON.parse(value ?? "null")]];
  });
  return Object.fromEntries(changed);
}

/** The options that the files of a runtime depend on, as one text: equal for targets that can share them. */
export function runtimeSettings(options: ApiOptions): string {
  return JSON.stringify(Object.entries(options).filter(([name]) => shapesRuntime.has(name)));
}

const shapesRuntime = new Set(Object.entries(optionRows).flatMap(([name, row]) => (row.shapesRuntime ? [name] : [])));

/** Regular expressions and functions have no JSON. The result of a function shows in the names alone. */
function hashable(_key: string, value: unknown): unknown {
  if (value instanceof RegExp) return { pattern: String(value) };
  return typeof value === "function" ? "function" : value;
}

/** The filters; `null` when all of the API is generated. */
export function filtersOf({ include, exclude, deprecated, unusedSchemas }: ApiOptions): Filters | null {
  const isNarrowed = include.length + exclude.length > 0 || !deprecated;
  const unused = unusedSchemas ?? (isNarrowed ? "drop" : "keep");
  return isNarrowed || unused === "drop" ? { include, exclude, deprecated, unusedSchemas: unused } : null;
}

/** Whether the configuration has functions: their results are known only once they are called. */
export function hasNameHooks({ names }: ApiOptions): boolean {
  return Object.keys(names).length > 0;
}

/** The extension of generated imports. */
export function extensionOf({ importExtension }: ApiOptions): ".ts" | ".js" | "" {
  return importExtension === "none" ? "" : importExtension;
}
