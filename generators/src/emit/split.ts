// TypeScript as text -> the JavaScript in it, with the same layout, and the declarations of its exports.
// Node replaces each character of a type with a space; this module removes those spaces. Loaded for `--emit js` only.
import { stripTypeScriptTypes } from "node:module";
import { ts } from "ts-morph";
import { escapedHidden } from "./literal.ts";

/** A TypeScript file as two: the script that runs, and the types that a compiler reads. */
export interface ScriptAndTypes {
  readonly script: string;
  readonly types: string;
}

/** Only for the toolkit's own text: it throws where removing types is not enough, or a compiler would have to infer one. */
export function splitTypeScript(text: string): ScriptAndTypes {
  // The header: compilers drop comments that belong to no declaration.
  const head = /^(?:\/\/.*\n)*\n?/.exec(text)?.[0] ?? "";
  return { script: scriptOf(text), types: head + typesOf(text.slice(head.length)) };
}

function scriptOf(text: string): string {
  const script = withoutGaps(text, blanked(text));
  return /^export /m.test(script) ? script : `${script}\nexport {};\n`;
}

/** The function with which Node runs TypeScript. Its warning that it is experimental is of no use to users of the toolkit. */
function blanked(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** `f(a: string)` blanked is `f(a        )`. Lines that contained only types are removed. */
function withoutGaps(text: string, withGaps: string): string {
  const before = text.split("\n");
  const lines = withGaps.split("\n").flatMap((line, index) => {
    const original = before[index] ?? "";
    if (line === original) return [line];
    if (endsTypeParameters(original)) return [closed(line, original).replace("(", "")];
    const opened = original.endsWith("<") && endsTypeParameters(lineAfterTypes(before, index)) ? "(" : "";
    return /^[\s;]*$/.test(line) ? [] : [closed(line, original) + opened];
  });
  const script = lines.join("\n").replace(orphaned, "");
  return `${script.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** Type parameters on their own lines leave their parenthesis behind: it belongs on the line of the function's name. */
function endsTypeParameters(line: string): boolean {
  return /^\s*>\(/.test(line);
}

function lineAfterTypes(lines: readonly string[], start: number): string {
  return lines.slice(start).find((line) => /^\s*>/.test(line)) ?? "";
}

/** The doc comment of a removed type. */
const orphaned = /^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?=\n|(?![\s\S]))/gm;

/** A line without the characters that were blanked, and without the spaces between and next to them. */
function closed(line: string, original: string): string {
  const isBlanked = (at: number): boolean => line[at] === " " && original[at] !== " ";
  let compacted = "";
  for (let at = 0; at < line.length; at += 1) {
    if (!isBlanked(at)) {
      compacted += line[at];
      continue;
    }
    while (at + 1 < line.length && line[at + 1] === " ") at += 1;
    // A space before a word or an opening brace is kept: `class A`, `) {`, `] = x`.
    if (compacted.trim() !== "") compacted = compacted.trimEnd() + (/[\w{=?>]/.test(line[at + 1] ?? "") ? " " : "");
  }
  return compacted.trimEnd().replace(/^(import \{.*?),? *\}/, "$1 }");
}

/** By the text below the header: the compiler takes some 50 ms a file, and each API of a project has the same runtime. */
const knownTypes = new Map<string, string>();

function typesOf(text: string): string {
  const types = knownTypes.get(text) ?? declarationsOf(text);
  knownTypes.set(text, types);
  return types;
}

const commentOrLiteral = /\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g;

function declarationsOf(text: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, strict: false, target: ts.ScriptTarget.ES2022 },
  });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new TypeError(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  // The compiler indents by four spaces.
  const indented = outputText.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
  // It also unescapes the escaped characters of literals.
  return indented.replace(commentOrLiteral, (part) => (part.startsWith('"') ? escapedHidden(part) : part));
}
