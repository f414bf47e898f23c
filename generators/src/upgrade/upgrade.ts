// Old and new generated code, the plan between them, and the projects of callers -> edited texts, and what is left to people.
import path from "node:path";
import type { ts } from "ts-morph";
import type { ApiPlan, PlannedChange } from "./plan/changes.ts";
import { type Compiler, type CompilerKit, type ParsedFiles, type Project, programOf } from "./rewrite/compiler.ts";
import type { Generated, GeneratedOrigin } from "./rewrite/generated.ts";
import { rewriteProgram } from "./rewrite/rewrite.ts";

/** A generated file, absolute. */
export interface GeneratedText extends GeneratedOrigin {
  readonly file: string;
  readonly text: string;
}

export interface UpgradeInput {
  readonly kit: CompilerKit;
  readonly projects: readonly Project[];
  readonly before: readonly GeneratedText[];
  readonly after: readonly GeneratedText[];
  readonly plans: readonly ApiPlan[];
  /** Those of the files that are not edited again. */
  readonly editedSince: (files: readonly string[]) => ReadonlySet<string>;
}

export interface EditedFile {
  /** Absolute. */
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

/** A place that is left to people, in the edited text. */
export interface LeftPlace {
  /** Absolute. */
  readonly file: string;
  /** One-based, like the column. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

export interface AppliedChange {
  readonly change: PlannedChange;
  readonly edits: number;
  readonly files: number;
}

export interface Upgraded {
  readonly files: readonly EditedFile[];
  readonly applied: readonly AppliedChange[];
  readonly left: readonly LeftPlace[];
  /** The projects whose files use generated code. */
  readonly projects: readonly string[];
}

export function upgradeCallers({ kit, projects, before, after, plans, editedSince }: UpgradeInput): Upgraded {
  const parsed: ParsedFiles = new Map();
  const { compiler } = kit;
  const tools = { ...kit, parsed };
  const origins = new Map(before.map(({ file, api, target }) => [file, { api, target }]));
  const generated: Generated = {
    files: origins,
    plans: new Map(plans.map((plan) => [plan.api, plan])),
    exports: exportsOf(after),
  };
  const old = overlayOf(before, after);
  const edited = new Map<string, EditedFile>();
  const shifts = new Map<string, (offset: number) => number>();
  const noted: { file: string; offset: number; message: string; hint: string }[] = [];
  const counts = new Map<PlannedChange, Map<string, number>>();
  const seen = new Set<string>();
  const used: {
    readonly project: Project;
    readonly files: readonly string[];
    readonly errors: ReadonlyMap<string, number>;
  }[] = [];
  for (const project of projects) {
    const program = programOf(project, old, tools);
    if (!program.getSourceFiles().some(({ fileName }) => origins.has(fileName))) continue;
    const own = program.getSourceFiles().filter((file) => isOfCallers(file, program, origins));
    const done = editedSince(own.map(({ fileName }) => fileName));
    const fresh = own.filter(({ fileName }) => !seen.has(fileName) && !done.has(fileName));
    for (const { fileName } of fresh) seen.add(fileName);
    const pass = rewriteProgram(program, fresh, { compiler, generated });
    for (const [file, edits] of pass.edits) {
      if (edits.isEmpty) continue;
      const text = program.getSourceFile(file)?.text ?? "";
      const { text: now, shift } = edits.apply();
      shifts.set(file, shift);
      edited.set(file, { file, before: text, text: now });
    }
    noted.push(...pass.left);
    for (const [change, files] of pass.applied)
      for (const [file, count] of files) counts.set(change, (counts.get(change) ?? new Map()).set(file, count));
    used.push({ project, files: own.map(({ fileName }) => fileName), errors: errorsIn(program, own, compiler) });
  }
  const now = new Map<string, string | null>([
    ...overlayOf(after, before),
    ...[...edited.values()].map(({ file, text }) => [file, text] as const),
  ]);
  const left = used.flatMap(({ project, files, errors }) => {
    const program = programOf(project, now, tools);
    const own = files.flatMap((file) => program.getSourceFile(file) ?? []);
    return newErrors(program, own, { compiler, errors, plans });
  });
  const places = noted.map(({ file, offset, message, hint }) => {
    const text = edited.get(file)?.text ?? textOf(file, compiler);
    return { file, ...lineColumn(text, (shifts.get(file) ?? ((same) => same))(offset)), message, hint };
  });
  return {
    files: [...edited.values()]
      .filter(({ before: was, text }) => was !== text)
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
    applied: appliedOf(plans, counts),
    left: sorted([...places, ...left.filter((error) => !places.some((place) => isNear(place, error)))]),
    projects: used.flatMap(({ project }) => project.file ?? []),
  };
}

function isNear(place: LeftPlace, error: LeftPlace): boolean {
  return place.file === error.file && Math.abs(error.line - place.line) <= 1;
}

function textOf(file: string, { sys }: Compiler): string {
  return sys.readFile(file) ?? "";
}

function lineColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function sorted(places: readonly LeftPlace[]): LeftPlace[] {
  const unique = new Map(
    places.map((place) => [`${place.file}:${place.line}:${place.column}:${place.message}`, place]),
  );
  return [...unique.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}

/** Every file of `texts`, and none of `others` besides. */
function overlayOf(texts: readonly GeneratedText[], others: readonly GeneratedText[]): Map<string, string | null> {
  const overlay = new Map<string, string | null>(others.map(({ file }) => [file, null]));
  for (const { file, text } of texts) overlay.set(file, text);
  return overlay;
}

function isOfCallers(
  file: ts.SourceFile,
  program: ts.Program,
  generated: ReadonlyMap<string, GeneratedOrigin>,
): boolean {
  const { fileName, isDeclarationFile } = file;
  return (
    !isDeclarationFile &&
    !generated.has(fileName) &&
    !fileName.includes("/node_modules/") &&
    !program.isSourceFileFromExternalLibrary(file)
  );
}

/** What the files of each API export. Packages that scaffold code may add to it later. */
function exportsOf(after: readonly GeneratedText[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { api, file, text } of after) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
    const own = names.get(api) ?? new Set();
    names.set(api, own);
    for (const [, name] of text.matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\p{ID_Start}_$][\p{ID_Continue}$]*)/gmu,
    ))
      if (name !== undefined) own.add(name);
    for (const [, list = ""] of text.matchAll(/^export (?:type )?\{([^}]*)\}/gm))
      for (const one of list.split(","))
        own.add(
          one
            .trim()
            .replace(/^type /, "")
            .split(" as ")
            .at(-1) ?? "",
        );
  }
  return names;
}

