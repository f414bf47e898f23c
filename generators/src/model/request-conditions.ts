// Operations of one method and path -> what in a request tells which of them it is for.
import { fixedValuesOf } from "./fixed-values.ts";
import type { Operation, Parameter, PathTemplate } from "./http.ts";

/** A member of the query, or a header, that a request has; with this value, unless it is `null`. */
export interface Condition {
  readonly in: "query" | "header";
  readonly name: string;
  readonly value: string | null;
}

/**
 * What requests of each operation have and those of others lack: the query that stands in the path, parameters that can have
 * one value only, and those that the fragment of the path names. Nothing where method and path say it already.
 */
export function conditionsOf(operations: readonly Operation[]): ReadonlyMap<Operation, readonly Condition[]> {
  const found = new Map<Operation, readonly Condition[]>();
  for (const group of requestGroupsOf(operations)) {
    for (const operation of group) {
      const conditions = group.length > 1 ? ownConditionsOf(operation) : fixedQueryOf(operation.path);
      if (conditions.length > 0) found.set(operation, conditions);
    }
  }
  return found;
}

/** Operations whose requests have one method and path. */
export function requestGroupsOf(operations: readonly Operation[]): Operation[][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = `${operation.method} ${shapeOf(operation.path)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [operation]);
    else group.push(operation);
  }
  return [...groups.values()];
}

/** A path without the names of its parameters, which no request shows. */
export function shapeOf({ segments }: Pick<PathTemplate, "segments">): string {
  return segments.map((part) => (part.kind === "literal" ? part.text : "{}")).join("");
}

function fixedQueryOf({ query }: PathTemplate): Condition[] {
  return query.flatMap(({ name, value }) => (value === null ? [] : [{ in: "query", name, value }]));
}

function ownConditionsOf({ path, parameters }: Operation): Condition[] {
  const named = new Set((path.fragment ?? "").split("&").map((part) => part.replace(/=.*/s, "")));
  return [...fixedQueryOf(path), ...parameters.flatMap((parameter) => conditionOf(parameter, named))];
}

function conditionOf(
  { in: place, name, required, mediaType, schema }: Parameter,
  named: ReadonlySet<string>,
): Condition[] {
  if (!required || (place !== "query" && place !== "header")) return [];
  const [value, ...others] = mediaType === null ? (fixedValuesOf(schema) ?? []) : [];
  if (others.length === 0 && ["string", "number", "boolean"].includes(typeof value)) {
    return [{ in: place, name, value: String(value) }];
  }
  return named.has(name) ? [{ in: place, name, value: null }] : [];
}
