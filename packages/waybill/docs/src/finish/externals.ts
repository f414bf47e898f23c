// Inline scripts, style sheets and style attributes -> files and classes, which a policy without `unsafe-inline` allows.
import { createHash } from "node:crypto";
import { attributeOf, elementText, printTag, type Tag } from "./tags.ts";

/** How Expressive Code finds the spans that it colours, and how after their style attributes are gone. */
export const spansByStyle = "span[style^='--']:not([class])";
export const spansByClass = "span[class^='s-']";

/** In every page until the last is read: only then is the name of the file with all classes known. */
export const classesMark = "%waybill-classes%";

/** Of a whole site. */
export class Externals {
  /** From the folder of the site to their content. */
  readonly files: Map<string, string> = new Map();
  private readonly styles = new Map<string, string>();
  private readonly base: string;
  private readonly scripts: ReadonlySet<string>;

  /** `scripts`: the hashes of those that components of the site have inline (`scriptHash`). */
  constructor(base: string, scripts: ReadonlySet<string>) {
    this.base = base;
    this.scripts = scripts;
  }

  /**
   * The element with a file in place of its text; empty for a script of nothing, and for one that no component has (`isForeign`); `null` for
   * what stays: data, and files.
   */
  ofElement(tag: Tag): string | null {
    if (tag.name === "style") return this.styleSheet(tag);
    if (tag.name !== "script" || !isInlineScript(tag)) return null;
    const text = (tag.text ?? "").trim();
    if (text === "" || this.isForeign(tag)) return "";
    const src = { name: "src", value: this.add("js", `${text}\n`) };
    return printTag({ ...tag, attributes: [...tag.attributes, src], text: "" });
  }

  /** Whether it is an inline script from a text: moved into a file, the policy would run it. */
  isForeign(tag: Tag): boolean {
    const text = tag.text ?? "";
    return tag.name === "script" && isInlineScript(tag) && text.trim() !== "" && !this.scripts.has(scriptHash(text));
  }

  /** Turns a style attribute into a class; whether there was one. */
  moveStyle(tag: Tag): boolean {
    const at = tag.attributes.findIndex(({ name }) => name === "style");
    if (at === -1) return false;
    const [attribute] = tag.attributes.splice(at, 1);
    const style = (attribute?.value ?? "").trim().replace(/;$/, "");
    if (style === "") return true;
    const name = `s-${hashOf(style)}`;
    this.styles.set(name, style);
    const classes = tag.attributes.find((one) => one.name === "class");
    if (classes === undefined) tag.attributes.push({ name: "class", value: name });
    else classes.value = classes.value === null || classes.value === "" ? name : `${classes.value} ${name}`;
    return true;
  }

  /** The link to the file of all classes, in place of the mark of each page; empty when there are none. */
  classes(): string {
    const rules = [...this.styles].sort(([one], [other]) => (one < other ? -1 : 1));
    if (rules.length === 0) return "";
    const href = this.add("css", `${rules.map(([name, style]) => `.${name}{${style}}`).join("\n")}\n`);
    return elementText("link", { rel: "stylesheet", href });
  }

  private styleSheet({ attributes, text }: Tag): string {
    const media = attributes.find(({ name }) => name === "media")?.value ?? null;
    const href = this.add("css", `${(text ?? "").trim()}\n`);
    return elementText("link", { rel: "stylesheet", href, ...(media === null ? {} : { media }) });
  }

  private add(kind: "js" | "css", content: string): string {
    const file = `_assets/${kind === "js" ? "inline" : "style"}.${hashOf(content)}.${kind}`;
    this.files.set(file, content);
    return `${this.base}${file}`;
  }
}

/** A script that may run, as opposed to a block of data: browsers run many types, so data is what is listed. */
function isInlineScript(tag: Tag): boolean {
  const type = (attributeOf(tag, "type") ?? "").trim().toLowerCase();
  return !["application/json", "application/ld+json"].includes(type) && attributeOf(tag, "src") === undefined;
}

/** Of the text of a script, wherever it stands: in a component, or on a page. */
export function scriptHash(text: string): string {
  return createHash("sha256").update(text.trim()).digest("base64");
}

/** 32 bits are enough for the inline code of one site. */
function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 8);
}
