// `waybill init`: a repository that uses an API -> the configuration and the script that make code from its description.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Usable, type UsageProblem, usable } from "../../config/usage.ts";
import { applyChanges } from "../../generation/output/apply-changes.ts";
import type { Arguments } from "../arguments.ts";
import type { ExitCode, Terminal } from "../terminal.ts";
import { formatOf, rejectUsage } from "../usage.ts";
import { configStep } from "./config-step.ts";
import { nextSteps } from "./next-steps.ts";
import { readOwnManifest, scriptStep } from "./own-manifest.ts";
import { type FileStep, printSetup, type Setup } from "./setup.ts";

/** Asks nothing, installs nothing, and leaves what is there as it is unless `--force` asks for a new configuration. */
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
  printSetup(setup.value, { isDry, format: format.value, terminal });
  return 0;
}

async function setupOf(args: Arguments, terminal: Terminal): Promise<Usable<Setup>> {
  const manifest = readOwnManifest(terminal.cwd);
  if (!manifest.ok) return manifest;
  const config = await configStep(args, terminal.cwd, manifest.value);
  if (!config.ok) return config;
  const { api, settings, step } = config.value;
  const script = scriptStep(manifest.value);
  return usable({
    api,
    settings,
    files: [step, script.step, ...(args.has("gitattributes") ? [attributesStep(terminal.cwd)] : [])],
    next: nextSteps({ api, settings, manifest: manifest.value, script: script.name, terminal }),
  });
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
