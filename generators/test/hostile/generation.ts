// A filled template -> what the toolkit makes of it, as the command line would: files, or problems with their places.
import path from "node:path";
import { checkExamples } from "../../src/checks/examples.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { checkPatterns } from "../../src/checks/patterns.ts";
import { checkRequired } from "../../src/checks/schemas.ts";
import { type Diagnostic, githubOf, Report, textOf } from "../../src/diagnostics/index.ts";
import type { Emission } from "../../src/emit/index.ts";
import type { Api } from "../../src/model/api.ts";
import { projectOfFlags } from "../../src/run/flags/select-project.ts";
import { renderApi } from "../../src/run/render.ts";
import type { RenderedFile } from "../../src/run/target-files.ts";
import { pointerOf } from "../../src/source/index.ts";

export type Kind = "openapi" | "asyncapi";

export interface Generated {
  readonly api: Api;
  readonly files: readonly RenderedFile[];
}

export interface Refused {
  readonly api: null;
  readonly problems: readonly Problem[];
}

export interface Problem {
  readonly code: string;
  /** The places it names, the first of them its own: JSON pointers. */
  readonly pointers: readonly string[];
  /** As it is printed, for people and for GitHub. */
  readonly text: string;
  readonly annotation: string;
}

/** Reads and renders without touching the disk. `name`: of the file that the text is in. */
export async function generateText(
  kind: Kind,
  text: string,
  name: string = `${kind}.json`,
  emit: Emission = "ts",
): Promise<Generated | Refused> {
  const cwd = "/hostile";
  const report = new Report();
  const readText = (file: string): string => {
    if (file !== path.join(cwd, name)) throw Object.assign(new Error(`no ${file}`), { code: "ENOENT" });
    return text;
  };
  const { api } = readApi({ cwd, [kind]: name, readText }, report);
  if (api !== null) {
    checkExamples(api, report, { exampleSeverity: "warning" });
    checkRequired(api, report);
    await checkPatterns(api, report);
  }
  if (api === null || report.hasErrors) {
    const errors = report.list().filter(({ severity }) => severity === "error");
    return { api: null, problems: errors.map(problemOf) };
  }
  const inputs = { openapi: kind === "openapi" ? name : null, asyncapi: kind === "asyncapi" ? name : null };
  const project = projectOfFlags({ ...inputs, out: "out", targets: [], options: { emit } }, cwd);
  const own = project.ok ? project.value.apis[0] : undefined;
  if (!project.ok || own === undefined) throw new Error("the project is not usable");
  const rendered = await renderApi(own, api, { command: project.value.command, version: "0.0.0" });
  return { api, files: rendered.flatMap((target) => target.files) };
}

function problemOf(diagnostic: Diagnostic): Problem {
  const places = [diagnostic.place, ...diagnostic.related.map(({ place }) => place)];
  const pointers = places.flatMap((place) => ("location" in place ? [pointerOf(place.location)] : []));
  return { code: diagnostic.code, pointers, text: textOf(diagnostic), annotation: githubOf(diagnostic) };
}
