// Files that are not this run's alone to write or to remove -> diagnostics: those of another configuration, and those of earlier runs that
// flags asked for something else.
import path from "node:path";
import type { Report } from "../../diagnostics/index.ts";
import { pathFrom } from "../config/paths.ts";
import type { Project } from "../config/project.ts";
import type { FileStates, Orphan } from "../output/file-states.ts";
import type { Manifest } from "../output/manifest.ts";
import { isOfAnother, isRemovable, type OtherOwner, ownerOf, shownOwner } from "../output/records.ts";
import type { RunRequest } from "../request.ts";

interface Claims {
  /** The manifest as it was; `null` without one. */
  readonly current: Manifest | null;
  readonly name: string;
  readonly otherOwner: OtherOwner;
}

/** Returns the orphans that the run does not remove unasked. A check reports them as it does others. */
export function reportOwners(
  { files, orphans }: FileStates,
  project: Project,
  { current, name, otherOwner }: Claims,
  { mode, prune = false, cwd }: RunRequest,
  report: Report,
): ReadonlySet<Orphan> {
  const { root, rebuild } = project;
  const owner = ownerOf(project);
  const own = shownOwner(owner, root, cwd);
  const shared = Map.groupBy(files, (file) => otherOwner(file.path) ?? "");
  shared.delete("");
  for (const [other, [first, ...more]] of shared) {
    if (first === undefined) continue;
    report.add(
      "shared-output",
      { kind: "file", path: path.join(root, first.path) },
      {
        files: countedFiles(pathFrom(cwd, path.join(root, first.path)), more.length),
        owners: [other, own],
        canReplace: false,
      },
    );
  }
  const place = { kind: "file", path: path.join(root, name) } as const;
  if (current !== null && isOfAnother(current, owner, root) && !(prune && current.from.config === null)) {
    const owners = [shownOwner(current.from, root, cwd), own] as const;
    const files = pathFrom(cwd, root) || "this folder";
    report.add("shared-output", place, { files, owners, canReplace: current.from.config === null });
    return new Set(orphans);
  }
  const unasked = prune ? [] : orphans.filter((orphan) => !isRemovable(orphan, current, project));
  const [first] = unasked;
  if (first === undefined) return new Set();
  const targets = [...new Set(unasked.map(({ target }) => target))].sort();
  const absolute = path.join(root, first.path);
  const file = pathFrom(cwd, absolute);
  if (mode !== "check")
    report.add("unasked-removal", { kind: "file", path: absolute }, { file, count: unasked.length, targets, rebuild });
  return new Set(unasked);
}

function countedFiles(file: string, more: number): string {
  return more === 0 ? file : `${file} and ${more} more ${more === 1 ? "file" : "files"}`;
}
