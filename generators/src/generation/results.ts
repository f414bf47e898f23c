// The states of files -> the result of each target, and the list of files that a run writes or removes.
import type { Project } from "../config/project.ts";
import type { FileStates } from "./output/file-states.ts";
import { removable } from "./plan.ts";
import type { RenderedTarget } from "./render.ts";
import type { FileAction, TargetResult } from "./result.ts";

export function actionsOf({ files, orphans }: FileStates, shown: (file: string) => string): FileAction[] {
  const written = files.filter((file) => file.state !== "same");
  return [
    ...written.map(({ path: file, target }) => ({ path: shown(file), target, action: "write" as const })),
    ...removable(orphans).map(({ path: file, target }) => ({ path: shown(file), target, action: "remove" as const })),
  ];
}

/** One result for each target, and for removed targets. */
export function targetResultsOf(
  rendered: readonly RenderedTarget[],
  states: FileStates,
  { only }: Project,
): TargetResult[] {
  const results = rendered
    .filter(({ place }) => only === null || only.has(place.target))
    .map(({ api, place: { target, neededBy }, files, milliseconds }): TargetResult => {
      const own = states.files.filter((file) => file.api === api && file.target === target);
      const written = own.filter((file) => file.state !== "same").length;
      const removed = removable(states.orphans).filter(
        (orphan) => orphan.api === api && orphan.target === target,
      ).length;
      return { api, target, files: files.length, written, removed, milliseconds, neededBy };
    });
  const gone = new Map<string, TargetResult>();
  for (const { api, target } of removable(states.orphans)) {
    if (results.some((result) => result.api === api && result.target === target)) continue;
    const key = `${api} ${target}`;
    const removed = (gone.get(key)?.removed ?? 0) + 1;
    gone.set(key, { api, target, files: 0, written: 0, removed, milliseconds: null, neededBy: [] });
  }
  return [...results, ...gone.values()];
}
