// The flags of init and what is in the repository -> its configuration: a new one, or the one that is there.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { configNames } from "../../config/config-file.ts";
import { isPackagedName, nameableTargets } from "../../config/target-config.ts";
import { hintFor, type Usable, unusable, usable } from "../../config/usage.ts";
import type { Arguments } from "../arguments.ts";
import { type DescribedApi, describedApi } from "./chosen-descriptions.ts";
import { type ImportSettings, importSettings } from "./import-settings.ts";
import type { OwnManifest } from "./own-manifest.ts";
import type { FileStep } from "./setup.ts";

export interface ConfigStep {
  readonly api: DescribedApi | null;
  readonly settings: ImportSettings | null;
  readonly step: FileStep;
}

/** The flags that say what a configuration is to say. */
const saying = ["openapi", "asyncapi", "out", "target", "import-extension"];

export async function configStep(args: Arguments, folder: string, manifest: OwnManifest): Promise<Usable<ConfigStep>> {
  const there = configNames.find((name) => existsSync(path.join(folder, name)));
  const isAsked = args.has("force") || saying.some((flag) => args.has(flag));
  if (there !== undefined && !isAsked) return usable(keep(there, "--force writes a new one"));
  const targets = targetsOf(args);
  if (!targets.ok) return targets;
  const api = describedApi({ args, folder, manifest, targets: targets.value });
  if (!api.ok) return api;
  const settings = await importSettings(args, folder, manifest);
  if (!settings.ok) return settings;
  const found = { api: api.value, settings: settings.value };
  const text = configText(api.value, settings.value);
  const file = there ?? "waybill.config.ts";
  if (there === undefined) return usable({ ...found, step: { path: file, action: "create", text, note: null } });
  if (readFileSync(path.join(folder, there), "utf8") === text) {
    return usable({ ...found, step: { path: file, action: "keep", text: null, note: "it is up to date" } });
  }
  if (!args.has("force")) {
    return unusable(`${there} already exists with other settings`, "edit it, or overwrite it with --force");
  }
  if (there.endsWith(".json")) return unusable(`${there} is JSON`, "remove it: init writes waybill.config.ts");
  return usable({ ...found, step: { path: file, action: "change", text, note: "overwritten" } });
}

function keep(file: string, hint: string): ConfigStep {
  const note = `it is there already; ${hint}`;
  return { api: null, settings: null, step: { path: file, action: "keep", text: null, note } };
}

function targetsOf(args: Arguments): Usable<readonly string[]> {
  const asked = args.all("target");
  const isKnown = (name: string): boolean => nameableTargets.includes(name) || isPackagedName(name);
  const unknown = asked.find((name) => !isKnown(name));
  if (unknown !== undefined)
    return unusable(`there is no target ${JSON.stringify(unknown)}`, hintFor(unknown, nameableTargets));
  const others = asked.filter((name) => !nameableTargets.includes(name));
  return usable([...nameableTargets.filter((name) => asked.includes(name)), ...new Set(others)]);
}

/** The text of waybill.config.ts. */
function configText(api: DescribedApi, settings: ImportSettings): string {
  const { choice, reason, option } = settings;
  const own = option === null ? [] : [`// ${choice}: ${reason}.`, option];
  return `${[
    "// Input and output of `waybill generate`. Your editor completes and documents every option.",
    'import { defineConfig } from "waybill";',
    "",
    "export default defineConfig({",
    "  apis: {",
    `    ${keyOf(api.name)}: {`,
    ...[
      ...(api.openapi === null ? [] : [`openapi: ${JSON.stringify(api.openapi)},`]),
      ...(api.asyncapi === null ? [] : [`asyncapi: ${JSON.stringify(api.asyncapi)},`]),
      "// Each target has its own folder in here. All of it is generated; commit it.",
      `out: ${JSON.stringify(api.out)},`,
      ...own,
      `targets: [${api.targets.map((target) => JSON.stringify(target)).join(", ")}],`,
    ].map((line) => `      ${line}`),
    "    },",
    "  },",
    "});",
  ].join("\n")}\n`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
