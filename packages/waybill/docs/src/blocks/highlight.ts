// Code -> HTML with its parts in classes: a strict policy allows no style attributes.
import { createRequire } from "node:module";
import { escaped } from "../finish/tags.ts";

interface Highlighter {
  readonly getLanguage: (name: string) => unknown;
  readonly highlight: (
    text: string,
    options: { language: string; ignoreIllegals: boolean },
  ) => { readonly value: string };
}

// Required, not imported: its declarations would bring those of the browser into every file of the program.
const highlighter: Highlighter = createRequire(import.meta.url)("highlight.js/lib/common");

/** An unknown language, or a text so long that colours would cost seconds, is plain text. */
export function highlighted(text: string, language: string): string {
  if (text.length > 200_000) return escaped(text);
  if (language === "http") return httpHtml(text);
  if (highlighter.getLanguage(language) === undefined) return escaped(text);
  return language === "shell" || language === "bash" ? shellHtml(text) : coloured(text, language);
}

function coloured(text: string, language: string): string {
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}

/** Names of headers, and the body as JSON where it is. */
function httpHtml(text: string): string {
  const [head = "", ...rest] = text.split("\n\n");
  const body = rest.join("\n\n");
  const lines = head.split("\n").map((line) => {
    const [match, name = "", value = ""] = /^([\w-]+)(:.*)$/.exec(line) ?? [];
    return match === undefined ? escaped(line) : `<span class="hljs-attr">${escaped(name)}</span>${escaped(value)}`;
  });
  if (rest.length === 0) return lines.join("\n");
  return `${lines.join("\n")}\n\n${isJson(body) ? coloured(body, "json") : escaped(body)}`;
}

/** A JSON body between single quotes has the colours of JSON, and the rest those of a shell. */
function shellHtml(text: string): string {
  const parts = text.split(/'([[{][^']*[\]}])'/);
  if (parts.length === 1) return coloured(text, "bash");
  return parts
    .map((part, at) => {
      if (at % 2 === 0) return coloured(part, "bash");
      const quote = '<span class="hljs-string">\'</span>';
      return isJson(part) ? `${quote}${coloured(part, "json")}${quote}` : coloured(`'${part}'`, "bash");
    })
    .join("");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
