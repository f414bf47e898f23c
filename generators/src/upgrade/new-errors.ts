// Programs before and after an upgrade -> the errors that the callers' code did not have before, each with the change behind it.
import type { ts } from "ts-morph";
import { type LeftPlace, lineColumn } from "./place-left.ts";
import type { ApiPlan, PlannedChange } from "./plan/changes.ts";
import type { Compiler } from "./rewrite/compiler.ts";

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
  readonly compiler: Compiler;
  readonly errors: KnownErrors;
  readonly plans: readonly ApiPlan[];
}

/** The errors that the callers' code did not have before, each with the change that it is most likely about. */
export function newErrors(
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
      return { file: file.fileName, ...lineColumn(file.text, error.start ?? 0), message, hint, change };
    });
  });
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

/** The change whose words the message of the compiler quotes. */
function changeAbout(text: string, plans: readonly ApiPlan[]): PlannedChange | null {
  const quoted = new Set(
    [...text.matchAll(/'((?:[^'"]|"[^"]*")+)'/g)].flatMap(([, word = ""]) => word.split(/[^\p{ID_Continue}.$-]+/u)),
  );
  const scored = plans.flatMap(({ changes }) =>
    changes.map((change) => {
      const words = change.message.split(/[^\p{ID_Continue}$-]+/u).filter((word) => word !== "" && quoted.has(word));
      return { change, score: new Set(words).size };
    }),
  );
  const best = scored.reduce<(typeof scored)[number] | null>(
    (most, one) => (one.score > (most?.score ?? 0) ? one : most),
    null,
  );
  return best?.change ?? null;
}
