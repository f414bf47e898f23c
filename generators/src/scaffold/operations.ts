// Operations of the model -> what a scaffold needs of each: its names, the file of its tag, and the words above its handler.

import path from "node:path";
import type { ts } from "ts-morph";
import { escapedHidden, goneHandlerText, isMarkedGone } from "../emit/index.ts";
import type { Operation } from "../model/http.ts";
import { routeTextOf } from "../targets/docs.ts";
import { receivedTypeOf, returnedTypeOf } from "../targets/types/index.ts";
import { type Compiler, startWithDocs, type UserFile } from "./user-file.ts";
import type { Framework, TestedCall } from "./wiring.ts";

export interface ScaffoldOperation {
  /** The method of `Handlers`. */
  readonly name: string;
  readonly id: string;
  /** `orders`: the name of the file for handlers of its tag. */
  readonly group: string;
  /** The tag as the description spells it; `null` without one. */
  readonly tag: string | null;
  readonly requestType: string;
  readonly responseType: string;
  /** The lines of its doc comment. */
  readonly doc: readonly string[];
}

export function scaffoldOperationOf(operation: Operation): ScaffoldOperation {
  const { name, id, tags, words } = operation;
  const [tag = null] = tags;
  const summary = words.summary?.trim() ?? "";
  return {
    name,
    id,
    tag,
    group: fileNameOf(tag ?? ""),
    requestType: receivedTypeOf(operation).name,
    responseType: returnedTypeOf(operation).name,
    doc: [routeTextOf(operation), ...(summary === "" ? [] : ["", summary])].map(inComment),
  };
}

/** Tags whose names differ only in case or punctuation share a file. Windows reserves some names. */
function fileNameOf(tag: string): string {
  const name = tag
    .normalize("NFC")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1-$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  if (name === "") return "untagged";
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-handlers` : name;
}

function inComment(text: string): string {
  return escapedHidden(text.replace(/\s+/g, " ").replaceAll("*/", "*\\/"));
}

export interface ScaffoldSettings {
  readonly operations: readonly ScaffoldOperation[];
  /** The names of all types that the generated types export, as far as they may be named after an operation. */
  readonly typeNames: ReadonlySet<string>;
  /** The folder, absolute. */
  readonly root: string;
  /** As messages name it: `src/server/`; empty for the working directory. */
  readonly shownFolder: string;
  readonly server: ModulePlace;
  readonly types: ModulePlace;
  /** Of imports between files of the folder: `.ts`, `.js` or none. */
  readonly extension: string;
  readonly framework: Framework;
  readonly isSecured: boolean;
  /** How many operations no one may call without credentials. */
  readonly closed: number;
  readonly prefix: string;
  /** A path that no operation has, with the prefix. */
  readonly unknownPath: string;
  readonly call: TestedCall | null;
  readonly runner: "node:test" | "vitest";
}

// Import specifiers of a file in the folder -> the files and generated modules they mean, and back.

/** A module that handlers import: the index of generated code, or a file of the folder. */
export interface ModulePlace {
  /** Absolute, without its extension; `null` for one that is imported as a package. */
  readonly file: string | null;
  /** What it is imported by where it is a package. */
  readonly package: string | null;
  readonly extension: string;
}

/** Without `.ts`, `.js` and the like, so that every way to write an import is the same. */
export function withoutExtension(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}

/** `from`: the absolute path of the file that imports. */
export function specifierTo({ file, package: name, extension }: ModulePlace, from: string): string {
  if (file === null) return name ?? "";
  const relative = path.relative(path.dirname(from), file).split(path.sep).join("/");
  return `${relative.startsWith(".") ? relative : `./${relative}`}${extension}`;
}

/** Whether a specifier in the file `from` means the module. */
export function means(specifier: string, { file, package: name }: ModulePlace, from: string): boolean {
  if (!specifier.startsWith(".")) return file === null && specifier === name;
  if (file === null) return false;
  const resolvedPath = withoutExtension(path.resolve(path.dirname(from), specifier));
  return resolvedPath === file || path.join(resolvedPath, "index") === file;
}

// The handler of an operation that is no longer described -> a comment above it. Nothing is deleted but such a comment, when the
// operation is back.

interface Place {
  readonly file: UserFile;
  readonly node: ts.Node;
}

/** Whether it is marked now, and was not before: by an earlier run, or by `upgrade`. */
export function markGone(place: Place, name: string, compiler: Compiler): boolean {
  const { file } = place;
  const start = startOf(place, compiler);
  if (isMarkedGone(file.text, name)) return false;
  const isLine = file.beginsLine(start);
  file.insert(
    start,
    isLine ? `// ${goneHandlerText(name)}${file.style.end}${file.indentAt(start)}` : `/* ${goneHandlerText(name)} */ `,
  );
  return true;
}

/** Removes the comment. */
export function unmark(place: Place, name: string, compiler: Compiler): void {
  const mark = markBefore(place, name, compiler);
  if (mark !== null) place.file.remove(mark.start, mark.end);
}

function startOf({ file, node }: Place, compiler: Compiler): number {
  return startWithDocs(statementOf(node, compiler), file.source, compiler);
}

/** The statement of a constant; the node itself otherwise. */
function statementOf(node: ts.Node, compiler: Compiler): ts.Node {
  const isAlone = compiler.isVariableDeclaration(node) && compiler.isVariableDeclarationList(node.parent);
  return isAlone && node.parent.declarations.length === 1 ? node.parent.parent : node;
}

/** Exactly what \`markGone\` writes, with the line it is on; what was reworded is the user's. */
function markBefore({ file, node }: Place, name: string, compiler: Compiler): { start: number; end: number } | null {
  const { text, source } = file;
  const statement = statementOf(node, compiler);
  const before = text.slice(statement.pos, statement.getStart(source));
  for (const mark of [`// ${goneHandlerText(name)}`, `/* ${goneHandlerText(name)} */ `]) {
    const at = before.indexOf(mark);
    if (at === -1) continue;
    const start = statement.pos + at;
    const rest = /^(?:\r?\n[ \t]*)?/.exec(text.slice(start + mark.length))?.[0] ?? "";
    return { start, end: start + mark.length + rest.length };
  }
  return null;
}
