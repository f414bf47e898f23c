// Diagnostics to the terminal: frames on stderr, JSON or annotations on stdout.
import path from "node:path";
import {
  type Diagnostic,
  type DiagnosticJson,
  githubOf,
  jsonOf,
  labelOf,
  type Place,
  relatedLines,
  textOf,
} from "../diagnostics/index.ts";
import { renamed, type SourceDocument } from "../source/index.ts";
import { type Excerpt, excerptLines, hunkLines, type LocatedExcerpt } from "./excerpt.ts";
import type { Format } from "./format.ts";
import { pathFrom } from "./path-from.ts";
import type { Terminal } from "./terminal.ts";

export interface Printable {
  readonly diagnostics: readonly Diagnostic[];
  /** What differs, by absolute path: printed below the diagnostic of that file. */
  readonly excerpts: ReadonlyMap<string, Excerpt>;
  /** What paths in the diagnostics are relative to; they are printed relative to the working directory. */
  readonly base: string;
}

/** Prints what is not JSON; annotations go along inside a GitHub workflow whatever the format. */
export function printReport(printable: Printable, format: Format, terminal: Terminal): void {
  const located = locate(printable, terminal.cwd);
  if (format === "text") {
    for (const { diagnostic, excerpt } of located) {
      // What is tolerated is a line of its own, anything else a paragraph.
      const end = diagnostic.assumed === null ? "\n\n" : "\n";
      terminal.err(`${[textOf(diagnostic), ...excerpt.map((line) => `    ${line}`)].join("\n")}${end}`);
    }
    if (located.length > 0) terminal.err(`${summaryOf(printable.diagnostics)}\n`);
  }
  if (format !== "github" && !terminal.onGitHub) return;
  // With --json stdout is one JSON text; GitHub reads annotations from stderr just as well.
  const print = format === "json" ? terminal.err : terminal.out;
  for (const { diagnostic, hunks } of locate(printable, repositoryOf(terminal))) {
    print(`${githubOf(diagnostic, hunks.length > 0 ? hunks : relatedLines(diagnostic))}\n`);
  }
}

/** GitHub looks for the file of an annotation in the checkout, wherever the command ran. */
export function repositoryOf({ cwd, repository }: Terminal): string {
  if (repository === null) return cwd;
  const inside = path.relative(repository, cwd);
  return inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside) ? cwd : repository;
}

export function reportJson(printable: Printable, cwd: string): (DiagnosticJson & { excerpt?: readonly string[] })[] {
  return locate(printable, cwd).map(({ diagnostic, excerpt }) => ({
    ...jsonOf(diagnostic),
    ...(excerpt.length === 0 ? {} : { excerpt }),
  }));
}

/** `2 errors, 1 warning, 3 tolerated`. */
function summaryOf(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: string): string => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? "" : `${number} ${severity}${number === 1 || severity === "tolerated" ? "" : "s"}`;
  };
  return [count("error"), count("warning"), count("tolerated")].filter((part) => part !== "").join(", ");
}

interface Located {
  readonly diagnostic: Diagnostic;
  readonly excerpt: readonly string[];
  /** What is behind each difference, a line each. */
  readonly hunks: readonly string[];
}

function locate({ diagnostics, excerpts, base }: Printable, cwd: string): Located[] {
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
