// Pages, reference and navigation -> docs/.content, from which Astro builds.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Reference } from "../reference/index.ts";
import type { NavigationSection } from "./navigation.ts";
import type { Page } from "./pages.ts";

export interface Content {
  readonly pages: readonly Page[];
  readonly reference: Reference;
  readonly navigation: readonly NavigationSection[];
}

export function stage(folder: string, content: Content): void {
  rmSync(folder, { recursive: true, force: true });
  for (const page of content.pages) {
    write(folder, `pages${page.path.replace(/\/$/, "")}.md`, markdownOf(page));
  }
  write(folder, "reference.json", JSON.stringify({ pages: content.reference.pages }));
  write(folder, "reference.css", content.reference.css);
  write(folder, "navigation.json", JSON.stringify({ sections: content.navigation }));
}

function markdownOf({ title, description, body }: Page): string {
  const frontMatter = { title, description };
  return `---\n${JSON.stringify(frontMatter)}\n---\n\n${body}`;
}

function write(folder: string, file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
