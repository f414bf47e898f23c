// The chosen descriptions -> what `generate` would say of them: errors with a meaning to assume, by code, and those without one.
import { type Diagnostic, labelOf } from "../../../diagnostics/index.ts";
import { codesOf } from "../../../diagnostics/tolerance.ts";
import { projectOfConfig } from "../../../run/config/project-of-config.ts";
import { noRules } from "../../../run/config/reading-rules.ts";
import { type Usable, usable } from "../../../run/config/usage.ts";
import { generateProject } from "../../../run/generate.ts";
import { Toolkit } from "../../../run/toolkit.ts";
import { isTargetName } from "../../../targets/built-in-targets.ts";
import type { DescribedApi } from "./chosen-descriptions.ts";

export interface Inspection {
  readonly tolerated: readonly ToleratedCode[];
  /** What stops a run all the same. */
  readonly errors: readonly Diagnostic[];
}

export interface ToleratedCode {
  readonly code: string;
  readonly count: number;
  /** The first place: `openapi.yaml:7:21`. */
  readonly first: string;
  /** What it is taken to mean. Where places differ, the meaning of most. */
  readonly meaning: string;
}

/**
 * A dry run that tolerates what a run on the descriptions of others does: what it tolerated is what the configuration has to allow.
 * A typing error in a file of the user is an error.
 */
export async function inspectDescription(
  { name, files, out, targets }: DescribedApi,
  folder: string,
): Promise<Usable<Inspection>> {
  const { openapi, asyncapi, foreign } = files;
  const api = {
    ...(openapi === null ? {} : { openapi }),
    ...(asyncapi === null ? {} : { asyncapi }),
    out,
    targets: targets.filter(isTargetName),
    strict: false,
  };
  const rules = { ...noRules, workingFolder: folder, foreign };
  const project = projectOfConfig(
    { apis: { [name]: api } },
    { base: folder, path: null, name: "waybill.config.ts" },
    { out: null, overlays: [], targets: [], rules, tolerate: codesOf([]), strict: false },
  );
  if (!project.ok) return project;
  const run = await generateProject(project.value, {
    mode: "dry-run",
    force: true,
    toolkit: new Toolkit(),
    cwd: folder,
  });
  const errors = run.diagnostics.filter(({ severity }) => severity === "error");
  return usable({ tolerated: toleratedIn(run.diagnostics), errors });
}

function toleratedIn(diagnostics: readonly Diagnostic[]): ToleratedCode[] {
  const meanings = new Map<string, { readonly all: string[]; readonly first: string }>();
  for (const { code, assumed, place } of diagnostics) {
    if (assumed === null) continue;
    const { all, first } = meanings.get(code) ?? { all: [], first: labelOf(place) };
    meanings.set(code, { all: [...all, assumed], first });
  }
  return [...meanings]
    .map(([code, { all, first }]) => ({ code, count: all.length, first, meaning: mostFrequent(all) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

function mostFrequent(texts: readonly string[]): string {
  const countOf = (text: string): number => texts.filter((one) => one === text).length;
  return [...new Set(texts)].sort((a, b) => countOf(b) - countOf(a))[0] ?? "";
}

export function placesOf(count: number): string {
  return count === 1 ? "1 place" : `${count} places`;
}
