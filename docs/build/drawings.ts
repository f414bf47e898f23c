// Drawings of pages -> inside the pages, where they take their colours; and in words, for the Markdown twins.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "./pages.ts";

/** `![The life cycle](order-life-cycle.svg)`, alone on a line, becomes the SVG itself. */
export function withDrawings(page: Page, root: string): Page {
  const body = page.body.replaceAll(/^!\[[^\]]*\]\(([\w./-]+\.svg)\)$/gm, (_image, name: string) =>
    readFileSync(path.join(root, path.dirname(page.file), name), "utf8").trim(),
  );
  return { ...page, body };
}

/** The title of each drawing and what its `<desc>` says; several lines are those of a terminal. */
export function drawingsInWords(markdown: string): string {
  return markdown.replaceAll(/^<svg [\s\S]*?<\/svg>$/gm, (svg) => {
    const words = (element: string): string => new RegExp(`<${element}[^>]*>([^<]*)</`).exec(svg)?.[1] ?? "";
    const text = words("desc").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    return `*${words("title")}.* ${text.includes("\n") ? `\n\n\`\`\`console\n${text}\n\`\`\`` : text}`;
  });
}
