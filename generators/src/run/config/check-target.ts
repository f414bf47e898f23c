// The targets of an API in a configuration, each a name, a target, or one of these with fields, to what they mean.
import { isFields } from "../../model/fields.ts";
import { builtInTargetOf, builtInTargets, isTargetName } from "../../targets/built-in-targets.ts";
import { problemsOfOptions } from "../../targets/option-values.ts";
import type { Target } from "../../targets/target.ts";
import { below, type Check, kindOf, type Reader, type Readers, readFields, readText } from "./config-reader.ts";
import {
  isPackagedName,
  nameableTargets,
  nameOf,
  type TargetEntry,
  type TargetPlaceConfig,
  type TargetReference,
} from "./target-config.ts";
import { hintFor } from "./usage.ts";

export const readTargets: Reader<TargetEntry[]> = (value, at, check) => {
  const hint = `a list of: ${nameableTargets.join(", ")}`;
  if (!Array.isArray(value)) return check.reject(at, `must be a list, found ${kindOf(value)}`, hint);
  if (value.length === 0) check.reject(at, "lists no target", hint);
  const read = value.map((entry: unknown, index) => readTarget(entry, `${at}[${index}]`, check));
  read.forEach((entry, index) => {
    if (entry === undefined) return;
    const first = read.findIndex((other) => other !== undefined && nameOf(other) === nameOf(entry));
    if (first !== index)
      check.reject(`${at}[${index}]`, `names ${nameOf(entry)}, as ${at}[${first}] does`, "remove one of the two");
  });
  return read.filter((entry) => entry !== undefined);
};

function readTarget(entry: unknown, at: string, check: Check): TargetEntry | undefined {
  if (!isFields(entry) || "render" in entry) {
    const target = readReference(entry, at, check);
    return target === undefined ? undefined : { target };
  }
  const { target: written, out, import: specifier, options, ...beside } = entry;
  if (written === undefined) return check.reject(`${at}.target`, "is required", hintFor("", nameableTargets));
  const place = readFields<TargetPlaceConfig>(placeReaders, { out, import: specifier }, at, check);
  const target = readReference(written, `${at}.target`, check);
  if (target === undefined || place === undefined) return undefined;
  const targetOptions = givenOptions({ options, beside, at }, check);
  // What a package declares is known once it is loaded.
  if (typeof target === "string" && !isTargetName(target)) return { ...place, target, options: targetOptions };
  const definition = typeof target === "string" ? builtInTargetOf(target) : target;
  return { ...place, target: configured(definition, targetOptions, { at, check }) ?? target };
}

/** Options are in `options`, or next to the target's name. */
function givenOptions(
  { options, beside, at }: { readonly options: unknown; readonly beside: object; readonly at: string },
  check: Check,
): Readonly<Record<string, unknown>> {
  if (options === undefined || isFields(options)) return { ...beside, ...options };
  check.reject(`${at}.options`, `must be an object, found ${kindOf(options)}`, null);
  return { ...beside };
}

const placeReaders: Readers<TargetPlaceConfig> = { out: readText, import: readText };

const readReference: Reader<TargetReference> = (value, at, check) => {
  if (isFields(value)) return readGiven(value, at, check);
  if (typeof value === "string" && (isTargetName(value) || isPackagedName(value))) return value;
  const actual = typeof value === "string" ? JSON.stringify(value) : kindOf(value);
  const hint = hintFor(typeof value === "string" ? value : "", nameableTargets);
  return check.reject(at, `must be one of ${nameableTargets.join(", ")}, found ${actual}`, hint);
};

const pluginHint = 'create a target of your own with defineTarget of "waybill/plugin"';

/** What has the members of a target; that it does what they promise shows when it is run. */
const readGiven: Reader<Target> = (value, at, check) => {
  const problem = problemOfTarget(value);
  if (problem !== null) return check.reject(at, problem.message, problem.hint);
  return isTarget(value) ? value : undefined;
};

/** Why a value is no target; `null` when it is one. */
export function problemOfTarget(value: unknown): { readonly message: string; readonly hint: string } | null {
  if (!isTarget(value))
    return { message: "is not a target: it needs name, summary, needs, render and with", hint: pluginHint };
  const { name, needs } = value;
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    return {
      message: `is called ${JSON.stringify(name)}, which is not a valid folder name`,
      hint: "letters, digits and -: my-routes",
    };
  if (isTargetName(name))
    return { message: `has the name of the built-in target ${name}`, hint: "give it another name" };
  if (!Array.isArray(needs) || needs.some((need: unknown) => typeof need !== "string"))
    return { message: `${name}: needs must be a list of names of targets`, hint: 'for example needs: ["types"]' };
  return null;
}

export function isTarget(value: unknown): value is Target {
  return (
    isFields(value) &&
    [value["name"], value["summary"]].every((member) => typeof member === "string") &&
    [value["render"], value["with"]].every((member) => typeof member === "function")
  );
}

/** `null` when no option is given or one is refused, which is reported. `at`: the path of the entry. */
export function configured(
  target: Target,
  options: Readonly<Record<string, unknown>>,
  { at, check }: { readonly at: string; readonly check: Check },
): Target | null {
  const definedOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const names = Object.keys(definedOptions);
  const declared = Object.keys(target.options ?? {});
  const unknown = names.filter((name) => !declared.includes(name));
  for (const name of unknown) rejectOption(name, declared, below(at, name), check);
  if (names.length === 0 || unknown.length > 0) return null;
  const problems = problemsOfOptions(target, definedOptions);
  for (const { at: where, message, hint = null } of problems) check.reject(`${at}.${where}`, message, hint);
  return problems.length > 0 ? null : target.with(definedOptions);
}

function rejectOption(name: string, declared: readonly string[], at: string, check: Check): void {
  const other = builtInTargets.find(({ options = {} }) => Object.hasOwn(options, name));
  if (other !== undefined) check.reject(at, `is for the target ${other.name}`, "remove it, or move it there");
  else check.reject(at, "is not a field of the configuration", hintFor(name, ["target", "out", "import", ...declared]));
}
