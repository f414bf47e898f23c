// `waybill init`: a repository that uses an API -> the configuration and the script that generate code from its description.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Usable, type UsageProblem, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { applyChanges } from "../../../run/output/apply-changes.ts";
import { type ExitCode, formatOf, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { saveCopies } from "../pin/pinned.ts";
import type { DescribedApi } from "./chosen-descriptions.ts";
import { configStep } from "./config-step.ts";
import { type FileStep, readOwnManifest, scriptStep } from "./find-descriptions.ts";
import { nextSteps, printSetup, type Setup } from "./setup.ts";
import { entryOf, ignoreSteps } from "./starter.ts";

/** Prompts for nothing, installs nothing, and changes no existing configuration without `--force`. */
export async function init(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const reject = (problems: readonly UsageProblem[]): ExitCode =>
    rejectUsage(problems, terminal, format.value === "json");
  const setup = await setupOf(args, terminal);
  if (!setup.ok) return reject(setup.problems);
  const isDry = args.has("dry-run");
  const changes = setup.value.files.flatMap(({ path: file, text }) => (text === null ? [] : [{ path: file, text }]));
  const failure = isDry ? null : applyChanges(terminal.cwd, changes);
  if (failure !== null) {
    reject([{ message: `${failure.path} cannot be written: ${failure.reason}`, hint: null }]);
    return 1;
  }
  if (!isDry) for (const pinned of setup.value.api?.pinned ?? []) saveCopies(terminal.cwd, pinned);
  printSetup(setup.value, { isDry, format: format.value, terminal });
  return 0;
}

async function setupOf(args: Arguments, terminal: Terminal): Promise<Usable<Setup>> {
  const manifest = readOwnManifest(terminal.cwd);
  if (!manifest.ok) return manifest;
  const config = await configStep(args, terminal.cwd, manifest.value);
  if (!config.ok) return config;
  const { api, settings, look, step } = config.value;
  const script = scriptStep(manifest.value);
  const modules = api !== null && settings?.needsModules === true ? modulesStep(terminal.cwd, api.out) : usable([]);
  if (!modules.ok) return modules;
  return usable({
    api,
    settings,
    look,
    entry: entryOf(terminal.cwd, manifest.value),
    files: [
      step,
      ...copiesStep(api),
      script.step,
      ...ignoreSteps(terminal.cwd, manifest.value),
      ...modules.value,
      ...(args.has("gitattributes") ? [attributesStep(terminal.cwd)] : []),
    ],
    next: nextSteps({ api, manifest: manifest.value, script: script.name, terminal }),
  });
}

/** What URLs serve, of which each run reads the copy. */
function copiesStep(api: DescribedApi | null): FileStep[] {
  const count = (api?.pinned ?? []).reduce((sum, { bytes }) => sum + bytes.size, 0);
  if (count === 0) return [];
  const note = `${count === 1 ? "a copy of what was" : `copies of ${count} documents that were`} fetched: check it in`;
  return [{ path: ".waybill/", action: "create", text: null, note }];
}

/** Node takes `.js` for CommonJS in this package: the generated folder is a package of ES modules, the rest stays as it is. */
function modulesStep(folder: string, out: string): Usable<FileStep[]> {
  if (out === ".")
    return unusable(
      "generated JavaScript is ES modules, and this package is CommonJS",
      "give it a folder of its own: --out src/generated",
    );
  const file = `${out}/package.json`;
  const place = path.join(folder, file);
  const text = `${JSON.stringify({ type: "module" }, null, 2)}\n`;
  if (!existsSync(place)) {
    const note = "its JavaScript is ES modules: import() it, or require() it from Node 22.12 or 20.19 on";
    return usable([{ path: file, action: "create", text, note }]);
  }
  const isModule = /"type"\s*:\s*"module"/.test(readFileSync(place, "utf8"));
  return usable([
    { path: file, action: "keep", text: null, note: isModule ? "it already exists" : 'add "type": "module" to it' },
  ]);
}

const attributesFile = ".gitattributes";
const attributes = ["*.gen.* linguist-generated=true", "waybill.manifest.json linguist-generated=true"];

/** Marks generated files in .gitattributes, so that reviews on GitHub fold them. */
function attributesStep(folder: string): FileStep {
  const place = path.join(folder, attributesFile);
  const before = existsSync(place) ? readFileSync(place, "utf8") : null;
  const missing = attributes.filter((line) => !(before ?? "").split(/\r?\n/).includes(line));
  if (missing.length === 0) {
    return { path: attributesFile, action: "keep", text: null, note: "generated files are marked already" };
  }
  const end = before?.includes("\r\n") === true ? "\r\n" : "\n";
  const start = before === null || before === "" || before.endsWith("\n") ? (before ?? "") : `${before}${end}`;
  const text = `${start}${missing.map((line) => `${line}${end}`).join("")}`;
  const note = "reviews fold generated files";
  return { path: attributesFile, action: before === null ? "create" : "change", text, note };
}
