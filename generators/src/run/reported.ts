// Diagnostics whose files are named from one folder -> the same named from another, with the lines that differ, and as plain data.
import path from "node:path";
import {
  type Diagnostic,
  type DiagnosticJson,
  jsonOf,
  labelOf,
  type Place,
  printable,
  startOf,
} from "../diagnostics/index.ts";
import { lineColumnOf, renamed, type SourceDocument } from "../source/index.ts";
import { pathFrom } from "./config/paths.ts";
import type { Project } from "./config/project.ts";
import { inputFile, inputName } from "./config/sources/foreign-source.ts";
import { type Excerpt, excerptLines, hunkLines, type LocatedExcerpt } from "./drift/difference.ts";
import type { Tolerated } from "./output/manifest.ts";
import type { ToleratedJson } from "./request.ts";

export interface Reported {
  readonly diagnostics: readonly Diagnostic[];
  /** The differing lines, by absolute path: printed below the diagnostic of that file. */
  readonly excerpts: ReadonlyMap<string, Excerpt>;
  /** What paths in the diagnostics are relative to; they are printed relative to the working directory. */
  readonly base: string;
}

/** A diagnostic as plain data: file, line and column, one-based, and below a file that differs its lines. */
export type ReportedDiagnostic = DiagnosticJson & { readonly excerpt?: readonly string[] };

/** `cwd`: what paths are relative to. */
export function reportedDiagnostics(reported: Reported, cwd: string): ReportedDiagnostic[] {
  return locate(reported, cwd).map(({ diagnostic, excerpt }) => ({
    ...jsonOf(diagnostic),
    ...(excerpt.length === 0 ? {} : { excerpt }),
  }));
}

export interface Located {
  readonly diagnostic: Diagnostic;
  readonly excerpt: readonly string[];
  /** The source of each difference, one line each. */
  readonly hunks: readonly string[];
}

export function locate({ diagnostics, excerpts, base }: Reported, cwd: string): Located[] {
  const moved = new Map<SourceDocument, SourceDocument>();
  const move = (place: Place): Place => movePlace(place, { base, cwd, moved });
  return diagnostics.map((diagnostic) => {
    const excerpt = excerpts.get(pathOf(diagnostic.place, base) ?? "");
    const located = excerpt === undefined ? null : excerptAt(excerpt, move);
    return {
      diagnostic: {
        ...diagnostic,
        place: move(diagnostic.place),
        related: diagnostic.related.map((related) => ({ ...related, place: move(related.place) })),
      },
      excerpt: located === null ? [] : excerptLines(located),
      hunks: located === null ? [] : hunkLines(located),
    };
  });
}

function excerptAt({ hunks }: Excerpt, move: (place: Place) => Place): LocatedExcerpt {
  return hunks.map(({ origin, ...hunk }) => ({
    ...hunk,
    behind: origin === null ? null : `${origin.name}, ${labelOf(move(origin.place))}`,
  }));
}

interface Move {
  readonly base: string;
  readonly cwd: string;
  readonly moved: Map<SourceDocument, SourceDocument>;
}

function movePlace(place: Place, { base, cwd, moved }: Move): Place {
  const moveDocument = (document: SourceDocument): SourceDocument => {
    const name = shownPath(cwd, document.path);
    if (document.isCopy === true || name === document.name) return document;
    const known = moved.get(document) ?? renamed(document, name);
    moved.set(document, known);
    return known;
  };
  switch (place.kind) {
    case "value":
    case "key": {
      const { document, parent, key } = place.location;
      return { kind: place.kind, location: { document: moveDocument(document), parent, key } };
    }
    case "offset":
      return { ...place, document: moveDocument(place.document) };
    case "file":
      return { kind: "file", path: shownPath(cwd, path.resolve(base, place.path)) };
    case "none":
      return place;
  }
}

function pathOf(place: Place, base: string): string | null {
  if (place.kind === "offset") return place.document.path;
  return place.kind === "file" ? path.resolve(base, place.path) : null;
}

function shownPath(cwd: string, file: string): string {
  return pathFrom(cwd, file) || ".";
}

// The tolerated errors of a run -> their record in the manifest, and that record -> the lines and the JSON of an unchanged run.

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
    const codePlaces = places.filter((place) => place.code === code);
    if (codePlaces.length <= 3) return codePlaces.map(toleratedLine);
    const meanings = [...new Set(codePlaces.map(({ assumed }) => assumed))].slice(0, 3).join("; ");
    const listedPlaces = codePlaces.slice(0, 3).map(({ file, line, column }) => `${file}:${line}:${column}`);
    return [
      `tolerated ${code} (${codePlaces.length}): ${meanings}`,
      `  at ${listedPlaces.join(", ")} and ${codePlaces.length - listedPlaces.length} more`,
    ].map(printable);
  });
}
