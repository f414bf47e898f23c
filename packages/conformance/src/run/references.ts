// A call -> the ids that it is about, and whether a delivery is about them too.

import type { Json } from "waybill/description";
import { asObject } from "../values/json.ts";
import type { CallResult } from "./context.ts";
import { isReference } from "./knowledge.ts";
import { membersOfBody } from "./request-values.ts";

/** The ids that a call is about: in its path, its body and its response. */
export function referencesOf({ values, json }: CallResult): Json[] {
  const named = [...Object.entries(asObject(json) ?? {}), ...Object.entries(membersOfBody(values) ?? {})].filter(
    ([name]) => /id$/i.test(name) && isReference(name),
  );
  const own = named.filter(
    ([name]) => name === "id" || !/campaign|account|warehouse|customer|tenant|project/i.test(name),
  );
  return [...Object.values(values.parameters.path), ...own.map(([, value]) => value)];
}

/** Without references, every event of that name counts. */
export function isAbout(references: readonly Json[], scalars: ReadonlySet<Json>): boolean {
  return references.length === 0 || references.some((id) => scalars.has(id));
}

export function scalarsIn(value: unknown): Set<Json> {
  const found = new Set<Json>();
  const walk = (at: unknown): void => {
    if (typeof at === "string" || typeof at === "number") found.add(at);
    else if (typeof at === "object" && at !== null) for (const member of Object.values(at)) walk(member);
  };
  walk(value);
  return found;
}
