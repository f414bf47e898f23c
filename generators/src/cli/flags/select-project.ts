// Arguments of generate and check -> the project: from a configuration, or from flags instead.

import path from "node:path";
import { findConfig, loadConfigModules } from "../../config/config-file.ts";
import { loadNamed } from "../../config/packaged-targets.ts";
import { pathFrom } from "../../config/path-from.ts";
import type { Project } from "../../config/project.ts";
import type { Overrides } from "../../config/project-of-config.ts";
import { resolveProject } from "../../config/resolve-project.ts";
import type { ForeignSource } from "../../config/sources/foreign-source.ts";
import { type Located, type LocatePlace, locate } from "../../config/sources/locate.ts";
import { packagePrefix } from "../../config/sources/package-file.ts";
import { isPackagedName, nameableTargets, type TargetReference } from "../../config/target-config.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "../../config/usage.ts";
import { targetNames } from "../../targets/own-targets.ts";
import type { Arguments } from "../arguments.ts";
import { flagOptionsOf, givenFlags } from "./api-flags.ts";
import { projectOfFlags, type WrittenDocuments } from "./project-of-flags.ts";
import { readRules, toleratedOf } from "./reading-flags.ts";

/** `turn`: another number than before loads the code of a configuration again. */
export async function selectProject(args: Arguments, cwd: string, turn = 0): Promise<Usable<Project>> {
  const tolerate = toleratedOf(args);
  if (!tolerate.ok) return tolerate;
  const isFlags = args.has("openapi") || args.has("asyncapi");
  return isFlags ? ofFlags(args, tolerate.value, cwd) : ofConfig(args, { tolerate: tolerate.value, turn }, cwd);
}

type Tolerate = Overrides["tolerate"];

async function ofFlags(args: Arguments, tolerate: Tolerate, cwd: string): Promise<Usable<Project>> {
  const targets = await readTargets(args.all("target"), cwd);
  if (!targets.ok) return targets;
  const given = !args.has("openapi") ? "--asyncapi" : "--openapi";
  if (args.has("config"))
    return unusable(`--config and ${given} exclude each other`, "the configuration names the descriptions itself");
  const out = args.one("out");
  if (out === null) return unusable(`${given} needs --out`, "specify where to write: --out generated");
  const rules = readRules(args, cwd, null);
  if (!rules.ok) return rules;
  const options = flagOptionsOf(args);
  if (!options.ok) return options;
  const { limits } = rules.value;
  const located = await locateFlags(args, { base: cwd, root: path.resolve(cwd, out), limits });
  if (!located.ok) return located;
  const { value: documents, foreign } = located.value;
  const own = { options: options.value, rules: { ...rules.value, foreign } };
  const strict = args.has("strict");
  return projectOfFlags({ ...documents, out, targets: targets.value, tolerate, strict, ...own }, cwd);
}

async function ofConfig(
  args: Arguments,
  { tolerate, turn }: { readonly tolerate: Tolerate; readonly turn: number },
  cwd: string,
): Promise<Usable<Project>> {
  const [rule] = givenFlags(args);
  if (rule !== undefined)
    return unusable(`--${rule.flag} goes with --openapi or --asyncapi`, `in a configuration, write ${rule.option}`);
  const named = args.one("config");
  const file = named === null ? findConfig(cwd) : path.resolve(cwd, named);
  if (file === null) {
    const hint =
      "waybill init writes one; or name the description: waybill generate --openapi openapi.yaml --out generated";
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
      tolerate,
      strict: args.has("strict"),
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
    message: `there is no target ${JSON.stringify(name)}`,
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

interface FlaggedFiles {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  readonly written: WrittenDocuments;
}

/** The files that `--openapi`, `--asyncapi` and `--integrity` name, and the words that name them again on another machine. */
async function locateFlags(args: Arguments, place: LocatePlace): Promise<Usable<Located<FlaggedFiles>>> {
  const integrities = [...args.all("integrity")];
  const files: { openapi: string | null; asyncapi: string | null } = { openapi: null, asyncapi: null };
  const written: { openapi?: readonly string[]; asyncapi?: readonly string[] } = {};
  const foreign: ForeignSource[] = [];
  for (const kind of ["openapi", "asyncapi"] as const) {
    const word = args.one(kind);
    if (word === null) continue;
    const isRemote = /^https?:/i.test(word);
    const integrity = isRemote ? integrities.shift() : undefined;
    if (isRemote && integrity === undefined)
      return unusable(`--${kind} ${word} needs --integrity`, `waybill pin ${word} prints it: --integrity sha384-…`);
    const document = integrity === undefined ? word : { url: word, integrity };
    const found = await locate(document, { ...place, kind, at: `--${kind}` });
    if (!found.ok) return found;
    files[kind] = found.value.value;
    foreign.push(...found.value.foreign);
    if (integrity !== undefined) written[kind] = [word, "--integrity", integrity];
    else if (word.startsWith(packagePrefix)) written[kind] = [word];
  }
  if (integrities.length > 0)
    return unusable(`--integrity ${integrities[0]} goes with no URL`, "it is for --openapi or --asyncapi with a URL");
  return usable({ value: { ...files, written }, foreign });
}
