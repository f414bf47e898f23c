// A file of any kind -> the same text under the header of generated files, in the comments of its format.
import { lineComment } from "./comment.ts";
import type { PrintContext } from "./file.ts";

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
