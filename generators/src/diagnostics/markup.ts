// Templates of HTML -> markup, in which text from elsewhere is escaped.

/** HTML that was written as HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | readonly Content[];

export type Template = (strings: TemplateStringsArray, ...values: readonly Content[]) => Markup;

/**
 * A template: what is filled in is escaped, unless it is markup itself. Attribute values are in double quotes. `shown`: a text without
 * the characters that are not safe to print.
 */
export function htmlTemplate(shown: (text: string) => string): Template {
  const htmlOf = (content: Content): string => {
    if (content instanceof Markup) return content.text;
    if (typeof content === "number") return String(content);
    return typeof content === "string" ? escaped(shown(content)) : content.map(htmlOf).join("");
  };
  return (strings, ...values) =>
    new Markup(strings.reduce((text, part, index) => `${text}${htmlOf(values[index - 1] ?? "")}${part}`));
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
