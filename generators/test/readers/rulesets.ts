// Rulesets of others -> the table of docs/lint.md: how many of their rules run, and whether they find in descriptions what Spectral finds.
// `node generators/test/readers/rulesets.ts FOLDER RULESET… --on DESCRIPTION…`; FOLDER has @stoplight/spectral-cli, and RULESET is a package
// in it or a file. `--list` prints each finding that only one of the two has.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { mappedRules } from "../../../packages/waybill/rulesets/src/built-in.ts";
import { readRuleset } from "../../../packages/waybill/rulesets/src/ruleset.ts";
import { obstacleOf } from "../../../packages/waybill/rulesets/src/run-rule.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { on: { type: "string", multiple: true, default: [] }, list: { type: "boolean", default: false } },
});
const [home = ".", ...rulesets] = positionals;
const require = createRequire(path.resolve(home, "package.json"));
// Of no package here: it is in the folder.
const linter = "@stoplight/spectral-cli";
const spectral = path.join(path.dirname(require.resolve(`${linter}/package.json`)), "dist/index.js");
const waybill = path.join(import.meta.dirname, "../../bin/waybill.js");

interface Finding {
  readonly rule: string;
  /** File and JSON pointer. */
  readonly place: string;
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status === 0 || status === 1) return stdout;
  throw new Error(`${path.basename(program)} ${args.join(" ")}: ${stderr}${stdout}`);
}

function foundBySpectral(ruleset: string, file: string): Finding[] {
  const output = path.join(mkdtempSync(path.join(tmpdir(), "spectral-")), "findings.json");
  run(spectral, ["lint", "-r", ruleset, "-f", "json", "-o", output, "-q", file], path.resolve(home));
  const findings: readonly { readonly code: string; readonly path: readonly string[]; readonly source?: string }[] =
    JSON.parse(readFileSync(output, "utf8"));
  return findings.map(({ code, path: keys, source = file }) => {
    const pointer = keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return { rule: code, place: `${source}#${pointer}` };
  });
}

/** `off`: rules that cannot run, and would be errors. */
function foundByWaybill(ruleset: string, off: readonly string[], file: string): Finding[] {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "rulesets-")));
  const without = { extends: [ruleset], rules: Object.fromEntries(off.map((name) => [name, "off"])) };
  writeFileSync(path.join(folder, "ruleset.json"), JSON.stringify(without));
  const config = {
    apis: { a: { openapi: file, out: "gen" } },
    lint: { extends: [{ ruleset: "./ruleset.json", functions: true }] },
  };
  writeFileSync(path.join(folder, "waybill.config.json"), JSON.stringify(config));
  const {
    diagnostics,
  }: {
    readonly diagnostics: readonly {
      readonly code: string;
      readonly message: string;
      readonly file: string;
      readonly pointer: string;
    }[];
  } = JSON.parse(run(waybill, ["lint", "--format", "json"], folder));
  return diagnostics
    .filter(({ code }) => code === "team-rule")
    .map(({ message, file: at, pointer }) => ({
      rule: message.slice(0, message.indexOf(": ")),
      place: `${path.resolve(folder, at)}#${pointer}`,
    }));
}

/** As lines: a rule that finds the same place twice has found it once. */
function linesOf(findings: readonly Finding[], isCompared: (rule: string) => boolean): Set<string> {
  return new Set(findings.filter(({ rule }) => isCompared(rule)).map(({ rule, place }) => `${rule} ${place}`));
}

console.log(
  "| ruleset | rules on | run | same findings | only Spectral | only Waybill | Spectral ends with an error |\n|---|---|---|---|---|---|---|",
);
for (const reference of rulesets) {
  const file = path.isAbsolute(reference) ? reference : require.resolve(reference);
  const read = await readRuleset(file, { folder: path.resolve(home), allowsFunctions: true, above: [] });
  const rules = [...read.rules.values()].filter(({ severity }) => severity !== "off");
  const unknown = [...read.severities].filter(([name, severity]) => severity !== "off" && !mappedRules.has(name));
  const stuck = rules.filter((rule) => obstacleOf(rule) !== null);
  for (const rule of stuck) console.error(`${reference}: ${rule.name} cannot run: ${obstacleOf(rule)}`);
  for (const problem of [...read.problems, ...unknown.map(([name]) => `there is no rule ${name}`)])
    console.error(`${reference}: ${problem}`);
  const total = rules.length + unknown.length;
  const off = [...stuck.map(({ name }) => name), ...unknown.map(([name]) => name)];
  const counts = { both: 0, spectral: 0, waybill: 0, ended: 0 };
  for (const description of values.on.map((one) => realpathSync(one))) {
    // What a code of Waybill reports is compared by the tests of codes, and belongs to another rule here.
    const isCompared = (rule: string): boolean => !mappedRules.has(rule);
    const ours = linesOf(foundByWaybill(file, off, description), isCompared);
    let theirs: ReadonlySet<string>;
    try {
      theirs = linesOf(foundBySpectral(file, description), isCompared);
    } catch (error) {
      counts.ended += 1;
      console.error(`${reference}: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    for (const line of new Set([...theirs, ...ours])) {
      const by = !ours.has(line) ? "spectral" : theirs.has(line) ? "both" : "waybill";
      counts[by] += 1;
      if (values.list && by !== "both") console.error(`only ${by}: ${line}`);
    }
  }
  console.log(
    `| ${reference} | ${total} | ${total - unknown.length - stuck.length} | ${counts.both} | ${counts.spectral} | ${counts.waybill} | ${counts.ended} |`,
  );
}
