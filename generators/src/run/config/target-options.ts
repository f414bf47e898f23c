// The options that an entry of a configuration gives its target -> the target with them, as far as it declares and accepts them.

import { builtInTargets } from "../../targets/built-in-targets.ts";
import { problemsOfOptions } from "../../targets/option-values.ts";
import type { Target } from "../../targets/target.ts";
import { below, type Check } from "./config-reader.ts";
import { hintFor } from "./usage.ts";

/** `null` when no option is given or one is refused, which is reported. `at`: the path of the entry. */
export function configured(
  target: Target,
  options: Readonly<Record<string, unknown>>,
  { at, check }: { readonly at: string; readonly check: Check },
): Target | null {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const names = Object.keys(given);
  const declared = Object.keys(target.options ?? {});
  const unknown = names.filter((name) => !declared.includes(name));
  for (const name of unknown) rejectOption(name, declared, below(at, name), check);
  if (names.length === 0 || unknown.length > 0) return null;
  const problems = problemsOfOptions(target, given);
  for (const { at: where, message, hint = null } of problems) check.reject(`${at}.${where}`, message, hint);
  return problems.length > 0 ? null : target.with(given);
}

function rejectOption(name: string, declared: readonly string[], at: string, check: Check): void {
  const other = builtInTargets.find(({ options = {} }) => Object.hasOwn(options, name));
  if (other !== undefined) check.reject(at, `is for the target ${other.name}`, "remove it, or move it there");
  else check.reject(at, "is not a field of the configuration", hintFor(name, ["target", "out", "import", ...declared]));
}
