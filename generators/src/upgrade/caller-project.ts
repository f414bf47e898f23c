// One project of callers, as it was before the upgrade -> its edits, the places that they leave, and the errors that it had.

import { diffArrays } from "diff";
import type { ts } from "ts-morph";
import { errorsIn, type KnownErrors } from "./new-errors.ts";
import { type ApiPlan, type LeftPlace, lineColumn, type PlannedChange } from "./plan/changes.ts";
import type { GeneratedPackage } from "./repository.ts";
import {
  type Compiler,
  type CompilerKit,
  type Overlay,
  type ProgramTools,
  type Project,
  programOf,
} from "./rewrite/compiler.ts";
import type { Generated, GeneratedOrigin } from "./rewrite/generated.ts";
import type { Pass } from "./rewrite/pass.ts";
import { rewriteProgram } from "./rewrite/rewrite.ts";

/** What all projects of an upgrade share. */
export interface CallerProject extends Pick<UpgradeInput, "committed"> {
  /** The old generated code. */
  readonly old: Overlay;
  readonly tools: ProgramTools;
  readonly generated: Generated;
  /** Files that another project has rewritten already. */
  readonly seen: Set<string>;
}

export interface CallerEdits {
  readonly edited: readonly EditedFile[];
  readonly places: readonly LeftPlace[];
  readonly applied: readonly Applied[];
  /** The callers' files of the project. */
  readonly files: readonly string[];
  readonly errors: KnownErrors;
}

/** One edit. */
interface Applied {
  readonly change: PlannedChange;
  readonly file: string;
  /** By an earlier upgrade. */
  readonly isEarlier: boolean;
}

export interface RewrittenProject {
  readonly program: ts.Program;
  /** The callers' files. */
  readonly own: readonly ts.SourceFile[];
  /** `null`: the project does not use generated code. */
  readonly edits: CallerEdits | null;
}

export function rewriteProject(project: Project, callers: CallerProject): RewrittenProject {
  const { generated, seen, tools } = callers;
  const { compiler } = tools;
  const before = programBefore(project, callers);
  const { program, own, committed } = before;
  if (!program.getSourceFiles().some(({ fileName }) => generated.files.has(fileName)))
    return { program, own, edits: null };
  // A file that was added since then may be written for either version: only its errors are listed.
  const fresh = own.filter(({ fileName }) => !seen.has(fileName) && committed.get(fileName) !== null);
  for (const { fileName } of own) seen.add(fileName);
  const pass = rewriteProgram(program, fresh, { compiler, generated });
  const all = fresh.map((file) => resultOf(file, pass, { committed: committed.get(file.fileName), compiler }));
  const open = new Set(all.filter(({ isOpen }) => isOpen).map(({ file }) => file));
  const again = open.size === 0 ? null : rewriteAsIsNow(project, open, { before, callers });
  const results = [...all.filter(({ isOpen }) => !isOpen), ...(again?.results ?? [])];
  const settled = own.filter(({ fileName }) => !open.has(fileName));
  const isKnown = (file: string): boolean => committed.get(file) !== null;
  return {
    program,
    own,
    edits: {
      edited: results.flatMap(({ edited }) => edited ?? []),
      places: results.flatMap(({ places }) => places),
      applied: results.flatMap(({ applied }) => applied),
      files: own.map(({ fileName }) => fileName),
      errors: new Map([
        ...errorsIn(program, settled, { compiler, renames: isKnown }),
        ...(again?.errors ?? new Map<string, number>()),
      ]),
    },
  };
}

interface Before {
  readonly program: ts.Program;
  readonly own: readonly ts.SourceFile[];
  readonly overlay: Overlay;
  /** Of the files that were edited since the code was generated: their text before. */
  readonly committed: ReadonlyMap<string, string | null>;
}

/** With the files that were edited since then as they were committed; those may import others. */
function programBefore(project: Project, { old, committed, tools, generated }: CallerProject): Before {
  const texts = new Map<string, string | null>();
  for (;;) {
    const known = [...texts].filter(([, text]) => text !== null);
    const overlay = new Map([...old, ...known]);
    const program = programOf(project, overlay, tools);
    const callerFiles = program.getSourceFiles().filter((file) => isOfCallers(file, program, generated));
    const newTexts = committed(callerFiles.map(({ fileName }) => fileName).filter((file) => !texts.has(file)));
    for (const [file, text] of newTexts) texts.set(file, text);
    if ([...newTexts.values()].every((text) => text === null))
      return { program, own: callerFiles, overlay, committed: texts };
  }
}

