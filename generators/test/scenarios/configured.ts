// Descriptions and what a configuration says of their API -> what `waybill generate` writes for that, as it would.
import { readFileSync } from "node:fs";
import path from "node:path";
import { textOf } from "../../src/diagnostics/index.ts";
import { loadConfig } from "../../src/run/config/config-file.ts";
import { projectOfConfig } from "../../src/run/config/project-of-config.ts";
import { noRules } from "../../src/run/config/reading-rules.ts";
import { locateConfig } from "../../src/run/config/sources/locate.ts";
import type { UsageProblem } from "../../src/run/config/usage.ts";
import { runProject } from "../../src/run/generate.ts";
import { loadLastRun } from "../../src/run/load.ts";
import { Toolkit } from "../../src/run/toolkit.ts";
import type { TargetName } from "../../src/targets/built-in-targets.ts";
import { runtimeName } from "../../src/targets/runtime-name.ts";
import { type Generation, write } from "./generation.ts";

/** `fields`: of the API, as a file in JavaScript has them, without the braces. */
export async function generateConfigured(
  inputs: ReadonlyMap<string, string>,
  fields: string,
  targets: readonly TargetName[],
  directory: string,
): Promise<Generation> {
  const cwd = path.join(directory, "input");
  for (const [name, text] of inputs) write(path.join(cwd, name), text);
  const documents = ["openapi", "asyncapi"].filter((kind) => inputs.has(`${kind}.yaml`));
  const entries = documents.map((kind) => `${kind}: "input/${kind}.yaml",`).join(" ");
  const config = path.join(directory, "waybill.config.mjs");
  const own = `${entries} out: ".", targets: ${JSON.stringify(targets)},\n${fields}`;
  write(config, `export default { apis: { api: { ${own} } } };\n`);
  const loaded = await loadConfig(config, "waybill.config.mjs");
  if (!loaded.ok) return refused(loaded.problems, directory);
  const tolerance = { tolerate: new Set<never>(), strict: false };
  const overrides = { out: null, overlays: [], targets: [], rules: noRules, ...tolerance };
  const located = await locateConfig(loaded.value, {
    name: "waybill.config.mjs",
    base: directory,
    root: directory,
    limits: {},
  });
  if (!located.ok) return refused(located.problems, directory);
  const project = projectOfConfig(
    { ...loaded.value, apis: located.value.value },
    { base: directory, path: config, name: "waybill.config.mjs" },
    overrides,
  );
  if (!project.ok) return refused(project.problems, directory);
  const options = { mode: "write", force: true, toolkit: new Toolkit(), cwd } as const;
  const { diagnostics, actions } = await runProject(project.value, loadLastRun(project.value, options), options);
  const files = actions.flatMap(({ path: file, target }) => {
    const absolute = path.resolve(cwd, file);
    const place = path.relative(path.join(directory, target), absolute).replaceAll("\\", "/");
    const isKnown =
      target === runtimeName || project.value.apis[0]?.places.some((one) => one.target === target) === true;
    return isKnown ? [{ target, path: place, text: readFileSync(absolute, "utf8") }] : [];
  });
  return { api: null, files, diagnostics: diagnostics.map(textOf).join("\n\n"), directory };
}

function refused(problems: readonly UsageProblem[], directory: string): Generation {
  const texts = problems.map(({ message, hint }) => `${message}${hint === null ? "" : `\nhint: ${hint}`}`);
  return { api: null, files: [], diagnostics: texts.join("\n\n"), directory };
}
