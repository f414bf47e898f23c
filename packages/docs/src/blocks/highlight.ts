// Code -> HTML with its parts in classes: a strict policy allows no style attributes.
import { createRequire } from "node:module";

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
  if (text.length > 200_000 || highlighter.getLanguage(language) === undefined) return escaped(text);
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
