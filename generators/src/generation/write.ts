// Stage 6: a plan to the disk. Only `write` changes files; a dry run writes nothing, and a check only notes that all is up to date.
import path from "node:path";
import { pathFrom } from "../config/path-from.ts";
import type { Report } from "../diagnostics/index.ts";
import { applyChanges, type Change } from "./output/apply-changes.ts";
import { manifestName } from "./output/manifest.ts";
import { noteToolkit } from "./output/unchanged.ts";
import type { Plan } from "./plan.ts";
import type { RunRequest } from "./request.ts";

/** `later` is given work that may wait until the run has been reported. */
export function writePlan(
  root: string,
  plan: Plan,
  { mode, toolkit, cwd }: RunRequest,
  report: Report,
  later?: (tidy: () => void) => void,
): void {
  const { manifest, onDisk } = plan;
  if (mode === "write") {
    const problem = applyChanges(root, changesOf(plan), later);
    if (problem !== null) {
      const file = path.join(root, problem.path);
      const args = { file: pathFrom(cwd, file), reason: problem.reason };
      report.add("unwritable-file", { kind: "file", path: file }, args);
      return;
    }
  }
  if (mode === "write" || (mode === "check" && manifest === onDisk)) noteToolkit(root, manifest, toolkit);
}

/** The manifest last: while it is the old one, a killed run is undone. */
function changesOf({ states: { files, orphans }, manifest, onDisk }: Plan): Change[] {
  return [
    ...files.filter((file) => file.state !== "same").map((file) => ({ path: file.path, text: file.text })),
    ...orphans.map((orphan) => ({ path: orphan.path, text: null })),
    ...(manifest === onDisk ? [] : [{ path: manifestName, text: manifest }]),
  ];
}
