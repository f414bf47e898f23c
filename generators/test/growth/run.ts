// The texts of a description -> the texts of all targets, through every stage of a run.
import path from "node:path";
import { checkExamples } from "../../src/checks/examples.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { checkPatterns } from "../../src/checks/patterns.ts";
import { checkRequired } from "../../src/checks/schemas.ts";
import { Report } from "../../src/diagnostics/index.ts";
import { projectOfFlags } from "../../src/run/flags/select-project.ts";
import { renderApi } from "../../src/run/render.ts";

/** Text by name; `openapi.yaml` is the description. */
export type Files = ReadonlyMap<string, string>;

const cwd = "/growth";

/** A whole run without the disk; a description with errors is not measured. */
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
  await renderApi(own, api, { command: project.value.command, version: "0" });
}
