// `generate`, `check` and `lint` for programs: a configuration in, the result of a run as plain data out. Never prints or exits.
import path from "node:path";
import type { Config } from "../../run/config/config.ts";
import type { UsageProblem } from "../../run/config/usage.ts";
import { requireNode } from "../../run/node-version.ts";
import type { ReportedDiagnostic } from "../../run/reported.ts";
import type { FileAction, RunRequest, StoppedResult, TargetResult, ToleratedJson } from "../../run/request.ts";
import type { ProjectSettings } from "./project.ts";

// `generate` and `check` for programs: a configuration in, the result of a run as plain data out. Never prints or exits.

export interface GenerateSettings extends ProjectSettings {
  /** Lists what would change, and writes nothing. Default: `false`. */
  readonly dryRun?: boolean;
  /** Overwrites files that were edited by hand. Default: `false`. */
  readonly force?: boolean;
  /** Removes what another configuration, or an earlier version of Waybill, wrote for APIs that this one does not have. Default: `false`. */
  readonly prune?: boolean;
  /** Keeps parsed documents for the next run. Default: `true`. */
  readonly cache?: boolean;
}

export type CheckSettings = ProjectSettings;

export interface GenerateResult {
  readonly ok: boolean;
  /** Problems of the configuration itself; then nothing ran. */
  readonly usage: readonly UsageProblem[];
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly targets: readonly TargetResult[];
  /** Targets that were not generated because of errors in the description; their files are as before. */
  readonly stopped: readonly StoppedResult[];
  /** Files that were written or removed, relative to `cwd`; in a dry run, that would be. */
  readonly changes: readonly FileAction[];
  /** Errors of the description that were tolerated, with the meaning that was assumed. */
  readonly tolerated: readonly ToleratedJson[];
  /** Every file the output depends on, absolute: the files to watch. */
  readonly inputs: readonly string[];
}

/** Generates code and writes the files that changed. `config`: a configuration, or the path of its file. */
export function generate(config: Config | string, settings: GenerateSettings = {}): Promise<GenerateResult> {
  const { dryRun = false, force = false, prune = false, cache = true } = settings;
  return ran(config, settings, { mode: dryRun ? "dry-run" : "write", force, prune }, cache);
}

/** Compares the files on disk with what `generate` would write. Writes nothing; `ok` is false when anything differs. */
export function check(config: Config | string, settings: CheckSettings = {}): Promise<GenerateResult> {
  return ran(config, settings, { mode: "check", force: false }, false);
}

async function ran(
  config: Config | string,
  settings: ProjectSettings,
  runOptions: Pick<RunRequest, "mode" | "force" | "prune">,
  cache: boolean,
): Promise<GenerateResult> {
  requireNode();
  const cwd = path.resolve(settings.cwd ?? ".");
  const [{ projectOf }, { generateProject }, { Toolkit }, { ciOf }] = await Promise.all([
    import("./project.ts"),
    import("../../run/generate.ts"),
    import("../../run/toolkit.ts"),
    import("../../run/config/paths.ts"),
  ]);
  const pinnedOnly = runOptions.mode === "check" ? ciOf((name) => process.env[name] || null) : null;
  const project = await projectOf(config, { ...settings, cwd, pinnedOnly });
  if (!project.ok) return { ok: false, usage: project.problems, ...nothing };
  const run = await generateProject(project.value, { ...runOptions, toolkit: new Toolkit(), cwd }, { cache });
  const [{ reportedDiagnostics }, { toleratedJson }] = await Promise.all([
    import("../../run/reported.ts"),
    import("../../run/reported.ts"),
  ]);
  return {
    ok: run.ok,
    usage: [],
    diagnostics: reportedDiagnostics({ ...run, base: project.value.base }, cwd),
    targets: run.targets,
    stopped: run.stopped,
    changes: run.actions,
    tolerated: toleratedJson(run.tolerated, project.value, cwd),
    inputs: [...run.read.keys()],
  };
}

const nothing = { diagnostics: [], targets: [], stopped: [], changes: [], tolerated: [], inputs: [] };

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
  const [
    { givenConfig },
    { describedApis },
    { lintDescriptions },
    { ignoringOf, withoutIgnored },
    { reportedDiagnostics },
  ] = await Promise.all([
    import("./project.ts"),
    import("../../run/config/described-apis.ts"),
    import("../../run/lint.ts"),
    import("../../run/ignored.ts"),
    import("../../run/reported.ts"),
  ]);
  const loadedConfig = await givenConfig(config, cwd);
  if (!loadedConfig.ok) return { ok: false, usage: loadedConfig.problems, diagnostics: [], files: [] };
  const apis = await describedApis(loadedConfig.value, { cwd });
  loadedConfig.value.modules?.close();
  if (!apis.ok) return { ok: false, usage: apis.problems, diagnostics: [], files: [] };
  const described = [...apis.value.values()];
  const ignoring = ignoringOf(described, cwd);
  if (!ignoring.ok) return { ok: false, usage: ignoring.problems, diagnostics: [], files: [] };
  const linted = await lintDescriptions(described, cwd);
  const { files } = linted;
  const { diagnostics } = withoutIgnored(linted.diagnostics, ignoring.value, cwd);
  const reported = reportedDiagnostics({ diagnostics, excerpts: new Map(), base: cwd }, cwd);
  const ok = diagnostics.every(({ severity }) => severity !== "error");
  return { ok, usage: [], diagnostics: reported, files: [...files] };
}
