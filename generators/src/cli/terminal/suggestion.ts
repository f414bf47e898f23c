// A run that failed -> the flag, or the field of the configuration, with which it would succeed. It is tried before it is printed.

import { codesOf } from "../../diagnostics/codes.ts";
import { type Diagnostic, firstOfEach } from "../../diagnostics/index.ts";
import { pathFrom } from "../../run/config/paths.ts";
import type { Project } from "../../run/config/project.ts";
import { runProject } from "../../run/generate.ts";
import { loadLastRun } from "../../run/load.ts";
import type { Run, RunRequest } from "../../run/request.ts";

/** Errors that tolerating others brings to light may be tolerated too. */
const attempts = 4;

/** Empty if tolerating alone cannot make the run succeed. */
export async function suggestionFor(run: Run, project: Project, request: RunRequest): Promise<string[]> {
  const errors = errorsOf(run);
  let remainingErrors = errors;
  for (let attempt = 0; attempt < attempts && remainingErrors.length > 0; attempt += 1) {
    if (remainingErrors.some(({ tolerable }) => tolerable === null)) return [];
    remainingErrors = errorsOf(await trial(codesIn(errors), project, request));
    errors.push(...remainingErrors);
  }
  return remainingErrors.length > 0 || errors.length === 0 ? [] : suggestion(errors, project, request);
}

function errorsOf({ diagnostics }: Pick<Run, "diagnostics">): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** The same run with more codes tolerated; it writes nothing. */
function trial(accepted: readonly string[], project: Project, request: RunRequest): Promise<Run> {
  const apis = project.apis.map((api) => ({ ...api, tolerate: codesOf([...api.tolerate, ...accepted]) }));
  const dry: RunRequest = { ...request, mode: "dry-run" };
  return runProject({ ...project, apis }, { ...loadLastRun(project, { ...dry, force: true }), unchanged: null }, dry);
}

/** A line for each code, and last `5 errors can be tolerated: --tolerate a,b`. */
function suggestion(errors: readonly Diagnostic[], { configFile }: Project, { cwd }: RunRequest): string[] {
  const codes = codesIn(errors);
  const flag = `--tolerate ${codes.join(",")}`;
  const where = configFile === null ? flag : `${flag}, or ${tolerateField(codes)} in ${pathFrom(cwd, configFile)}`;
  return [...meaningsOf(errors), `${counted(errors)} can be tolerated: ${where}`];
}

/** `tolerate: ["a", "b"]` */
export function tolerateField(codes: readonly string[]): string {
  return `tolerate: [${codes.map((code) => JSON.stringify(code)).join(", ")}]`;
}

export function codesIn(errors: readonly Diagnostic[]): string[] {
  return [...new Set(errors.map(({ code }) => code))].sort();
}

function counted(errors: readonly Diagnostic[]): string {
  const count = firstOfEach(errors).length;
  return `${count} error${count === 1 ? "" : "s"}`;
}

function meaningsOf(errors: readonly Diagnostic[]): string[] {
  return codesIn(errors).map((code) => {
    const matchingErrors = errors.filter((error) => error.code === code);
    const meanings = [...new Set(matchingErrors.map(({ tolerable }) => tolerable))];
    return `if ${code} (${firstOfEach(matchingErrors).length}) is tolerated: ${meanings.slice(0, 3).join("; ")}`;
  });
}
