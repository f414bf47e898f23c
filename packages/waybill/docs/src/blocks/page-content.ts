// A page as blocks -> what the site shows of it: HTML, headings, and how it is laid out.
import type { Block, Page } from "./block.ts";
import { type HtmlContext, htmlOf } from "./html.ts";
import { type Prose, type ProseHeading, plainOf } from "./prose.ts";

export interface PageContent {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: Page["kind"];
  readonly html: string;
  /** Whether its description is shown: no, where its text begins with it. */
  readonly hasLead: boolean;
  /** Whether samples are beside the text, in place of a table of contents. */
  readonly isSplit: boolean;
  readonly headings: readonly ProseHeading[];
}

export function pageContentOf(sourcePage: Page, context: HtmlContext): PageContent {
  const page = withOwnAnchors(sourcePage, context.prose);
  const { path, title, description, kind } = page;
  const blocks = [...page.intro, ...page.main];
  return {
    path,
    title,
    description,
    kind,
    html: htmlOf(page, context),
    hasLead: page.isTitleOnly !== true && description.replace(/\.$/, "") !== title && !saysItself(blocks, description),
    isSplit: page.aside.length > 0,
    headings: blocks.flatMap((block) => headingsOf(block, context.prose)),
  };
}

/** Words of a description may have a heading of the name that the page gives to one of its own, whose anchor then gets a number. */
function withOwnAnchors(page: Page, prose: Prose): Page {
  const blocks = [...page.intro, ...page.main];
  const usedSlugs = new Set(
    blocks.flatMap((block) => (block.kind === "prose" ? headingsOf(block, prose).map(({ slug }) => slug) : [])),
  );
  if (usedSlugs.size === 0) return page;
  const renamed = (block: Block): Block =>
    block.kind === "heading" && usedSlugs.has(block.id) ? { ...block, id: `${block.id}-2` } : block;
  return { ...page, intro: page.intro.map(renamed), main: page.main.map(renamed) };
}

function headingsOf(block: Block, prose: Prose): ProseHeading[] {
  if (block.kind === "heading") return [{ depth: block.level, slug: block.id, text: block.text }];
  return block.kind === "prose" && block.top === true ? prose.headings(block.markdown) : [];
}

/** Many a text begins with the sentence that describes the page. */
function saysItself(blocks: readonly Block[], description: string): boolean {
  const sentence = description.replace(/…$/, "");
  return blocks.some((block) => block.kind === "prose" && plainOf(block.markdown).includes(sentence));
}
