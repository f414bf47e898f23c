// Inline scripts, inline styles and style attributes -> files and classes, which a strict Content-Security-Policy lets through.
import { createHash } from "node:crypto";
import { defaultTreeAdapter } from "parse5";
import {
  attributeOf,
  type Document,
  type Element,
  elementNamed,
  elementsOf,
  makeElement,
  removeAttribute,
  setAttribute,
  textOf,
} from "./document.ts";

export interface Externals {
  /** From the folder of the site to the content of each file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Expressive Code tells its coloured spans by the attribute that goes. */
export const spansByStyle = "span[style^='--']:not([class])";
export const spansByClass = "span[class^='s-']";

/** Changes the documents. Scripts stay where they are: the one that sets the theme has to run before the page is painted. */
export function externalize(documents: readonly Document[], base: string): Externals {
  const files = new Map<string, string>();
  const styles = new Map<string, string>();
  const add = (kind: "js" | "css", content: string): string => {
    const file = `_assets/${kind === "js" ? "inline" : "style"}.${hashOf(content)}.${kind}`;
    files.set(file, content);
    return `${base}${file}`;
  };
  for (const document of documents) {
    for (const element of elementsOf(document.tree)) {
      if (isInlineScript(element)) moveScript(element, (content) => add("js", content));
      if (element.tagName === "style") moveStyle(element, (content) => add("css", content));
      moveStyleAttribute(element, styles);
    }
  }
  const rules = [...styles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, style]) => `.${name}{${style}}`);
  if (rules.length > 0) {
    const href = add("css", `${rules.join("\n")}\n`);
    for (const document of documents) {
      defaultTreeAdapter.appendChild(elementNamed(document, "head"), makeElement("link", { rel: "stylesheet", href }));
    }
  }
  return { files };
}

/** A script that runs, as opposed to a block of data. */
function isInlineScript(element: Element): boolean {
  const type = attributeOf(element, "type") ?? "";
  const runs = ["", "module", "text/javascript"].includes(type);
  return element.tagName === "script" && runs && attributeOf(element, "src") === undefined;
}

function moveScript(element: Element, add: (content: string) => string): void {
  const content = textOf(element).trim();
  element.childNodes = [];
  if (content === "") defaultTreeAdapter.detachNode(element);
  else setAttribute(element, "src", add(`${content}\n`));
}

function moveStyle(element: Element, add: (content: string) => string): void {
  const href = add(`${textOf(element).trim()}\n`);
  const media = attributeOf(element, "media");
  element.childNodes = [];
  element.tagName = "link";
  element.nodeName = "link";
  element.attrs = [
    { name: "rel", value: "stylesheet" },
    { name: "href", value: href },
    ...(media === undefined ? [] : [{ name: "media", value: media }]),
  ];
}

function moveStyleAttribute(element: Element, styles: Map<string, string>): void {
  const style = attributeOf(element, "style")?.trim().replace(/;$/, "");
  removeAttribute(element, "style");
  if (style === undefined || style === "") return;
  const name = `s-${hashOf(style)}`;
  styles.set(name, style);
  const classes = attributeOf(element, "class");
  setAttribute(element, "class", classes === undefined || classes === "" ? name : `${classes} ${name}`);
}

/** 32 bits are enough: a clash would show, since both contents would be in the same build. */
function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 8);
}
