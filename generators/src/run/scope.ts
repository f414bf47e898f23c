// An API of a project -> what its errors are weighed by: what it tolerates, and which targets a fault can stop.

import type { Scope } from "../diagnostics/index.ts";
import type { ReadableApi, ReadableProject } from "./config/description-files.ts";
import { withNeeds } from "./config/target-places.ts";
import { toleranceOf } from "./config/tolerance.ts";

/** A command that generates nothing, such as `lint`, is there to find faults: it tolerates only the codes that the user names. */
export function scopeOf(api: ReadableApi, { rules, only }: Pick<ReadableProject, "rules" | "only">): Scope {
  const { name, places, tolerate } = api;
  if (only === undefined) return { api: name, tolerance: { codes: tolerate, isLenient: () => false }, targets: null };
  const definitions = new Map(places.map(({ target, definition }) => [target, definition]));
  const targets = places.map(({ target }) => ({
    name: target,
    needs: withNeeds([target], definitions),
    isWanted: only === null || only.has(target),
  }));
  return { api: name, tolerance: toleranceOf(api, rules), targets };
}
