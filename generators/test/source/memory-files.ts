// Files that exist only in a test, and the description read from them.

import { checkExamples } from "../../src/checks/examples.ts";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import type { Api } from "../../src/model/api.ts";
import type { ReadOptions, ReadResult } from "../../src/read/read-api.ts";

/** Text by path relative to the working directory. */
export type Files = Readonly<Record<string, string>>;

export const cwd = "/project";

/** Reads as `readFileSync` does: a missing file and a folder fail with the system's codes. */
export function readerOf(files: Files): (path: string) => string {
  return (path) => {
    const name = path.slice(cwd.length + 1);
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    if (text !== undefined) return text;
    const isFolder = Object.keys(files).some((file) => file.startsWith(`${name}/`));
    throw Object.assign(new Error(name), { code: isFolder ? "EISDIR" : "ENOENT" });
  };
}

export interface MemoryReading extends ReadResult {
  readonly report: Report;
  /** The diagnostics as text; invalid examples count as errors. */
  readonly messages: string;
}

/**
 * Reads the entry documents among the files, those named `openapi` and `asyncapi`, with either extension, and their `*.overlay.yaml`.
 * Those in `vendor` are someone else's.
 */
export function readFiles(
  files: Files,
  entries: Omit<ReadOptions, "cwd" | "readText"> = entriesOf(files),
): MemoryReading {
  const report = new Report();
  const result = readApi({ cwd, ...entries, readText: readerOf(files) }, report);
  if (result.api !== null) checkExamples(result.api, report, { exampleSeverity: "error" });
  return { ...result, report, messages: report.list().map(textOf).join("\n\n") };
}

/** The model of a description without problems. */
export function apiOf(files: Files): Api {
  const { api, messages } = readFiles(files);
  if (messages !== "" || api === null) throw new Error(`the description has problems:\n${messages}`);
  return api;
}

function entriesOf(files: Files): Pick<ReadOptions, "openapi" | "asyncapi" | "overlays" | "isForeign"> {
  const fileNamed = (name: string): string | undefined =>
    Object.keys(files).find((file) => new RegExp(`(^|/)${name}\\.(yaml|json)$`).test(file));
  const [openapi, asyncapi] = [fileNamed("openapi"), fileNamed("asyncapi")];
  const isForeign = (file: string): boolean => file.startsWith(`${cwd}/vendor/`);
  const overlays = Object.keys(files).filter((file) => file.endsWith(".overlay.yaml"));
  const entries = openapi === undefined && asyncapi === undefined ? { openapi: "openapi.yaml" } : { openapi, asyncapi };
  return { ...entries, isForeign, overlays };
}
