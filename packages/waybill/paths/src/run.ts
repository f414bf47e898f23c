// `waybill paths`: descriptions -> files of types, or the text of one.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import {
  Arguments,
  apiIn,
  type ExitCode,
  formatOf,
  rejectUsage,
  selectApi,
  type Terminal,
  type Usable,
  type UsageProblem,
  unusable,
  usable,
} from "waybill/command";
import type { PrintContext } from "waybill/plugin";
import { memberIn } from "./locations.ts";
import { typesOf } from "./paths-files.ts";
import { defaults, elsewhere, type PathsOptions } from "./style.ts";

/** A description, as arguments name one, and the file of its types; `null`: printed. */
interface Job {
  readonly input: string;
  readonly output: string | null;
  /** Beside those of the flags. */
  readonly options: Partial<PathsOptions>;
}

export async function run(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const jobs = jobsOf(args, terminal);
  const problems = [...flagProblems(args), ...(jobs.ok ? [] : jobs.problems)];
  if (!jobs.ok || problems.length > 0) return rejectUsage(problems, terminal, asJson);
  let worst: ExitCode = 0;
  for (const job of jobs.value) {
    const text = await textOf(job, args, { terminal, format: format.value });
    if (typeof text === "number") worst = Math.max(worst, text) as ExitCode;
    else if (!put(job, text, args.has("check"), terminal)) worst = Math.max(worst, 1) as ExitCode;
  }
  if (asJson && worst === 0) terminal.out(`${JSON.stringify({ ok: true, command: "paths" }, null, 2)}\n`);
  return worst;
}

function flagProblems(args: Arguments): UsageProblem[] {
  const unsupportedFlags = Object.entries(elsewhere).filter(([name]) => args.has(name));
  const problems = unsupportedFlags.map(([name, hint]) => ({
    message: `--${name} is not a flag of waybill paths`,
    hint,
  }));
  if (args.has("check") && !args.has("output") && args.positionals.length > 0)
    return [...problems, { message: "--check needs the file to compare", hint: "name it: -o schema.d.ts" }];
  return problems;
}

function jobsOf(args: Arguments, { cwd }: Terminal): Usable<readonly Job[]> {
  const output = args.one("output");
  const [input, other] = args.positionals;
  if (other !== undefined) return unusable(`unexpected argument ${JSON.stringify(other)}`, "one description at a time");
  if (input !== undefined)
    return usable([{ input, output: output === null ? null : path.resolve(cwd, output), options: {} }]);
  const configPath = args.one("redocly");
  const file = path.resolve(cwd, configPath ?? "redocly.yaml");
  const configured = redoclyJobs(file);
  if (!configured.ok) return configured;
  if (configured.value.length > 0) return configured;
  if (configPath !== null)
    return unusable(`${configPath} has no api with x-openapi-ts.output`, "name a description instead");
  return usable([{ input: "-", output: output === null ? null : path.resolve(cwd, output), options: {} }]);
}

/** `apis: { shop: { root: openapi.yaml, x-openapi-ts: { output: schema.d.ts } } }`, relative to the file; none without a file. */
function redoclyJobs(file: string): Usable<Job[]> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return usable([]);
  }
  let config: unknown;
  try {
    config = load(text);
  } catch (error) {
    return unusable(`${file} is not YAML: ${error instanceof Error ? error.message : String(error)}`, "correct it");
  }
  const apis = memberIn(config, "apis");
  const jobs = Object.entries(typeof apis === "object" && apis !== null ? apis : {}).map(([name, api]) => {
    return jobOf(name, api, file);
  });
  const problems = jobs.flatMap((job) => (job.ok ? [] : job.problems));
  return problems.length > 0 ? { ok: false, problems } : usable(jobs.flatMap((job) => (job.ok ? job.value : [])));
}

function jobOf(name: string, api: unknown, file: string): Usable<Job[]> {
  const [root, settings] = [memberIn(api, "root"), memberIn(api, "x-openapi-ts")];
  if (typeof root !== "string" || typeof settings !== "object" || settings === null) return usable([]);
  const folder = path.dirname(file);
  const { output, ...flags } = settings as Readonly<Record<string, unknown>>;
  if (typeof output !== "string") return usable([]);
  const options: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(flags)) {
    const option = flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (!Object.hasOwn(defaults, option) || typeof value !== "boolean")
      return unusable(
        `apis.${name}.x-openapi-ts has ${flag}, which waybill paths does not have`,
        elsewhere[flag] ?? `${path.basename(file)} takes ${Object.keys(defaults).join(", ")}`,
      );
    options[option] = value;
  }
  const input = /^[a-z]+:/i.test(root) ? root : path.resolve(folder, root);
  return usable([{ input, output: path.resolve(folder, output), options }]);
}

interface Place {
  readonly terminal: Terminal;
  readonly format: "text" | "json" | "github";
}

async function textOf(
  { input, options }: Job,
  args: Arguments,
  { terminal, format }: Place,
): Promise<string | ExitCode> {
  const { cwd } = terminal;
  const isRead = input === "-";
  // In the working directory, so that references lead where they are meant to.
  const file = isRead ? path.join(cwd, `.waybill-stdin-${process.pid}.yaml`) : input;
  if (isRead) writeFileSync(file, await terminal.readInput());
  try {
    const tolerate = new Map([...args.values()].filter(([name]) => name === "tolerate"));
    const documents = await selectApi(new Arguments(tolerate, [file]), cwd);
    if (!documents.ok) return rejectUsage(documents.problems, terminal, format === "json");
    const api = apiIn(documents.value, { format, command: "paths" }, terminal);
    return api === null ? 1 : typesOf(api, { ...optionsOf(args), ...options }, context).text;
  } finally {
    if (isRead) rmSync(file, { force: true });
  }
}

const context: PrintContext = {
  header: ["Generated by waybill. Do not edit: change the description, then run `waybill paths` again."],
  emission: "ts",
  specifierOf: () => "",
};

function optionsOf(args: Arguments): PathsOptions {
  const isChosen = (option: string, usual: boolean): boolean => {
    const flag = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return usual ? args.one(flag) !== "false" : args.has(flag);
  };
  const chosen = Object.entries(defaults).flatMap(([option, usual]) =>
    typeof usual === "boolean" ? [[option, isChosen(option, usual)] as const] : [],
  );
  const prefix = args.has("root-types-no-schema-prefix") ? "unprefixed" : "prefixed";
  return { ...defaults, ...Object.fromEntries(chosen), rootTypes: args.has("root-types") ? prefix : "none" };
}

/** Whether the file has the text: afterwards, or with `--check` before. */
function put({ output }: Job, text: string, isCheck: boolean, terminal: Terminal): boolean {
  if (output === null) {
    terminal.out(text);
    return true;
  }
  const name = path.relative(terminal.cwd, output);
  const isSame = textIn(output) === text;
  if (isCheck && !isSame) terminal.err(`waybill: ${name} is out of date\nhint: run waybill paths without --check\n`);
  if (isCheck || isSame) return isSame || !isCheck;
  writeFileSync(output, text);
  terminal.err(`${name} written\n`);
  return true;
}

function textIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