function errorsIn(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  compiler: Compiler,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of files)
    for (const error of diagnosticsOf(program, file))
      for (const key of [errorKey(file, error, compiler), shapeOf(file, error, compiler)])
        counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function diagnosticsOf(program: ts.Program, file: ts.SourceFile): readonly ts.Diagnostic[] {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
}

function errorKey(file: ts.SourceFile, { code, messageText }: ts.Diagnostic, compiler: Compiler): string {
  return `${file.fileName}\0${code}\0${compiler.flattenDiagnosticMessageText(messageText, " ")}`;
}

/** The same without what is quoted: an error that was there before names types by their old names. */
function shapeOf(file: ts.SourceFile, error: ts.Diagnostic, compiler: Compiler): string {
  return errorKey(file, error, compiler).replace(/'[^']*'/g, "''");
}

interface Expected {
  readonly compiler: Compiler;
  readonly errors: ReadonlyMap<string, number>;
  readonly plans: readonly ApiPlan[];
}

/** The errors that the callers' code did not have before, each with the change that it is most likely about. */
function newErrors(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  { compiler, errors, plans }: Expected,
): LeftPlace[] {
  const allowed = new Map(errors);
  const isOld = (key: string, other: string): boolean => {
    const count = allowed.get(key) ?? 0;
    if (count <= 0) return false;
    for (const one of new Set([key, other])) allowed.set(one, (allowed.get(one) ?? 0) - 1);
    return true;
  };
  return files.flatMap((file) => {
    const exact = diagnosticsOf(program, file).filter(
      (error) => !isOld(errorKey(file, error, compiler), shapeOf(file, error, compiler)),
    );
    const fresh = exact.filter((error) => !isOld(shapeOf(file, error, compiler), shapeOf(file, error, compiler)));
    return fresh.map((error) => {
      const text = compiler.flattenDiagnosticMessageText(error.messageText, "\n").split("\n");
      const message = `TS${error.code}: ${text[0]}`;
      const change = changeAbout(text.join(" "), plans);
      const hint =
        change === null ? "the new version of the API changed this type" : `${change.message}: ${change.hint}`;
      return { file: file.fileName, ...lineColumn(file.text, error.start ?? 0), message, hint };
    });
  });
}

/** The change whose words the message of the compiler quotes. */
function changeAbout(text: string, plans: readonly ApiPlan[]): PlannedChange | null {
  const quoted = new Set(
    [...text.matchAll(/['"]([^'"]+)['"]/g)].flatMap(([, word = ""]) => word.split(/[^\p{ID_Continue}.$-]+/u)),
  );
  const scored = plans.flatMap(({ changes }) =>
    changes.map((change) => {
      const words = change.message.split(/[^\p{ID_Continue}$-]+/u).filter((word) => quoted.has(word));
      return { change, score: new Set(words).size };
    }),
  );
  const best = scored.reduce<(typeof scored)[number] | null>(
    (most, one) => (one.score > (most?.score ?? 0) ? one : most),
    null,
  );
  return best?.change ?? null;
}

/** In the order of the plan; those without a use too. */
function appliedOf(
  plans: readonly ApiPlan[],
  counts: ReadonlyMap<PlannedChange, ReadonlyMap<string, number>>,
): AppliedChange[] {
  return plans.flatMap(({ changes }) =>
    changes.map((change) => {
      const files = counts.get(change) ?? new Map<string, number>();
      return { change, edits: [...files.values()].reduce((sum, count) => sum + count, 0), files: files.size };
    }),
  );
}

/** As the compiler writes paths. */
export function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
