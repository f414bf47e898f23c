// What init does to a repository, as data, as the lines it prints, and as JSON.

import path from "node:path";
import type { Diagnostic } from "../../../diagnostics/index.ts";
import { printReport } from "../../terminal/report-output.ts";
import { codesIn, tolerateField } from "../../terminal/suggestion.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { Format } from "../../terminal/usage.ts";
import type { DescribedApi } from "./chosen-descriptions.ts";
import type { ImportSettings } from "./import-settings.ts";
import type { Inspection } from "./inspection.ts";
import type { NextStep } from "./next-steps.ts";
import type { FileStep } from "./own-manifest.ts";
import { serverAddress } from "./server-address.ts";

export interface Setup {
  /** What was found; `null` when the configuration that is there is kept. */
  readonly api: DescribedApi | null;
  readonly settings: ImportSettings | null;
  /** What a run would report of the description; `null` when the configuration that is there is kept. */
  readonly look: Inspection | null;
  readonly files: readonly FileStep[];
  readonly next: readonly NextStep[];
}

interface Printing {
  readonly isDry: boolean;
  readonly format: Format;
  readonly terminal: Terminal;
}

export function printSetup(setup: Setup, { isDry, format, terminal }: Printing): void {
  const errors = setup.look?.errors ?? [];
  if (errors.length > 0) {
    const report = { diagnostics: errors, excerpts: new Map(), base: terminal.cwd };
    printReport(report, format, terminal, { room: 30 });
  }
  terminal.out(format === "json" ? jsonOf(setup, isDry) : `${linesOf(setup, isDry).join("\n")}\n`);
}

function linesOf({ api, settings, look, files, next }: Setup, isDry: boolean): string[] {
  const found = api === null ? [] : [{ word: "found", text: `${api.documents.join(" and ")}${from(api)}` }];
  const why = settings === null ? [] : [{ word: "chose", text: `${settings.choice}: ${settings.reason}` }];
  const steps = files.map(({ path, action, note }) => ({
    word:
      isDry && action !== "keep" ? `would ${action}` : { create: "created", change: "changed", keep: "kept" }[action],
    text: note === null ? path : `${path}: ${note}`,
  }));
  const rows = [...found, ...why, ...lookRows(look), ...steps];
  const width = Math.max(...rows.map(({ word }) => word.length));
  const longest = Math.max(...next.map(({ command }) => command.length));
  return [
    ...rows.map(({ word, text }) => `${word.padEnd(width)}  ${text}`),
    "",
    "next:",
    ...next.map(({ command, why: reason }) => `  ${command.padEnd(longest)}  ${reason}`),
    ...firstCall(api, settings),
  ];
}

/** Commands to run once code is generated. */
function firstCall(api: DescribedApi | null, settings: ImportSettings | null): string[] {
  if (api === null || settings === null || !api.targets.includes("client")) return [];
  const folder = path.posix.dirname(api.out);
  const index = path.posix.join(path.posix.basename(api.out), `client/index.gen${settings.imports}`);
  return [
    "",
    folder === "." ? "then, in a file in this folder:" : `then, in a file in ${folder}/:`,
    `  import { createClient } from "./${index}";`,
    `  const api = createClient({ baseUrl: ${JSON.stringify(serverAddress(api))} });`,
  ];
}

function lookRows(look: Inspection | null): { word: string; text: string }[] {
  const { tolerated = [], errors = [] } = look ?? {};
  return [
    ...tolerated.map(({ code, count, first, meaning }) => ({
      word: "allowed",
      text: `${code} ${count === 1 ? `at ${first}` : `in ${placesOf(count)}, first at ${first}`}: ${meaning}`,
    })),
    ...(errors.length === 0 ? [] : [{ word: "stops", text: stopText(errors) }]),
  ];
}

/** What has a meaning to assume, but may be a typing error, is for the user to allow. */
function stopText(errors: readonly Diagnostic[]): string {
  const field = tolerateField(codesIn(errors));
  const fix = errors.some(({ tolerable }) => tolerable === null)
    ? "fix the description first"
    : `fix the description, or allow ${errors.length === 1 ? "it" : "them"} with ${field}`;
  return `${errors.length} ${errors.length === 1 ? "error" : "errors"} would stop generate: ${fix}`;
}

export function placesOf(count: number): string {
  return count === 1 ? "1 place" : `${count} places`;
}

function from({ place }: DescribedApi): string {
  return place === null ? "" : ` in ${place}`;
}

function jsonOf({ api, settings, look, files, next }: Setup, isDry: boolean): string {
  const result = {
    ok: true,
    command: "init",
    dryRun: isDry,
    api: api === null ? null : { name: api.name, openapi: api.openapi, asyncapi: api.asyncapi, out: api.out },
    settings: settings === null ? null : { choice: settings.choice, reason: settings.reason },
    tolerate: look?.tolerated ?? [],
    errors: look?.errors.length ?? 0,
    files: files.map(({ path, action, note }) => ({ path, action, note })),
    next,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}
