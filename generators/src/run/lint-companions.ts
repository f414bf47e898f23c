// Files beside descriptions, overlays and Arazzo documents -> their problems.
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkArazzo } from "../checks/arazzo/arazzo.ts";
import { Report, reportSourceProblem, type Scope } from "../diagnostics/index.ts";
import { applyOverlays } from "../read/overlay/apply-overlays.ts";
import { attempt } from "../source/attempt.ts";
import { defaultRoots, Sources } from "../source/index.ts";
import type { Linted } from "./lint.ts";

/** Whether a file is an overlay or an Arazzo document, by its first field. Anything else is read as a description. */
export function isCompanion(file: string, cwd: string): boolean {
  // Nothing for what is no file: URLs and packages have descriptions.
  const text = attempt(() => readFileSync(path.resolve(cwd, file), "utf8")) ?? "";
  if (!/arazzo|overlay/.test(text)) return false;
  const root = new Sources({ cwd }).open(file);
  return root.ok && (root.value.has("arazzo") || root.value.has("overlay"));
}

/** An overlay is also applied to what it extends. Names in messages are relative to `cwd`. */
export function lintCompanions(paths: readonly string[], cwd: string, tolerate: Scope["tolerance"]["codes"]): Linted {
  const tolerance = { codes: tolerate, isLenient: () => false };
  const report = new Report({ api: "", tolerance, targets: null, ruleOf: () => null });
  const files = new Set<string>();
  for (const file of paths) {
    const sources = new Sources({ cwd, roots: defaultRoots(cwd, [file]) });
    const root = sources.open(file);
    if (!root.ok) reportSourceProblem(report, root.problem);
    else if (root.value.has("arazzo")) checkArazzo(root.value, sources, report);
    else applyOverlays({ sources, report }, [file], []);
    for (const document of sources.documents()) files.add(document.path);
  }
  return { diagnostics: report.list(), files };
}
