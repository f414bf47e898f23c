// Programs before and after an upgrade -> the errors that the callers' code did not have before, each with the change behind it.

import type { ts } from "ts-morph";
import { type ApiPlan, type LeftPlace, lineColumn, type PlannedChange } from "./plan/changes.ts";
import { type ChangedFile, placeText, typeChangeOf } from "./rewrite/changed-uses.ts";
import type { Compiler } from "./rewrite/compiler.ts";
import type { Pass } from "./rewrite/pass.ts";

/** How many errors of each kind there are, by what makes two errors the same one. */
export type KnownErrors = ReadonlyMap<string, number>;

/** `renames`: whether an error may be the same one with other names in it. */
export function errorsIn(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  { compiler, renames }: { readonly compiler: Compiler; readonly renames: (file: string) => boolean },
): KnownErrors {
  const counts = new Map<string, number>();
  for (const file of files)
    for (const error of diagnosticsOf(program, file)) {
      const exact = errorKey(file, error, compiler);
      const keys = renames(file.fileName) ? [exact, shapeOf(file, error, compiler)] : [exact];
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

interface Expected {
  readonly pass: Pass;
  readonly errors: KnownErrors;
  /** What has another type now, by file. */
  readonly changed: ReadonlyMap<string, ChangedFile>;
}

/** The errors that the callers' code did not have before, each with the change that it is most likely about. */
export function newErrors(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  { pass, errors, changed }: Expected,
): LeftPlace[] {
  const { compiler } = pass;
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
      const explained = explanationOf(error, file, { text: text.join(" "), pass, changed });
      return { file: file.fileName, ...lineColumn(file.text, error.start ?? 0), message, ...explained };
    });
  });
}

interface About {
  /** Of the error, with all its lines. */
  readonly text: string;
  readonly pass: Pass;
  readonly changed: ReadonlyMap<string, ChangedFile>;
}

/** By what is of another type at the place of an error or in its statement, else by the words of the error. */
function explanationOf(
  { start = 0, length = 0 }: ts.Diagnostic,
  file: ts.SourceFile,
  { text, pass, changed }: About,
): Pick<LeftPlace, "hint" | "change"> {
  const { compiler } = pass;
  const expressions = changed.get(file.fileName)?.expressions ?? [];
  const node = nodeAt(file, start, compiler);
  const statement = compiler.findAncestor(node, (one) => compiler.isStatement(one) && !compiler.isBlock(one)) ?? node;
  const within = (from: number, to: number) => expressions.filter((one) => one.start < to && one.end > from);
  const near = within(start, start + length);
  const [expression] = near.length > 0 ? near : within(statement.getStart(file), statement.getEnd());
  const change = typeChangeAt(node, pass) ?? expression?.change ?? null;
  if (change !== null) return { change, hint: `${change.message}${placeText(change)}` };
  const named = changeAbout(text, pass.plansFor(node));
  if (named !== null) return { change: named, hint: `${named.message}: ${named.hint}` };
  return { change: null, hint: expression?.message ?? "the new version of the API changed this type" };
}

/** Of a member that is written there: the value has the type that it had. */
function typeChangeAt(node: ts.Node, pass: Pass): PlannedChange | null {
  const { compiler, checker } = pass;
  const { parent } = node;
  if (!compiler.isPropertyAssignment(parent) && !compiler.isShorthandPropertyAssignment(parent)) return null;
  const type = checker.getContextualType(parent.parent);
  const symbols = type === undefined ? [] : pass.propertiesOf(type, parent.name.getText().replace(/^["']|["']$/g, ""));
  return symbols.map((symbol) => typeChangeOf(symbol, pass)).find((change) => change !== null) ?? null;
}

function nodeAt(file: ts.SourceFile, offset: number, compiler: Compiler): ts.Node {
  let innermost: ts.Node = file;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > offset || node.getEnd() <= offset) return;
    innermost = node;
    compiler.forEachChild(node, visit);
  };
  compiler.forEachChild(file, visit);
  return innermost;
}

/** Code that is not reached, branches that fall through, functions that do not always return: how a project in JavaScript likes it. */
const aboutFlow = new Set([7027, 7029, 7030]);

function diagnosticsOf(program: ts.Program, file: ts.SourceFile): readonly ts.Diagnostic[] {
  const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return /\.[cm]?jsx?$/.test(file.fileName) ? all.filter(({ code }) => !aboutFlow.has(code)) : all;
}

function errorKey(file: ts.SourceFile, { code, messageText }: ts.Diagnostic, compiler: Compiler): string {
  return `${file.fileName}\0${code}\0${compiler.flattenDiagnosticMessageText(messageText, " ")}`;
}

/** The same without what is quoted: an error that was there before names types by their old names. */
function shapeOf(file: ts.SourceFile, error: ts.Diagnostic, compiler: Compiler): string {
  return errorKey(file, error, compiler).replace(/'[^']*'/g, "''");
}

/** The change whose words the message of the compiler quotes. */
function changeAbout(text: string, plans: readonly ApiPlan[]): PlannedChange | null {
  const quoted = new Set(
    [...text.matchAll(/'((?:[^'"]|"[^"]*")+)'/g)].flatMap(([, word = ""]) => word.split(/[^\p{ID_Continue}.$-]+/u)),
  );
  const scored = plans.flatMap(({ changes }) =>
    changes.map((change) => {
      const sharedWords = change.message
        .split(/[^\p{ID_Continue}$-]+/u)
        .filter((word) => word !== "" && quoted.has(word));
      return { change, score: new Set(sharedWords).size };
    }),
  );
  const best = scored.reduce<(typeof scored)[number] | null>(
    (most, one) => (one.score > (most?.score ?? 0) ? one : most),
    null,
  );
  return best?.change ?? null;
}
