// Diagnostics whose files are named from one folder -> the same named from another, with the lines that differ, and as plain data.
import path from "node:path";
import { type Diagnostic, type DiagnosticJson, jsonOf, labelOf, type Place } from "../diagnostics/index.ts";
import { renamed, type SourceDocument } from "../source/index.ts";
import { pathFrom } from "./config/paths.ts";
import { type Excerpt, excerptLines, hunkLines, type LocatedExcerpt } from "./drift/differing-lines.ts";

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
