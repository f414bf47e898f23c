// A diagnostic -> the edits that a click makes: what was meant, what is missing, or that the error is tolerated.

import { applyEdits, modify } from "jsonc-parser";
import { type CodeAction, CodeActionKind, type Diagnostic as Shown, type TextEdit } from "vscode-languageserver";
import { positionAt, type SourceDocument, spanOf } from "waybill/language";
import { locationOf, rangeOf, uriOfPath } from "../places.ts";
import { valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import type { ShownData } from "./diagnostics.ts";

export interface Fixable {
  readonly document: SourceDocument;
  readonly offsetOf: (position: Shown["range"]["start"]) => number;
  readonly project: Project;
  readonly texts: Texts;
}

export function quickFixes(diagnostic: Shown, fixable: Fixable): CodeAction[] {
  return [
    suggestionFix(diagnostic, fixable),
    missingParameter(diagnostic, fixable),
    tolerated(diagnostic, fixable),
  ].filter((one) => one !== null);
}

interface Fix {
  readonly title: string;
  readonly path: string;
  readonly edits: TextEdit[];
  readonly isPreferred?: boolean;
}

function actionOf({ title, path, edits, isPreferred = false }: Fix, diagnostic: Shown): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    isPreferred,
    edit: { changes: { [uriOfPath(path)]: edits } },
  };
}

/** `did you mean "string"?` */
function suggestionFix(diagnostic: Shown, { document, offsetOf }: Fixable): CodeAction | null {
  const [, quoted] = /did you mean ("(?:[^"\\]|\\.)*")\?/.exec(dataOf(diagnostic)?.hint ?? "") ?? [];
  const suggested: unknown = quoted === undefined ? null : JSON.parse(quoted);
  if (typeof suggested !== "string") return null;
  const { tokens, part } = positionAt(document, offsetOf(diagnostic.range.start));
  const { start, end } = spanOf(locationOf(document, tokens), part);
  const written = document.text.slice(start, end);
  if (written.includes("\n")) return null;
  const quote = /^["']/.exec(written)?.[0] ?? "";
  const bare = quote === "" ? written : written.slice(1, -1);
  const newText = `${quote}${replaced(bare, suggested, tokens.at(-1) === "$ref")}${quote}`;
  const edits = [{ range: rangeOf(document, start, end), newText }];
  return actionOf(
    { title: `Change to ${JSON.stringify(suggested)}`, path: document.path, edits, isPreferred: true },
    diagnostic,
  );
}

/** A reference keeps the part that was right: the file, or the way to the last key. */
function replaced(written: string, suggested: string, isReference: boolean): string {
  const hash = written.indexOf("#");
  if (!isReference || hash === -1 || suggested.includes("#")) return suggested;
  if (/\.(?:ya?ml|json)$/i.test(suggested)) return suggested + written.slice(hash);
  return written.slice(0, written.lastIndexOf("/") + 1) + suggested;
}

function missingParameter(diagnostic: Shown, { document, offsetOf }: Fixable): CodeAction | null {
  if (diagnostic.code !== "path-parameter-undeclared") return null;
  const [, name] = /has \{([^}]+)\}/.exec(String(diagnostic.message)) ?? [];
  const { tokens } = positionAt(document, offsetOf(diagnostic.range.start));
  const route = tokens.slice(0, 2);
  const item = valueAt(document.value, route);
  if (name === undefined || typeof item !== "object" || item === null || route[0] !== "paths") return null;
  const parameter = { name, in: "path", required: true, schema: { type: "string" } };
  const edits =
    document.format === "json"
      ? jsonInsertion(document, [...route, "parameters"], parameter)
      : yamlInsertion(document, route, parameter);
  if (edits === null) return null;
  return actionOf(
    { title: `Declare the path parameter ${name}`, path: document.path, edits, isPreferred: true },
    diagnostic,
  );
}

