// TypeScript as text -> the JavaScript in it, laid out as before, and the declarations of what it exports.
// ts-blank-space puts a space where each character of a type was; here those spaces go. Loaded for `--emit js` only.
import blankSpace from "ts-blank-space";
import ts from "typescript";
import type { Divided } from "./file.ts";
import { escapedHidden } from "./literal.ts";

/** Only for the toolkit's own text: it throws where types are not enough to take out, or a compiler would have to infer. */
export function divide(text: string): Divided {
  // The header: compilers do not hand on comments that belong to no declaration.
  const head = /^(?:\/\/.*\n)*\n?/.exec(text)?.[0] ?? "";
  return { script: scriptOf(text), types: head + typesOf(text.slice(head.length)) };
}

function scriptOf(text: string): string {
  const blanked = blankSpace(text, (node) => {
    throw new TypeError(`not erasable: ${node.getText()}`);
  });
  const script = withoutGaps(text, blanked);
  return /^export /m.test(script) ? script : `${script}\nexport {};\n`;
}

/** `f(a: string)` blanked is `f(a        )`. Lines that held nothing but types go altogether. */
function withoutGaps(text: string, blanked: string): string {
  const before = text.split("\n");
  const lines = blanked.split("\n").flatMap((line, index) => {
    const original = before[index] ?? "";
    if (line === original) return [line];
    return /^[\s;]*$/.test(line) ? [] : [closed(line, original)];
  });
  const script = lines.join("\n").replace(orphaned, "");
  return `${script.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** The doc comment of a type that went. */
const orphaned = /^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?=\n|(?![\s\S]))/gm;

/** A line without the characters that were blanked, and without the spaces between and beside them. */
function closed(line: string, original: string): string {
  const isBlanked = (at: number): boolean => line[at] === " " && original[at] !== " ";
  let kept = "";
  for (let at = 0; at < line.length; at += 1) {
    if (!isBlanked(at)) {
      kept += line[at];
      continue;
    }
    while (at + 1 < line.length && line[at + 1] === " ") at += 1;
    // A word or an opening brace keeps its distance: `class A`, `) {`, `] = x`.
    if (kept.trim() !== "") kept = kept.trimEnd() + (/[\w{=?>]/.test(line[at + 1] ?? "") ? " " : "");
  }
  return kept.trimEnd().replace(/^(import \{.*?),? *\}/, "$1 }");
}

const commentOrLiteral = /\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g;

function typesOf(text: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2022 },
  });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new TypeError(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  // The compiler indents by four.
  const indented = outputText.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
  // It also writes the characters that a literal had escapes for.
  return indented.replace(commentOrLiteral, (part) => (part.startsWith('"') ? escapedHidden(part) : part));
}
