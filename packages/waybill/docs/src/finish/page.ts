// A page that Astro has printed -> the page as it is published, and what the checks of the whole site need to know of it.
import { classesMark, type Externals } from "./externals.ts";
import { isScript, PageNotes } from "./page-notes.ts";
import { TableTags } from "./tables.ts";
import { attributeOf, elementText, printTag, type Tag, withTags } from "./tags.ts";

export interface PageOptions {
  /** `/` or `/1.0.0/` */
  readonly base: string;
  readonly policy: string;
  /** The fonts of text and of code, which are loaded before anything else so that no line breaks twice; none for a team's own. */
  readonly fonts: readonly { readonly href: string; readonly isForCode: boolean }[];
  /** Elements for the end of its head. */
  readonly head: string;
}

export interface FinishedPage {
  readonly html: string;
  readonly notes: PageNotes;
}

export function finishedPage(
  html: string,
  { base, policy, fonts, head }: PageOptions,
  externals: Externals,
): FinishedPage {
  const notes = new PageNotes(html);
  const tables = new TableTags(html);
  const used = fonts.filter(({ isForCode }) => !isForCode || html.includes("<code"));
  const start = [
    elementText("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
    ...used.map(({ href }) => preload(href)),
  ].join("");
  const printed = withTags(html, (token) => {
    if (token.kind === "close") {
      if (token.name === "head") return `${head}${classesMark}</head>`;
      tables.close(token);
      return tables.textOfClose(token);
    }
    if (externals.isForeign(token))
      notes.problems.push("an inline script in a text was removed: put it into a file and load it with src");
    const moved = externals.ofElement(token);
    if (moved !== null) return moved;
    const isSitemap = token.name === "link" && attributeOf(token, "rel") === "sitemap" && setSitemap(token, base);
    const isMoved = externals.moveStyle(token);
    const isBased = addBase(token, base);
    const isOpen = token.name === "html" && removed(token, "data-theme");
    const isReached = token.name === "pre" && makeReachable(token);
    notes.open(token);
    const isScripted = removeScripts(token);
    const changed = isSitemap || isMoved || isBased || isOpen || isReached || isScripted ? printTag(token) : null;
    // Before anything that is loaded.
    if (token.name === "meta" && attributeOf(token, "charset") !== undefined)
      return `${changed ?? printTag(token)}${start}`;
    return tables.textOfOpen(token, changed);
  });
  return { html: printed, notes };
}

function preload(href: string): string {
  return elementText("link", { rel: "preload", href, as: "font", type: "font/woff2", crossorigin: "" });
}

/** On a link that leads out of its version. */
const outsideMark = "data-outside-base";

/** Paths of the site get its folder in front, once; links to another version are left as they are. */
function addBase(tag: Tag, base: string): boolean {
  if (removed(tag, outsideMark)) return true;
  if (base === "/") return false;
  let changed = false;
  for (const attribute of tag.attributes) {
    const { name, value } = attribute;
    if (!["href", "src", "data-copy-page"].includes(name) || value === null) continue;
    if (!/^\/(?!\/)/.test(value) || value.startsWith(base)) continue;
    attribute.value = `${base}${value.slice(1)}`;
    changed = true;
  }
  return changed;
}

/** Starlight links to the list of its own. */
function setSitemap(tag: Tag, base: string): boolean {
  const href = tag.attributes.find(({ name }) => name === "href");
  if (href !== undefined) href.value = `${base}sitemap.xml`;
  return true;
}

/** Code that is wider than its box scrolls, and a script that makes it focusable runs late, or not at all. */
function makeReachable(tag: Tag): boolean {
  if (attributeOf(tag, "tabindex") !== undefined) return false;
  tag.attributes.push({ name: "tabindex", value: "0" });
  return true;
}

/** Listeners in attributes, and addresses that are scripts. */
function removeScripts(tag: Tag): boolean {
  const safeAttributes = tag.attributes.filter((attribute) => !isScript(attribute));
  if (safeAttributes.length === tag.attributes.length) return false;
  tag.attributes.splice(0, tag.attributes.length, ...safeAttributes);
  return true;
}

function removed(tag: Tag, name: string): boolean {
  const at = tag.attributes.findIndex((one) => one.name === name);
  if (at === -1) return false;
  tag.attributes.splice(at, 1);
  return true;
}
