// Arguments of generate and check to the project they mean: a configuration, or the flags that stand for one.
import path from "node:path";
import { type Emission, emissions } from "../emit/emission.ts";
import { type FormatRule, type TargetName, targetNames } from "../targets/target.ts";
import { enumsOf } from "./api-documents.ts";
import type { Arguments } from "./arguments.ts";
import type { ImportExtension } from "./config.ts";
import { findConfig, loadConfig } from "./config-file.ts";
import { pathFrom } from "./path-from.ts";
import { type Overrides, type Project, projectOfConfig, projectOfFlags } from "./project.ts";
import { readRules } from "./reading-rules.ts";
import { toleratedOf } from "./tolerate-flag.ts";
import { hintFor, type Usable, unusable } from "./usage.ts";

export async function selectProject(args: Arguments, cwd: string): Promise<Usable<Project>> {
  const targets = readTargets(args.all("target"));
  if (!targets.ok) return targets;
  const tolerate = toleratedOf(args);
  if (!tolerate.ok) return tolerate;
  const asked = { targets: targets.value, tolerate: tolerate.value };
  return args.has("openapi") || args.has("asyncapi") ? ofFlags(args, asked, cwd) : ofConfig(args, asked, cwd);
}

type Asked = Pick<Overrides, "targets" | "tolerate">;

function ofFlags(args: Arguments, asked: Asked, cwd: string): Usable<Project> {
  const openapi = args.one("openapi");
  const asyncapi = args.one("asyncapi");
  const given = openapi === null ? "--asyncapi" : "--openapi";
  if (args.has("config"))
    return unusable(`--config and ${given} exclude each other`, "the configuration names the descriptions itself");
  const out = args.one("out");
  if (out === null) return unusable(`${given} needs --out`, "say where to write: --out generated");
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const own = {
    importExtension: importExtensionOf(args),
    emit: emitOf(args),
    formats: formatsOf(args),
    enums: enumsOf(args),
    rules: rules.value,
  };
  return projectOfFlags({ openapi, asyncapi, out, ...asked, ...own }, cwd);
}

async function ofConfig(args: Arguments, asked: Asked, cwd: string): Promise<Usable<Project>> {
  if (args.has("import-extension")) {
    return unusable(
      "--import-extension goes with --openapi or --asyncapi",
      "in a configuration, write importExtension",
    );
  }
  const rule = ["emit", "formats", "enums"].find((name) => args.has(name));
  if (rule !== undefined)
    return unusable(`--${rule} goes with --openapi or --asyncapi`, `in a configuration, write ${rule}`);
  const given = args.one("config");
  const file = given === null ? findConfig(cwd) : path.resolve(cwd, given);
  if (file === null) {
    const hint =
      "waybill init writes one; or name the description: waybill generate --openapi openapi.yaml --out generated";
    return unusable("there is no waybill.config.ts here or in a folder above", hint);
  }
  const name = pathFrom(cwd, file);
  const config = await loadConfig(file, name);
  if (!config.ok) return config;
  const rules = readRules(args, cwd, { value: config.value, base: path.dirname(file) });
  if (!rules.ok) return rules;
  const out = args.one("out");
  return projectOfConfig(
    config.value,
    { path: file, name },
    { out: out === null ? null : path.resolve(cwd, out), ...asked, rules: rules.value },
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

function formatsOf(args: Arguments): FormatRule | null {
  const value = args.one("formats");
  return value === "assert" || value === "annotate" ? value : null;
}

function emitOf(args: Arguments): Emission | null {
  return emissions.find((emission) => emission === args.one("emit")) ?? null;
}

function importExtensionOf(args: Arguments): ImportExtension | null {
  const value = args.one("import-extension");
  return value === ".ts" || value === ".js" || value === "none" ? value : null;
}