/** Files that were edited since, and that no upgrade has edited. */
function rewriteAsIsNow(
  project: Project,
  files: ReadonlySet<string>,
  { before, callers }: { readonly before: Before; readonly callers: CallerProject },
): { readonly results: readonly FileResult[]; readonly errors: KnownErrors } {
  const { generated, tools } = callers;
  const { compiler } = tools;
  const overlay = new Map([...before.overlay].filter(([file]) => !files.has(file)));
  const program = programOf(project, overlay, tools);
  const callerFiles = [...files].flatMap((file) => program.getSourceFile(file) ?? []);
  const pass = rewriteProgram(program, callerFiles, { compiler, generated });
  return {
    results: callerFiles.map((file) => resultOf(file, pass, { committed: undefined, compiler })),
    errors: errorsIn(program, callerFiles, { compiler, renames: () => true }),
  };
}

function isOfCallers(file: ts.SourceFile, program: ts.Program, { files }: Generated): boolean {
  const { fileName, isDeclarationFile } = file;
  return (
    !isDeclarationFile &&
    !files.has(fileName) &&
    !fileName.includes("/node_modules/") &&
    !program.isSourceFileFromExternalLibrary(file)
  );
}

interface FileResult extends Pick<CallerEdits, "places" | "applied"> {
  readonly file: string;
  readonly edited: EditedFile | null;
  /** Whether it was edited since the code was generated, and still uses the old code. */
  readonly isOpen: boolean;
}

interface ResultOf {
  /** The text that was rewritten, if the file has another one now. */
  readonly committed: string | null | undefined;
  readonly compiler: Compiler;
}

function resultOf(source: ts.SourceFile, pass: Pass, of: ResultOf): FileResult {
  const { fileName: file, text: before } = source;
  const edits = pass.editsOf(source);
  const { text, shift } = edits.apply();
  const all = pass.left.filter((one) => one.file === file);
  const places = all.map(({ offset, message, hint, change }) => {
    return { file, ...lineColumn(text, shift(offset)), message, hint, change };
  });
  const applied = edits.edits.map(({ end, change }) => ({ change, file, line: lineColumn(text, shift(end)).line }));
  if (typeof of.committed !== "string") {
    const edited = edits.isEmpty ? null : { file, before, text };
    return { file, edited, isOpen: false, places, applied: applied.map((one) => ({ ...one, isEarlier: false })) };
  }
  const current = of.compiler.sys.readFile(file) ?? "";
  const { isUpgraded, lineNow } = earlierUpgrade({ committed: before, upgraded: text, current });
  return {
    file,
    edited: null,
    isOpen: !edits.isEmpty && !isUpgraded,
    places: places.flatMap((place) => {
      const line = lineNow(place.line);
      return line === null ? [] : [{ ...place, line }];
    }),
    applied: applied.filter(({ line }) => lineNow(line) !== null).map((one) => ({ ...one, isEarlier: true })),
  };
}

export interface UpgradeInput {
  readonly kit: CompilerKit;
  readonly projects: readonly Project[];
  readonly before: readonly GeneratedText[];
  readonly after: readonly GeneratedText[];
  readonly plans: readonly ApiPlan[];
  /** `null`: none. */
  readonly own: GeneratedPackage | null;
  /**
   * Of the files that were edited after the code was generated: their text in the last commit; `null` for one that it does not have. An
   * earlier upgrade may have edited them.
   */
  readonly committed: (files: readonly string[]) => ReadonlyMap<string, string | null>;
}

export interface EditedFile {
  /** Absolute. */
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

/** A generated file, absolute. */
export interface GeneratedText extends GeneratedOrigin {
  readonly file: string;
  readonly text: string;
}

interface EarlierTexts {
  /** Of the last commit, before any upgrade. */
  readonly committed: string;
  /** The same after this upgrade. */
  readonly upgraded: string;
  readonly current: string;
}

interface Earlier {
  /** Whether any line that the upgrade writes is in the file already. */
  readonly isUpgraded: boolean;
  /** Where a line of `upgraded` is in the file, both one-based; `null`: it was edited, or never written. */
  readonly lineNow: (line: number) => number | null;
}

function earlierUpgrade({ committed, upgraded, current }: EarlierTexts): Earlier {
  const now = sameLines(upgraded, current);
  const before = new Set(sameLines(committed, upgraded).values());
  return {
    isUpgraded: [...now.keys()].some((line) => !before.has(line)),
    lineNow: (line) => now.get(line) ?? null,
  };
}

/** The lines that two texts share, one-based: those of the first, with those of the second. */
function sameLines(from: string, to: string): Map<number, number> {
  const lines = new Map<number, number>();
  let [old, now] = [1, 1];
  // A checkout may have turned line feeds into CRLF.
  for (const { added, removed, count } of diffArrays(from.split(/\r?\n/), to.split(/\r?\n/))) {
    if (!added && !removed) for (let index = 0; index < count; index++) lines.set(old + index, now + index);
    if (!added) old += count;
    if (!removed) now += count;
  }
  return lines;
}
