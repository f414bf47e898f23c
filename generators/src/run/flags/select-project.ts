// Arguments of generate and check -> the project: from a configuration, or from flags instead.

import path from "node:path";
import { targetNames } from "../../targets/built-in-targets.ts";
import { findConfig, loadConfigModules } from "../config/config-file.ts";
import { loadNamed } from "../config/packaged-targets.ts";
import { pathFrom } from "../config/paths.ts";
import type { Project } from "../config/project.ts";
import { type Overrides, resolveProject } from "../config/project-of-config.ts";
import { isPackagedName, nameableTargets, type TargetReference } from "../config/target-config.ts";
import { hintFor, type Usable, type UsageProblem, unusable } from "../config/usage.ts";
import { flagOptionsOf, givenFlags } from "./api-flags.ts";
import type { Arguments } from "./arguments.ts";
import { locateFlags } from "./flagged-documents.ts";
import { projectOfFlags } from "./project-of-flags.ts";
import { overlaysOf, readRules, toleratedOf } from "./reading-flags.ts";

export interface Selection {
  /** Another number than before loads the code of a configuration again. */
  readonly turn?: number;
  /** Why no URL may be read without a hash; absent where it may. */
  readonly pinnedOnly?: string | null;
}

export async function selectProject(
  args: Arguments,
  cwd: string,
  { turn = 0, pinnedOnly = null }: Selection = {},
): Promise<Usable<Project>> {
  const tolerate = toleratedOf(args);
  if (!tolerate.ok) return tolerate;
  const how = { tolerate: tolerate.value, turn, pinnedOnly };
  return isOfFlags(args) ? ofFlags(args, how, cwd) : ofConfig(args, how, cwd);
}

/** The file of the configuration that the arguments choose; null if there is none, or flags replace it. */
export function configOf(args: Arguments, cwd: string): string | null {
  if (isOfFlags(args)) return null;
  const named = args.one("config");
  return named === null ? findConfig(cwd) : path.resolve(cwd, named);
}

function isOfFlags(args: Arguments): boolean {
  return args.has("openapi") || args.has("asyncapi");
}

interface How extends Required<Selection> {
  readonly tolerate: Overrides["tolerate"];
}

async function ofFlags(args: Arguments, { tolerate, pinnedOnly }: How, cwd: string): Promise<Usable<Project>> {
  const targets = await readTargets(args.all("target"), cwd);
  if (!targets.ok) return targets;
  const given = !args.has("openapi") ? "--asyncapi" : "--openapi";
  if (args.has("config"))
    return unusable(`--config and ${given} cannot be used together`, "the configuration names the descriptions itself");
  const out = args.one("out");
  if (out === null) return unusable(`${given} needs --out`, "specify where to write: --out generated");
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const options = flagOptionsOf(args);
  if (!options.ok) return options;
  const { limits } = rules.value;
  const located = await locateFlags(args, { base: cwd, root: path.resolve(cwd, out), limits, pinnedOnly });
  if (!located.ok) return located;
  const { value: documents, foreign } = located.value;
  const own = { options: options.value, rules: { ...rules.value, foreign } };
  const strict = args.has("strict");
  const overlays = overlaysOf(args, cwd);
  return projectOfFlags({ ...documents, overlays, out, targets: targets.value, tolerate, strict, ...own }, cwd);
}

async function ofConfig(args: Arguments, { tolerate, turn, pinnedOnly }: How, cwd: string): Promise<Usable<Project>> {
  const [rule] = givenFlags(args);
  if (rule !== undefined)
    return unusable(
      `--${rule.flag} is only valid with --openapi or --asyncapi`,
      `in a configuration, write ${rule.option}`,
    );
  const file = configOf(args, cwd);
  if (file === null) {
    const hint = "waybill init writes one; or name the description: waybill generate openapi.yaml --out src/generated";
    return unusable("there is no waybill.config.ts here or in a parent folder", hint);
  }
  const name = pathFrom(cwd, file);
  const loaded = await loadConfigModules(file, { name, turn });
  if (!loaded.ok) return loaded;
  const given = args.one("out");
  const base = path.dirname(file);
  return resolveProject(
    { ...loaded.value, file: { base, path: file, name } },
    {
      out: given === null ? null : path.resolve(cwd, given),
      targets: args.all("target"),
      overlays: overlaysOf(args, cwd),
      tolerate,
      strict: args.has("strict"),
      pinnedOnly,
      rulesOf: (config) => readRules(args, cwd, { value: config, base }),
    },
  );
}

/** Ours in their own order, then those of packages. */
async function readTargets(names: readonly string[], cwd: string): Promise<Usable<readonly TargetReference[]>> {
  const own = targetNames.filter((name) => names.includes(name));
  const others = [...new Set(names)].filter((name) => !own.some((known) => known === name));
  const unknown = others.filter((name) => !isPackagedName(name));
  const problems: UsageProblem[] = unknown.map((name) => ({
    message: `unknown target ${JSON.stringify(name)}`,
    hint: hintFor(name, nameableTargets),
  }));
  const targets: TargetReference[] = [...own];
  for (const name of others.filter(isPackagedName)) {
    const loaded = await loadNamed(name, { from: cwd, at: "--target" });
    if (loaded.ok) targets.push(loaded.value);
    else problems.push(...loaded.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: targets };
}
