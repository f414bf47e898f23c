// Operations of one method and path -> the parts of a request that identify each of them.

import type { Operation, Parameter, PathTemplate } from "../http.ts";
import { fixedValuesOf } from "./fixed-values.ts";

/** A query parameter or a header that a request has; with this value, unless it is `null`. */
export interface Condition {
  readonly in: "query" | "header";
  readonly name: string;
  readonly value: string | null;
}

/**
 * What distinguishes the requests of each operation: the query in the path, parameters with a single possible value, and those in
 * the fragment of the path. Empty where method and path are unique.
 */
export function conditionsOf(operations: readonly Operation[]): ReadonlyMap<Operation, readonly Condition[]> {
  const conditionsByOperation = new Map<Operation, readonly Condition[]>();
  for (const group of requestGroupsOf(operations)) {
    for (const operation of group) {
      const conditions = group.length > 1 ? ownConditionsOf(operation) : fixedQueryOf(operation.path);
      if (conditions.length > 0) conditionsByOperation.set(operation, conditions);
    }
  }
  return conditionsByOperation;
}

/** Operations grouped by method and path. */
export function requestGroupsOf(operations: readonly Operation[]): Operation[][] {
  return [...Map.groupBy(operations, ({ method, path }) => `${method} ${shapeOf(path)}`).values()];
}

/** A path without the names of its parameters, which no request contains. */
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
