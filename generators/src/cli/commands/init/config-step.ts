// The flags of init and what is in the repository -> its configuration: a new one, or the one that is there.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { configNames } from "../../../run/config/config-names.ts";
import type { WrittenDocument } from "../../../run/config/sources/locate.ts";
import { isPackagedName, nameableTargets } from "../../../run/config/target-config.ts";
import { hintFor, type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { liveComment } from "../pin/live-comment.ts";
import { literalOf } from "../pin/pinned.ts";
import { type DescribedApi, describedApi } from "./chosen-descriptions.ts";
import { type ImportSettings, importSettings } from "./import-settings.ts";
import { type Inspection, inspectDescription } from "./inspection.ts";
import type { FileStep, OwnManifest } from "./own-manifest.ts";
import { placesOf } from "./setup.ts";

export interface ConfigStep {
  readonly api: DescribedApi | null;
  readonly settings: ImportSettings | null;
  /** What a run would report; `null` when the configuration that is there is kept. */
  readonly look: Inspection | null;
  readonly step: FileStep;
}

/** The flags that determine the content of the configuration. */
const saying = ["openapi", "asyncapi", "out", "target", "import-extension"];

export async function configStep(args: Arguments, folder: string, manifest: OwnManifest): Promise<Usable<ConfigStep>> {
  const there = configNames.find((name) => existsSync(path.join(folder, name)));
  const isAsked = args.has("force") || args.positionals.length > 0 || saying.some((flag) => args.has(flag));
  if (there !== undefined && !isAsked) return usable(keep(there, "--force writes a new one"));
  const targets = targetsOf(args);
  if (!targets.ok) return targets;
  const api = await describedApi({ args, folder, manifest, targets: targets.value });
  if (!api.ok) return api;
  const settings = await importSettings(args, folder, manifest);
  if (!settings.ok) return settings;
  const look = await inspectDescription(api.value, folder);
  if (!look.ok) return look;
  const found = { api: api.value, settings: settings.value, look: look.value };
  const text = configText(found);
  const file = there ?? settings.value.config;
  if (there === undefined) return usable({ ...found, step: { path: file, action: "create", text, note: null } });
  if (readFileSync(path.join(folder, there), "utf8") === text) {
    return usable({ ...found, step: { path: file, action: "keep", text: null, note: "it is up to date" } });
  }
  if (!args.has("force")) {
    return unusable(`${there} already exists with other settings`, "edit it, or overwrite it with --force");
  }
  if (there.endsWith(".json")) return unusable(`${there} is JSON`, "remove it: init writes TypeScript or JavaScript");
  return usable({ ...found, step: { path: file, action: "change", text, note: "overwritten" } });
}

function keep(file: string, hint: string): ConfigStep {
  const note = `it already exists; ${hint}`;
  return { api: null, settings: null, look: null, step: { path: file, action: "keep", text: null, note } };
}

function targetsOf(args: Arguments): Usable<readonly string[]> {
  const asked = args.all("target");
  const isKnown = (name: string): boolean => nameableTargets.includes(name) || isPackagedName(name);
  const unknown = asked.find((name) => !isKnown(name));
  if (unknown !== undefined)
    return unusable(`unknown target ${JSON.stringify(unknown)}`, hintFor(unknown, nameableTargets));
  const others = asked.filter((name) => !nameableTargets.includes(name));
  return usable([...nameableTargets.filter((name) => asked.includes(name)), ...new Set(others)]);
}

interface Found {
  readonly api: DescribedApi;
  readonly settings: ImportSettings;
  readonly look: Inspection;
}

/** The text of waybill.config.ts. */
function configText({ api, settings, look }: Found): string {
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
      ...documentLines("openapi", api.openapi),
      ...documentLines("asyncapi", api.asyncapi),
      "// Each target has its own folder in here. All of it is generated; commit it.",
      `out: ${JSON.stringify(api.out)},`,
      ...own,
      `targets: [${api.targets.map((target) => JSON.stringify(target)).join(", ")}],`,
      ...tolerateLines(look),
    ].map((line) => `      ${line}`),
    "    },",
    "  },",
    "});",
  ].join("\n")}\n`;
}

function documentLines(field: string, document: WrittenDocument | null): string[] {
  if (document === null) return [];
  if (typeof document === "string") return [`${field}: ${JSON.stringify(document)},`];
  if ("live" in document) return [liveComment, `${field}: { url: ${JSON.stringify(document.url)}, live: true },`];
  const lines = literalOf(document).split("\n");
  const withCommas = lines.map((line, index) => (/[{,]$/.test(line) || index === lines.length - 1 ? line : `${line},`));
  return [
    "// Pinned by its hash. To take a newer version: waybill pin --write",
    ...`${field}: ${withCommas.join("\n")},`.split("\n"),
  ];
}

/** Errors that a run must not stop at, each with what it is taken to mean. */
function tolerateLines({ tolerated }: Inspection): string[] {
  if (tolerated.length === 0) return [];
  return [
    "// Errors of the description, and how they are interpreted. `waybill lint` prints the locations.",
    "tolerate: [",
    ...tolerated.flatMap(({ code, count, meaning }) => [
      `  // ${placesOf(count)}: ${meaning}`,
      `  ${JSON.stringify(code)},`,
    ]),
    "],",
  ];
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
