// A description that waybill stopped at -> its errors, and whether other readers of the same standard report one there, too.
import { existsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { installedIn } from "../../bench/peers/installed.ts";
import { runLimited } from "./contact.ts";
import type { Description } from "./descriptions.ts";
import type { Generator } from "./generators.ts";

export interface Fault {
  readonly code: string;
  readonly count: number;
  /** The first of the code: `dist/spec.yaml:12:3`, relative to the package. */
  readonly place: string;
  readonly message: string;
  /** `redocly struct`: the rule that reports one at that line, too. */
  readonly confirmed: readonly string[];
}

export interface Judged {
  readonly faults: readonly Fault[];
  /** What validates the whole description with the standard's JSON Schema says about it. */
  readonly schema: string;
}

const root = join(import.meta.dirname, "../../..");

/** Where swagger-parser is installed, or `null` where npm cannot install it. */
export async function schemaReader(): Promise<string | null> {
  const home = installedIn("swagger-parser", { "@apidevtools/swagger-parser": "13.1.0" });
  return await home.catch(() => null);
}

export interface Judge {
  readonly generator: Generator;
  /** Of `schemaReader`. */
  readonly reader: string | null;
}

/** Reads it again, for its errors as data. */
export async function judge(one: Description, { generator, reader }: Judge, folder: string): Promise<Judged> {
  const [program = "", ...flags] = generator.command(one, join(folder, "again"));
  const { stdout } = await runLimited([program, ...flags, "--json"], one.home);
  const errors = errorsIn(stdout).map((error) => ({ ...error, file: join(one.home, error.file ?? "") }));
  const reports = errors.length === 0 ? [] : await redoclyOn(one, folder);
  const faults = [...Map.groupBy(errors, ({ code }) => code)].map(([code, all]): Fault => {
    const [first] = all;
    const rules = all.flatMap(({ file, line, pointer }) =>
      reports.filter((report) => isSame(report, { file, line, pointer })).map(({ rule }) => `redocly ${rule}`),
    );
    const place = first === undefined ? "" : `${relative(one.home, first.file)}:${first.line}:${first.column}`;
    return { code, count: all.length, place, message: first?.message ?? "", confirmed: [...new Set(rules)] };
  });
  const schema = one.kind === "openapi" && reader !== null ? await schemaVerdictOf(one, reader, folder) : "";
  return { faults, schema };
}

interface PrintedError {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly pointer: string | null;
}

function errorsIn(stdout: string): PrintedError[] {
  try {
    const { diagnostics }: { diagnostics: PrintedError[] } = JSON.parse(stdout);
    return diagnostics.filter(({ severity }) => severity === "error");
  } catch {
    return [];
  }
}

interface Place {
  readonly file: string;
  readonly line: number | null;
  /** `/paths/~1orders/get` */
  readonly pointer: string | null;
}

interface Report extends Place {
  readonly rule: string;
}

/** By pointer too: one reader points at a key where another points at its value, and a file may be one line. */
function isSame(a: Place, b: Place): boolean {
  if (a.file !== b.file) return false;
  return (a.pointer === b.pointer && a.pointer !== "") || (a.line === b.line && a.line !== 1);
}

interface RedoclyProblem {
  readonly ruleId: string;
  readonly location: readonly RedoclyPlace[];
}

interface RedoclyPlace {
  readonly source: { readonly ref: string };
  readonly pointer?: string;
  readonly start?: { readonly line: number };
}

/** All of the rules that are about what a description means, not about how it should be written. */
async function redoclyOn({ file, home }: Description, folder: string): Promise<Report[]> {
  const config = join(folder, "redocly.yaml");
  if (!existsSync(config)) writeFileSync(config, "extends: [spec, recommended-strict]\n");
  const program = join(root, "node_modules/@redocly/cli/bin/cli.js");
  const flags = ["--config", config, "--format", "json", "--max-problems", "1000000"];
  const { stdout } = await runLimited([program, "lint", file, ...flags], home);
  try {
    const { problems }: { problems: RedoclyProblem[] } = JSON.parse(stdout);
    return problems.flatMap(({ ruleId, location }) =>
      location.map(({ source, pointer, start }) => ({
        rule: ruleId,
        file: join(home, source.ref),
        line: start?.line ?? null,
        pointer: pointer?.replace(/^#/, "") ?? null,
      })),
    );
  } catch {
    return [];
  }
}

/** `valid`, or the start of what swagger-parser reports, which validates with the official JSON Schemas. */
async function schemaVerdictOf({ file }: Description, reader: string, folder: string): Promise<string> {
  const program = join(folder, "validate.mjs");
  const entry = pathToFileURL(join(reader, "node_modules/@apidevtools/swagger-parser/lib/index.js")).href;
  writeFileSync(
    program,
    `import parser from ${JSON.stringify(entry)};
const message = await parser.validate(process.argv[2]).then(() => "valid", (error) => error.message);
console.log(message);
process.exit(0);
`,
  );
  const { code, stdout } = await runLimited([program, file], folder);
  const text = stdout.replaceAll(folder, "").replaceAll(/\s+/g, " ").trim();
  return code === 0 ? text.slice(0, 120) : "it crashed";
}
