// `pnpm release status [--json]`: for editors of spec/: what changed since the last release, which bump that needs and why,
// what has to be generated again, which programs of users break, and what to run next. Changes nothing, and looks at uncommitted edits.
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { jsonOfChanges } from "../../../generators/src/entries/description.ts";
import { endOf } from "../../testing/programs.ts";
import { isUncovered, readBumpNeed } from "./bump.ts";
import { compileConsumers } from "./compile.ts";
import type { Status, ToGenerate } from "./status-report.ts";
import { textOfStatus } from "./status-text.ts";

const checked = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      severity: z.string(),
      message: z.string(),
      file: z.string().nullable(),
      related: z.array(
        z.object({
          message: z.string(),
          file: z.string().nullable(),
          line: z.number().nullable(),
          column: z.number().nullable(),
        }),
      ),
    }),
  ),
});

/** Throws when the description has errors, or a changeset is none. */
export async function readStatus(root: string): Promise<Status> {
  const [need, toGenerate, edited] = await Promise.all([readBumpNeed(root), staleFiles(root), editedFiles(root)]);
  // Programs are compiled against what is generated: against stale code the result means nothing.
  const broken = toGenerate.length > 0 ? null : await compileConsumers(root);
  const { given, next, files } = need.pending;
  return {
    since: need.since,
    edited,
    changes: jsonOfChanges({ changes: need.changes, prefixes: { base: "", revision: "" } }),
    needed: need.needed,
    pending: { given, next, files },
    isCovered: need.needed === null || !isUncovered(need.needed, given),
    toGenerate,
    broken,
  };
}

/** Of the packages and of the examples. */
async function staleFiles(root: string): Promise<ToGenerate[]> {
  const configs = globSync(["waybill.config.ts", "examples/*/waybill.config.ts"], { cwd: root }).sort();
  const [derived, ...generated] = await Promise.all([
    outputOf(root, ["scripts/derived/main.ts", "--check"]),
    ...configs.map((config) => outputOf(root, ["generators/bin/waybill.js", "check", "--config", config, "--json"])),
  ]);
  return [...generated.flatMap(({ out }) => toGenerateOf(out)), ...staleLines(derived)];
}

/** What the script beside the toolkit prints of a stale file: a line that starts with its path. */
function staleLines({ code, out }: { readonly code: number | null; readonly out: string }): ToGenerate[] {
  if (code === 0) return [];
  const lines = out.trim().split("\n");
  return lines.map((message) => ({ file: message.split(/[ :]/)[0] ?? "", code: "stale-file", message, because: [] }));
}

/** `output` is what `waybill check --json` prints. */
function toGenerateOf(output: string): ToGenerate[] {
  const { diagnostics } = checked.parse(JSON.parse(output));
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message, file, related }): ToGenerate => {
      const because = related.flatMap((one) =>
        one.file === null ? [] : [{ ...one, file: one.file, message: one.message.replace(/ comes from here$/, "") }],
      );
      return { file: file ?? "", code, message, because };
    });
}

async function editedFiles(root: string): Promise<string[]> {
  const parts = ["*.yaml", "paths", "schemas", "messages", "examples"].map((part) => `spec/${part}`);
  const { stdout } = await endOf(["git", "status", "--porcelain", "--", ...parts], { cwd: root });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
}

async function outputOf(root: string, words: readonly string[]): Promise<{ code: number | null; out: string }> {
  // Without annotations: they are made of the checks.
  const { GITHUB_ACTIONS: _annotations, ...env } = process.env;
  const { code, stdout, output } = await endOf([process.execPath, ...words], { cwd: root, env });
  return { code, out: stdout === "" ? output : stdout };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  const status = await readStatus(process.cwd()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  if (values.json) console.log(JSON.stringify(status, null, 2));
  else process.stdout.write(textOfStatus(status, process.stdout));
}
