// `upgrade` for programs: a configuration in, the callers' code rewritten for the description as it is now. Never prints or exits.
import path from "node:path";
import type { Config } from "../../run/config/config.ts";
import type { UsageProblem } from "../../run/config/usage.ts";
import { requireNode } from "../../run/node-version.ts";
import type { UpgradeJson } from "../../upgrade/upgrade-json.ts";
import type { DiffSide } from "./diff.ts";
import type { ProjectSettings } from "./project.ts";

export interface UpgradeSettings extends ProjectSettings {
  /** Writes the edits and the generated code, all or nothing. Default: `false`. */
  readonly write?: boolean;
  /** Also edits files with changes that are not committed, and overwrites generated files that were edited by hand. Default: `false`. */
  readonly force?: boolean;
  /** The old description. Default: what the code was generated from, found by the hashes of the manifest. */
  readonly from?: DiffSide;
  /** Renames that the description does not state, new names by old ones: `{ "Order.note": "remark", listOrders: "findOrders" }`. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Files `tsconfig.json` of the callers, relative to `cwd`. Default: all that are found. */
  readonly projects?: readonly string[];
}

export interface UpgradeResult extends UpgradeJson {
  /** Problems of the configuration itself; then nothing ran. */
  readonly usage: readonly UsageProblem[];
}

/** `config`: a configuration, or the path of its file. With `from`, it has one API. */
export async function upgrade(config: Config | string, settings: UpgradeSettings = {}): Promise<UpgradeResult> {
  requireNode();
  const cwd = path.resolve(settings.cwd ?? ".");
  const { write = false, force = false, from, renames = {}, projects = [] } = settings;
  const [{ projectOf }, { upgradeProject }, { jsonOfUpgrade }, { loadCompiler }, { npmIn }, { Toolkit }, { codesOf }] =
    await Promise.all([
      import("./project.ts"),
      import("../../upgrade/upgrade-project.ts"),
      import("../../upgrade/upgrade-json.ts"),
      import("../../upgrade/rewrite/compiler.ts"),
      import("../../upgrade/base/published.ts"),
      import("../../run/toolkit.ts"),
      import("../../diagnostics/codes.ts"),
    ]);
  const project = await projectOf(config, { ...settings, cwd });
  if (!project.ok) return { ...nothing, dryRun: !write, usage: project.problems };
  const { base } = project.value;
  const result = await upgradeProject(project.value, {
    mode: write ? "write" : "dry-run",
    force,
    toolkit: new Toolkit(),
    cwd,
    from: from === undefined ? null : { ...from, tolerate: codesOf(from.tolerate ?? []), lenient: () => true, cwd },
    sources: { published: npmIn(base) },
    renames: new Map(Object.entries(renames)),
    projects: projects.map((file) => path.resolve(cwd, file)),
    kit: await loadCompiler(),
  });
  return { usage: [], ...jsonOfUpgrade(result, { cwd, isDry: !write, base }) };
}

const nothing: Omit<UpgradeResult, "usage" | "dryRun"> = {
  ok: false,
  base: "no-manifest",
  missing: [],
  unread: [],
  changes: [],
  questions: [],
  files: [],
  generated: [],
  left: [],
  dirty: [],
  unused: [],
  diagnostics: [],
};
