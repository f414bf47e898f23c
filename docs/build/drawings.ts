// Drawings beside the guides, and Mermaid -> inside their pages, where they take the page's colours; and in words, for the Markdown twins.
import { readFileSync } from "node:fs";
import path from "node:path";
import { withDiagrams } from "./diagrams.ts";
import type { Page } from "./pages.ts";

/** `![The life cycle](order-life-cycle.svg)`, alone on a line, becomes the SVG itself. */
export function withDrawings(page: Page, root: string): Page {
  const body = page.body.replaceAll(/^!\[[^\]]*\]\(([\w-]+\.svg)\)$/gm, (_image, name: string) =>
    readFileSync(path.join(root, path.dirname(page.file), name), "utf8").trim(),
  );
  return { ...page, body: withDiagrams(body) };
}

/** The title of each drawing and what its `<desc>` says. */
export function drawingsInWords(markdown: string): string {
  return markdown.replaceAll(/^<svg [\s\S]*?<\/svg>$/gm, (svg) => {
    const words = (element: string): string => new RegExp(`<${element}[^>]*>([^<]*)</`).exec(svg)?.[1] ?? "";
    return `*${words("title")}.* ${words("desc")}`;
  });
}
