// `lint` for programs: a configuration in, the problems of its descriptions out.
import path from "node:path";
import type { Config } from "../../run/config/config.ts";
import type { UsageProblem } from "../../run/config/usage.ts";
import { requireNode } from "../../run/node-version.ts";
import type { ReportedDiagnostic } from "../../run/reported.ts";

export interface LintSettings {
  /** Paths in a configuration that is no file are relative to it. Default: the working directory. */
  readonly cwd?: string;
}

export interface LintResult {
  /** No errors; warnings may be among the diagnostics. */
  readonly ok: boolean;
  /** Problems of the configuration itself; then nothing was read. */
  readonly usage: readonly UsageProblem[];
  readonly diagnostics: readonly ReportedDiagnostic[];
  /** Every file that was read, absolute. */
  readonly files: readonly string[];
}

/** Checks the descriptions of a configuration, or of the file at a path: `lint({ apis: { api: { openapi: "openapi.yaml" } } })`. */
export async function lint(config: Config | string, settings: LintSettings = {}): Promise<LintResult> {
  requireNode();
  const cwd = path.resolve(settings.cwd ?? ".");
  const [{ givenConfig }, { describedApis }, { lintDescriptions }, { reportedDiagnostics }] = await Promise.all([
    import("./project.ts"),
    import("../../run/config/described-apis.ts"),
    import("../../run/lint.ts"),
    import("../../run/reported.ts"),
  ]);
  const given = await givenConfig(config, cwd);
  if (!given.ok) return { ok: false, usage: given.problems, diagnostics: [], files: [] };
  const apis = await describedApis(given.value, { cwd });
  given.value.modules?.close();
  if (!apis.ok) return { ok: false, usage: apis.problems, diagnostics: [], files: [] };
  const { diagnostics, files } = await lintDescriptions([...apis.value.values()], cwd);
  const reported = reportedDiagnostics({ diagnostics, excerpts: new Map(), base: cwd }, cwd);
  const ok = diagnostics.every(({ severity }) => severity !== "error");
  return { ok, usage: [], diagnostics: reported, files: [...files] };
}
