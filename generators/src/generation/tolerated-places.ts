// The tolerated errors of a run -> their record in the manifest, and that record -> the lines and the JSON of an unchanged run.

import path from "node:path";
import { pathFrom } from "../config/path-from.ts";
import { type Diagnostic, printable, startOf } from "../diagnostics/index.ts";
import { lineColumnOf } from "../source/index.ts";
import type { Tolerated } from "./output/manifest.ts";
import type { ToleratedJson } from "./results.ts";

/** `root`: what the record names files relative to; `base`: what diagnostics do. */
export function toleratedIn(diagnostics: readonly Diagnostic[], root: string, base: string): Tolerated[] {
  return diagnostics.flatMap(({ assumed, code, place }) => {
    const start = startOf(place);
    if (assumed === null || start === null) return [];
    const { line, column } =
      start.document === null ? { line: 1, column: 1 } : lineColumnOf(start.document, start.offset);
    const absolute = start.document?.path ?? path.resolve(base, start.name);
    return [{ file: pathFrom(root, absolute), place: `${line}:${column} ${code}`, assumed }];
  });
}

export function toleratedJson(tolerated: readonly Tolerated[], root: string, cwd: string): ToleratedJson[] {
  return tolerated.map(({ file, place, assumed }) => {
    const [, line = "1", column = "1", code = ""] = /^(\d+):(\d+) (.*)$/s.exec(place) ?? [];
    return { file: pathFrom(cwd, path.join(root, file)), line: Number(line), column: Number(column), code, assumed };
  });
}

/** `file:line:column tolerated code: assumed`. */
export function toleratedLine({ file, line, column, code, assumed }: ToleratedJson): string {
  return printable(`${file}:${line}:${column} tolerated ${code}: ${assumed}`);
}
