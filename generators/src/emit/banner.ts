// The `header` of a configuration -> the comments at the top of a generated file of any kind. A text of any content stays a comment.
import { lineComment, safeLines } from "./comment.ts";
import type { PrintContext } from "./file.ts";

/**
 * Linters then skip the file: ESLint, Oxlint, and Biome, of which the first two read the same comment. A linter that the header of a
 * configuration addresses gets nothing else. Biome does not format the file either, unless commands that may format it run afterwards.
 */
export function linterDirectives(banner: string, isPostprocessed: boolean): string {
  const biome = `// biome-ignore-all lint assist${isPostprocessed ? "" : " format"}: generated`;
  return [
    ...(/\beslint-(?:disable|enable)\b/.test(banner) ? [] : ["/* eslint-disable */"]),
    ...(banner.includes("biome-ignore") ? [] : [biome]),
  ].join(" ");
}

/** TypeScript then reads the types of the file and does not check its code. It counts only above the first statement. */
export const withoutTypeCheck = "// @ts-nocheck";

/** Comments are written as they are; any other text becomes one. Without the final line break; empty for no text. */
export function bannerOf(text: string): string {
  const written = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").trim();
  if (written === "") return "";
  return (commentsIn(written) ?? [inComment(written)]).join("\n");
}

/** `null` when there is anything other than comments. */
function commentsIn(text: string): string[] | null {
  const comments: string[] = [];
  let at = 0;
  for (const match of text.matchAll(/\s*(?:\/\/([^\n]*)(?:\n|$)|\/\*([\s\S]*?)\*\/)/gy)) {
    const [matchedText, line, block] = match;
    comments.push(line === undefined ? `/*${safeLines(block ?? "").join("\n")}*/` : `//${safeLines(line).join(" ")}`);
    at += matchedText.length;
  }
  return text.slice(at).trim() === "" ? comments : null;
}

/** Linters read directives, such as `eslint-disable`, only from a comment of this kind. */
function inComment(text: string): string {
  const lines = safeLines(text).map((line) => line.trimEnd());
  const [first = ""] = lines;
  if (lines.length === 1) return `/* ${first} */`;
  return ["/*", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"].join("\n");
}

/** A text that already has the header stays unchanged, and so does one in a format without comments, such as JSON. */
export function headedText(
  { path, summary }: { readonly path: string; readonly summary: string },
  text: string,
  { header }: Pick<PrintContext, "header">,
): string {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const lines = [...header, "", summary].flatMap(lineComment);
  const ended = text.endsWith("\n") || text === "" ? text : `${text}\n`;
  const comment = commentOf(ending, lines);
  return comment === null || ended.startsWith(comment.slice(0, comment.indexOf("\n") + 1))
    ? ended
    : `${comment}\n\n${ended}`;
}

/** `null` for formats without comments, and for unknown ones. */
function commentOf(ending: string, lines: readonly string[]): string | null {
  const bare = lines.map((line) => line.replace(/^\/\/ ?/, ""));
  if (/^(?:[cm]?ts|tsx|js)$/.test(ending)) return lines.join("\n");
  if (/^(?:ya?ml|toml|sh|py|graphql)$/.test(ending)) return bare.map((line) => `# ${line}`.trimEnd()).join("\n");
  if (/^(?:md|html|svg|xml)$/.test(ending))
    return ["<!--", ...bare.map((line) => line.replaceAll("--", "- -")), "-->"].join("\n");
  if (ending !== "css") return null;
  return ["/*", ...bare.map((line) => ` * ${line.replaceAll("*/", "* /")}`.trimEnd()), " */"].join("\n");
}
