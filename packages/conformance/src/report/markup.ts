// Values -> HTML in which no text is ever taken for markup.
import { visible } from "./visible.ts";

/** HTML that was written as HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | readonly Content[];

/** A template: what is filled in is escaped, unless it is markup itself. Attribute values are in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.reduce((text, part, index) => `${text}${htmlOf(values[index - 1] ?? "")}${part}`));
}

function htmlOf(content: Content): string {
  if (content instanceof Markup) return content.text;
  return typeof content === "string" || typeof content === "number"
    ? escaped(String(content))
    : content.map(htmlOf).join("");
}

function escaped(text: string): string {
  return visible(text)
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
