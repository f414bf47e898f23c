// An error that a target of the user threw -> a diagnostic at the line that threw it, with where that was called from and its causes.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Place, Related, Report } from "../diagnostics/index.ts";
import { pathFrom } from "./config/paths.ts";
import type { CustomTargetError } from "./target-files.ts";

/** The code of a configuration: its files, and what messages name them relative to. */
export interface ConfigCode {
  readonly configFile: string | null;
  readonly files: readonly string[];
  readonly base: string;
}

export function reportThrown({ target, message, cause }: CustomTargetError, code: ConfigCode, report: Report): void {
  const frames = framesOf(cause, code);
  const [first] = frames;
  const otherwise: Place = code.configFile === null ? { kind: "none" } : placeOf(code.configFile, 1, 1, code.base);
  const callers = frames.slice(1, 6).map(({ name, place }): Related => ({ message: `called from ${name}`, place }));
  const related = [...callers, ...causesOf(cause, first?.place ?? otherwise, code)];
  report.add("target-threw", first?.place ?? otherwise, { target, reason: message }, { related });
}

interface Frame {
  readonly name: string;
  readonly place: Place;
}

/** The lines of a stack in the code of the configuration. */
function framesOf(error: unknown, { files, base }: ConfigCode): Frame[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack.split("\n").flatMap((text): Frame[] => {
    const [, name = "here", url = "", line, column] =
      /^\s+at (?:(?:async )?(.+?) \()?((?:file:\/\/)?\/?[^()]+?):(\d+):(\d+)\)?$/.exec(text) ?? [];
    const file = fileOf(url.replace(/\?.*$/, ""));
    return files.includes(file) ? [{ name, place: placeOf(file, Number(line), Number(column), base) }] : [];
  });
}

function fileOf(url: string): string {
  return url.startsWith("file:") && URL.canParse(url) ? fileURLToPath(url) : url;
}

function causesOf(error: unknown, at: Place, code: ConfigCode): Related[] {
  const related: Related[] = [];
  const met = new Set<unknown>([error]);
  for (let cause = causeOf(error); cause !== undefined && !met.has(cause); cause = causeOf(cause)) {
    met.add(cause);
    const words = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    related.push({ message: `caused by ${words}`, place: framesOf(cause, code)[0]?.place ?? at });
  }
  return related;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Code is shown as a description is: with the line, and a caret below the column. */
function placeOf(file: string, line: number, column: number, base: string): Place {
  const text = readFileSync(file, "utf8");
  const before = text.split("\n").slice(0, line - 1);
  const offset = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const document = { path: file, name: pathFrom(base, file), format: "yaml", text, value: undefined } as const;
  return { kind: "offset", document, offset };
}
