// Arguments of generate and check to the project they mean: a configuration, or the flags that stand for one.
import path from "node:path";
import { type TargetName, targetNames } from "../../targets/target.ts";
import type { Arguments } from "../arguments.ts";
import { pathFrom } from "../path-from.ts";
import { locateConfig } from "../sources/locate.ts";
import { locateFlags } from "../sources/locate-flags.ts";
import { hintFor, type Usable, unusable } from "../usage.ts";
import { flagFieldsOf, givenFlags } from "./api-flags.ts";
import { findConfig, loadConfigModules } from "./config-file.ts";
import type { Project } from "./project.ts";
import { type Overrides, projectOfConfig } from "./project-of-config.ts";
import { projectOfFlags } from "./project-of-flags.ts";
import { readRules } from "./reading-rules.ts";
import { toleratedOf } from "./tolerate-flag.ts";

/** `turn`: another number than before loads the code of a configuration again. */
export async function selectProject(args: Arguments, cwd: string, turn = 0): Promise<Usable<Project>> {
  const tolerate = toleratedOf(args);
  if (!tolerate.ok) return tolerate;
  const isFlags = args.has("openapi") || args.has("asyncapi");
  return isFlags ? ofFlags(args, tolerate.value, cwd) : ofConfig(args, { tolerate: tolerate.value, turn }, cwd);
}

type Tolerate = Overrides["tolerate"];

async function ofFlags(args: Arguments, tolerate: Tolerate, cwd: string): Promise<Usable<Project>> {
  const targets = readTargets(args.all("target"));
  if (!targets.ok) return targets;
  const given = !args.has("openapi") ? "--asyncapi" : "--openapi";
  if (args.has("config"))
    return unusable(`--config and ${given} exclude each other`, "the configuration names the descriptions itself");
  const out = args.one("out");
  if (out === null) return unusable(`${given} needs --out`, "say where to write: --out generated");
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const fields = flagFieldsOf(args);
  if (!fields.ok) return fields;
  const { limits } = rules.value;
  const located = await locateFlags(args, { base: cwd, root: path.resolve(cwd, out), limits });
  if (!located.ok) return located;
  const { value: documents, foreign } = located.value;
  const own = { fields: fields.value, rules: { ...rules.value, foreign } };
  return projectOfFlags({ ...documents, out, targets: targets.value, tolerate, ...own }, cwd);
}

async function ofConfig(
  args: Arguments,
  { tolerate, turn }: { readonly tolerate: Tolerate; readonly turn: number },
  cwd: string,
): Promise<Usable<Project>> {
  const [rule] = givenFlags(args);
  if (rule !== undefined)
    return unusable(`--${rule.flag} goes with --openapi or --asyncapi`, `in a configuration, write ${rule.field}`);
  const named = args.one("config");
  const file = named === null ? findConfig(cwd) : path.resolve(cwd, named);
  if (file === null) {
    const hint =
      "waybill init writes one; or name the description: waybill generate --openapi openapi.yaml --out generated";
    return unusable("there is no waybill.config.ts here or in a folder above", hint);
  }
  const name = pathFrom(cwd, file);
  const loaded = await loadConfigModules(file, { name, turn });
  if (!loaded.ok) return loaded;
  const { config, modules } = loaded.value;
  const rules = readRules(args, cwd, { value: config, base: path.dirname(file) });
  if (!rules.ok) return rules;
  const given = args.one("out");
  const out = given === null ? null : path.resolve(cwd, given);
  const base = path.dirname(file);
  const located = await locateConfig(config, { name, base, root: out ?? base, limits: rules.value.limits });
  if (!located.ok) return located;
  const { value: apis, foreign } = located.value;
  return projectOfConfig(
    { ...config, apis },
    { path: file, name, modules },
    { out, targets: args.all("target"), tolerate, rules: { ...rules.value, foreign } },
  );
}

function readTargets(names: readonly string[]): Usable<readonly TargetName[]> {
  const problems = names.flatMap((name) =>
    targetNames.some((known) => known === name)
      ? []
      : [{ message: `there is no target ${JSON.stringify(name)}`, hint: hintFor(name, targetNames) }],
  );
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: targetNames.filter((name) => names.includes(name)) };
}