function jsonInsertion(document: SourceDocument, tokens: readonly string[], value: object): TextEdit[] {
  const isThere = Array.isArray(valueAt(document.value, tokens));
  const path = isThere ? [...tokens, -1] : [...tokens];
  const options = {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
    ...(isThere ? { isArrayInsertion: true } : {}),
  };
  return modify(document.text, path, isThere ? value : [value], options).map(({ offset, length, content }) => ({
    range: rangeOf(document, offset, offset + length),
    newText: content,
  }));
}

/** In block style only: braces are left to their author. */
function yamlInsertion(
  document: SourceDocument,
  route: readonly string[],
  parameter: { readonly name: string },
): TextEdit[] | null {
  const { text } = document;
  const parameters = [...route, "parameters"];
  const list = valueAt(document.value, parameters);
  const first = Array.isArray(list) ? [...parameters, "0"] : null;
  const anchor = first ?? [...route, Object.keys(Object(valueAt(document.value, route)))[0] ?? ""];
  const at = spanOf(locationOf(document, anchor), first === null ? "key" : "value").start;
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(lineStart, at);
  if (!/^\s*(?:- )?$/.test(before) || (first !== null && !before.includes("-"))) return null;
  const indent = " ".repeat(/^\s*/.exec(before)?.[0].length ?? 0);
  const lines = [`- name: ${parameter.name}`, "  in: path", "  required: true", "  schema:", "    type: string"];
  const written =
    first === null
      ? [`${indent}parameters:`, ...lines.map((line) => `${indent}  ${line}`)]
      : lines.map((line) => indent + line);
  return [{ range: rangeOf(document, lineStart, lineStart), newText: `${written.join("\n")}\n` }];
}

/** Names the code in `tolerate` of the API, where the configuration is written plainly. */
function tolerated(diagnostic: Shown, { project, texts }: Fixable): CodeAction | null {
  const { configFile, name, openapi, asyncapi } = project.described.files;
  const code = diagnostic.code;
  if (configFile === null || typeof code !== "string" || dataOf(diagnostic)?.tolerable !== true) return null;
  const text = texts.textOf(configFile);
  if (text === null) return null;
  const edited = configFile.endsWith(".json")
    ? toleratedInJson(text, name, code)
    : toleratedInCode(
        text,
        code,
        [openapi, asyncapi].flatMap((file) => (file === null ? [] : [file.slice(file.lastIndexOf("/") + 1)])),
      );
  if (edited === null) return null;
  const fullRange = rangeOf({ path: configFile, name: configFile, format: "text", text, value: text }, 0, text.length);
  return actionOf(
    { title: `Tolerate ${code} in this API`, path: configFile, edits: [{ range: fullRange, newText: edited }] },
    diagnostic,
  );
}

function toleratedInJson(text: string, api: string, code: string): string {
  const parsed: unknown = JSON.parse(text);
  const path = ["apis", api, "tolerate"];
  const isThere = Array.isArray(valueAt(parsed, path));
  const options = {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
    ...(isThere ? { isArrayInsertion: true } : {}),
  };
  return applyEdits(text, modify(text, isThere ? [...path, -1] : path, isThere ? code : [code], options));
}

/** After the line that names the document; a list that is there gets one more. */
function toleratedInCode(text: string, code: string, documents: readonly string[]): string | null {
  const lines = text.split("\n");
  const at = lines.findIndex(
    (line) =>
      /^\s*(?:openapi|asyncapi):/.test(line) &&
      line.trimEnd().endsWith(",") &&
      documents.some((name) => line.includes(name)),
  );
  const line = lines[at];
  if (line === undefined) return null;
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const list = lines.findIndex((other, index) => index > at && other.startsWith(`${indent}tolerate: [`));
  const next = lines.findIndex((other, index) => index > at && other.trim() !== "" && !other.startsWith(indent));
  if (list !== -1 && (next === -1 || list < next))
    lines[list] = lines[list]?.replace("tolerate: [", `tolerate: ["${code}", `).replace(", ]", "]") ?? "";
  else lines.splice(at + 1, 0, `${indent}tolerate: ["${code}"],`);
  return lines.join("\n");
}

function dataOf({ data }: Shown): ShownData | null {
  const rawData: unknown = data;
  return typeof rawData === "object" && rawData !== null && "hint" in rawData ? (rawData as ShownData) : null;
}
