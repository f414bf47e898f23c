// Descriptions -> their problems: they are read as in a run, then the checks of `lint` run.
import { checkApis } from "../checks/checks.ts";
import { type Diagnostic, Report } from "../diagnostics/index.ts";
import type { DescriptionFiles } from "./config/description-files.ts";
import { readApis } from "./read-apis.ts";

export interface Linted {
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was read, absolute. */
  readonly files: ReadonlySet<string>;
}

/** Names in messages are relative to `cwd`. */
export async function lintDescriptions(apis: readonly DescriptionFiles[], cwd: string): Promise<Linted> {
  const report = new Report();
  const files = new Set<string>();
  for (const api of apis) {
    const read = readApis({ base: cwd, configFile: api.configFile, rules: api.rules, apis: [api] }, report);
    await checkApis(read.apis, report, "lint");
    for (const document of read.documents) files.add(document.path);
  }
  return { diagnostics: report.list(), files };
}
