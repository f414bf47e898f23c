// A text that claims to be a description -> what is wrong with how it is read: a crash, a problem without a place in it,
// another result the second time. Whether the description is right does not matter here.

import { checkExamples } from "../../src/checks/examples.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { checkPatterns } from "../../src/checks/patterns.ts";
import { checkRequired } from "../../src/checks/schemas.ts";
import { Report, startOf, textOf } from "../../src/diagnostics/index.ts";
import type { Kind } from "./generation.ts";

export interface Input {
  readonly kind: Kind;
  readonly format: "yaml" | "json";
  readonly text: string;
}

export interface Judged {
  /** `null`: it is read as it should be. The first line names the kind of the failure. */
  readonly failure: string | null;
  /** The reported codes: they distinguish inputs that take different paths through the readers. */
  readonly codes: readonly string[];
  /** Whether it parses. */
  readonly isParsed: boolean;
}

export async function judgeReading(input: Input, again: boolean): Promise<Judged> {
  const first = await readingOf(input);
  if (typeof first === "string") return { failure: first, codes: [], isParsed: false };
  const { report, isParsed } = first;
  const codes = [...new Set(report.list().map(({ code }) => code))].sort();
  const failure = misplacedIn(report, input) ?? (again ? await differenceOf(report, input) : null);
  return { failure, codes, isParsed };
}

interface Reading {
  readonly report: Report;
  readonly isParsed: boolean;
}

/** What was reported, or the crash. */
async function readingOf({ kind, format, text }: Input): Promise<Reading | string> {
  const name = `${kind}.${format}`;
  const readText = (file: string): string => {
    if (file === `/fuzz/${name}`) return text;
    throw Object.assign(new Error(`no ${file}`), { code: "ENOENT" });
  };
  const report = new Report();
  try {
    const { api, inputs } = readApi({ cwd: "/fuzz", [kind]: name, readText }, report);
    if (api !== null) {
      checkExamples(api, report, { exampleSeverity: "error" });
      checkRequired(api, report);
      await checkPatterns(api, report);
    }
    return { report, isParsed: inputs.length > 0 };
  } catch (error) {
    return error instanceof Error ? `crash: ${error.stack ?? error.message}` : `crash: ${String(error)}`;
  }
}

function misplacedIn(report: Report, { text }: Input): string | null {
  for (const diagnostic of report.list()) {
    const start = startOf(diagnostic.place);
    if (start === null) return `no place: ${diagnostic.code} ${diagnostic.message}`;
    if (start.offset < 0 || start.offset > text.length || Number.isNaN(start.offset)) {
      return `misplaced: ${diagnostic.code} at ${start.offset} of ${text.length}`;
    }
    const [head = ""] = textOf(diagnostic).split("\n");
    if (!/^(openapi|asyncapi)\.(yaml|json):\d+:\d+ (error|warning) /.test(head)) return `no line: ${head}`;
    if (diagnostic.hint === "") return `no hint: ${diagnostic.code}`;
  }
  return null;
}

async function differenceOf(report: Report, input: Input): Promise<string | null> {
  const second = await readingOf(input);
  if (typeof second === "string") return second;
  const [one, other] = [report, second.report].map((each) => each.list().map(textOf).join("\n"));
  return one === other ? null : "unsteady: the second reading reports something else";
}
