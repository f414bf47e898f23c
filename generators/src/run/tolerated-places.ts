// The tolerated errors of a run -> their record in the manifest, and that record -> the lines and the JSON of an unchanged run.

import path from "node:path";
import { type Diagnostic, printable, startOf } from "../diagnostics/index.ts";
import { lineColumnOf } from "../source/index.ts";
import { pathFrom } from "./config/paths.ts";
import type { Project } from "./config/project.ts";
import { inputFile, inputName } from "./config/sources/foreign-source.ts";
import type { Tolerated } from "./output/manifest.ts";
import type { ToleratedJson } from "./results.ts";

/** The record names files as it names the inputs: a file of the root, of a package, or a URL. */
export function toleratedIn(
  diagnostics: readonly Diagnostic[],
  { root, base, rules }: Pick<Project, "root" | "base" | "rules">,
): Tolerated[] {
  return diagnostics.flatMap(({ assumed, code, place }) => {
    const start = startOf(place);
    if (assumed === null || start === null) return [];
    const { line, column } =
      start.document === null ? { line: 1, column: 1 } : lineColumnOf(start.document, start.offset);
    const absolute = start.document?.path ?? path.resolve(base, start.name);
    return [{ file: inputName(rules.foreign, root, absolute), place: `${line}:${column} ${code}`, assumed }];
  });
}

export function toleratedJson(
  tolerated: readonly Tolerated[],
  { root, rules: { foreign } }: Pick<Project, "root" | "rules">,
  cwd: string,
): ToleratedJson[] {
  return tolerated.map(({ file, place, assumed }) => {
    const [, line = "1", column = "1", code = ""] = /^(\d+):(\d+) (.*)$/s.exec(place) ?? [];
    const at = inputFile(foreign, root, file);
    const served = foreign.find(({ live, place: copy }) => live !== undefined && copy === at);
    return { file: served?.name ?? pathFrom(cwd, at), line: Number(line), column: Number(column), code, assumed };
  });
}

/** `file:line:column tolerated code: assumed`. */
export function toleratedLine({ file, line, column, code, assumed }: ToleratedJson): string {
  return printable(`${file}:${line}:${column} tolerated ${code}: ${assumed}`);
}

/** Up to three places of a code, each as `toleratedLine`; more as two lines: the code with their number, and the first three. */
export function toleratedLines(places: readonly ToleratedJson[]): string[] {
  return [...new Set(places.map(({ code }) => code))].flatMap((code) => {
    const own = places.filter((place) => place.code === code);
    if (own.length <= 3) return own.map(toleratedLine);
    const meanings = [...new Set(own.map(({ assumed }) => assumed))].slice(0, 3).join("; ");
    const shown = own.slice(0, 3).map(({ file, line, column }) => `${file}:${line}:${column}`);
    return [
      `tolerated ${code} (${own.length}): ${meanings}`,
      `  at ${shown.join(", ")} and ${own.length - shown.length} more`,
    ].map(printable);
  });
}
