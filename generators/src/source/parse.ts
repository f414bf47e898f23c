// Text -> value, or the first reason why there is none. One module per syntax does the work.
import { isDeepStrictEqual } from "node:util";
import type { SourceFormat } from "./document.ts";
import { isHtmlPage, mergeMarkIn, type ParseResult } from "./fault.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";

export function formatOf(path: string): SourceFormat {
  return path.toLowerCase().endsWith(".json") ? "json" : "yaml";
}

/** The format of a file that is referred to: `description: { $ref: intro.md }` is the text itself, as bundlers read it. */
export function referredFormatOf(path: string): SourceFormat {
  return /\.(md|markdown|txt|html?)$/i.test(path) ? "text" : formatOf(path);
}

/** A file that was read and is to be parsed. */
export interface UnparsedFile {
  /** Absolute, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly format: SourceFormat;
  readonly limits: Limits;
}

/** Caches of parsed texts, and timers of parsing, wrap one of these. */
export type ParseFile = (file: UnparsedFile) => ParseResult;

export const parseFile: ParseFile = ({ text, format, limits }) => parseText(text, format, limits);

/** Parses the same text of a file once, for readers that follow each other. */
export function parsingOnce(parse: ParseFile = parseFile): ParseFile {
  const parsed = new Map<string, { readonly file: UnparsedFile; readonly result: ParseResult }>();
  return (file) => {
    const last = parsed.get(file.path);
    if (last?.file.text === file.text && isDeepStrictEqual(last.file.limits, file.limits)) return last.result;
    const result = parse(file);
    parsed.set(file.path, { file, result });
    return result;
  };
}

export function parseText(text: string, format: SourceFormat, limits: Limits = defaultLimits): ParseResult {
  if (format === "text") return { ok: true, value: text };
  if (isHtmlPage(text)) return { ok: false, offset: 0, detail: "it is an HTML page", advice: htmlAdvice };
  const result = format === "json" ? parseJson(text, limits) : parseYaml(text, limits);
  if (result.ok || ("limit" in result && result.limit !== undefined)) return result;
  // Reporting conflict markers helps more than the syntax error they cause.
  const conflict = mergeMarkIn(text);
  return conflict === null ? result : { ok: false, offset: conflict, detail: conflictDetail, advice: conflictAdvice };
}

const conflictDetail = "it contains merge conflict markers";
const conflictAdvice = "resolve the conflict: keep what you need of both sides and remove the conflict markers";
const htmlAdvice = "if you downloaded it, the URL leads to a page: use the URL of the document itself";

// Texts parsed in an earlier run -> their values, so that they need not be parsed again.

/** The value as JSON, when JSON represents it exactly: `-0` is 0 in JSON, and values JSON does not have are dropped or changed. */
export function jsonOfParsed(text: string, value: unknown): string | null {
  if (mayHoldAnchor(text)) return null;
  const json = JSON.stringify(value);
  return isDeepStrictEqual(JSON.parse(json), value) ? json : null;
}

/** Aliases are one value in several places, which JSON does not have. A match inside a string counts as an alias too. */
function mayHoldAnchor(text: string): boolean {
  return /(?:^|[\s[\]{},:-])&[^\s&]/.test(text);
}
