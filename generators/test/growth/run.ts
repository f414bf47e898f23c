// The texts of a description to the texts of all targets, through every stage that a run has.
import path from "node:path";
import { checkPatterns } from "../../src/cli/check-patterns.ts";
import { checkRequired } from "../../src/cli/check-required.ts";
import { projectOfFlags } from "../../src/cli/config/project-of-flags.ts";
import { loadFromRegistry, renderApi } from "../../src/cli/render.ts";
import { Report } from "../../src/diagnostics/index.ts";
import { checkExamples } from "../../src/model/check-examples.ts";
import { readApi } from "../../src/read.ts";

/** Text by name; `openapi.yaml` is the description. */
export type Files = ReadonlyMap<string, string>;

const cwd = "/growth";

/** All of a run but the disk; a description with mistakes is none to measure. */
export async function run(files: Files): Promise<void> {
  const report = new Report();
  const readText = (file: string): string => {
    const text = files.get(path.relative(cwd, file));
    if (text !== undefined) return text;
    throw Object.assign(new Error(file), { code: "ENOENT" });
  };
  const { api } = readApi({ cwd, openapi: "openapi.yaml", readText }, report);
  if (api !== null) {
    checkExamples(api, report, { exampleSeverity: "warning" });
    checkRequired(api, report);
    await checkPatterns(api, report);
  }
  const targets = ["types", "zod", "server", "client"] as const;
  const flags = { openapi: "openapi.yaml", asyncapi: null, out: "gen", targets };
  const project = projectOfFlags(flags, cwd);
  const [own] = project.ok ? project.value.apis : [];
  if (api === null || !project.ok || own === undefined || !report.isEmpty)
    throw new Error(`not a description to measure: ${report.list()[0]?.message}`);
  await renderApi(project.value, own, api, { version: "0", loadTarget: loadFromRegistry });
}
