// A text -> the same text as a printer writes it, with its comments: JSON by jsonc-parser, YAML by yaml.
import { isDeepStrictEqual } from "node:util";
import { applyEdits, format } from "jsonc-parser";
import type { FormattingOptions, TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { defaultLimits, parseFile } from "waybill/language";
import { trimmed } from "../text/changes.ts";

/** None where the text does not parse, or where the printed one would mean something else. */
export async function formattingEdits(
  document: TextDocument,
  isJson: boolean,
  options: FormattingOptions,
): Promise<TextEdit[]> {
  const text = document.getText();
  const printed = isJson ? printedJson(text, options) : await printedYaml(text, options);
  if (printed === null || printed === text) return [];
  const read = (written: string): ReturnType<typeof parseFile> =>
    parseFile({ path: "", text: written, format: isJson ? "json" : "yaml", limits: defaultLimits });
  const [before, after] = [read(text), read(printed)];
  if (!before.ok || !after.ok || !isDeepStrictEqual(before.value, after.value)) return [];
  const { start, end, text: newText } = trimmed(text, { start: 0, end: text.length, text: printed });
  return [{ range: { start: document.positionAt(start), end: document.positionAt(end) }, newText }];
}

function printedJson(text: string, { tabSize, insertSpaces }: FormattingOptions): string {
  return applyEdits(text, format(text, undefined, { tabSize, insertSpaces, insertFinalNewline: true }));
}

/** Quotes, brackets and empty lines stay; lists are indented as the first one is. */
async function printedYaml(text: string, { tabSize }: FormattingOptions): Promise<string | null> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { merge: true });
  if (document.errors.length > 0) return null;
  const indentSeq = !/^( *)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(text);
  const printed = document.toString({ lineWidth: 0, indent: tabSize, indentSeq });
  return text.includes("\r\n") ? printed.replaceAll("\n", "\r\n") : printed;
}
