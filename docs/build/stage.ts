// What was collected -> docs/.content, from which Astro builds.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Playground } from "@waybill/playground";
import type { NavigationSection } from "./navigation.ts";
import type { Page } from "./pages.ts";
import type { Collected } from "./site.ts";

export interface Content extends Collected {
  readonly navigation: readonly NavigationSection[];
  /** What the page of the playground loads, beside it. */
  readonly playground: Pick<Playground, "script" | "style">;
  /** Where a file of the repository is edited, with `{file}` in its place; `null` when the address is not known. */
  readonly edit: string | null;
}

export function stage(folder: string, content: Content): void {
  rmSync(folder, { recursive: true, force: true });
  for (const page of content.pages) write(folder, `pages${page.path.replace(/\/$/, "")}.md`, markdownOf(page));
  const json = (name: string, value: unknown): void => write(folder, `${name}.json`, JSON.stringify(value));
  json("reference", { pages: content.reference.pages.map(({ markdown: _twin, ...page }) => page) });
  json("navigation", { sections: content.navigation });
  json("description", { files: content.description.map(({ text: _whole, ...file }) => file) });
  json("downloads", { downloads: content.downloads.map(({ content: _file, ...download }) => download) });
  json("summary", content.summary);
  json("landing", content.landing);
  json("versions", content.versions);
  json("playground", content.playground);
  json("sources", { edit: content.edit, files: content.pages.map(({ path: page, file }) => ({ path: page, file })) });
}

function markdownOf({ title, description, lead, body }: Page): string {
  return `---\n${JSON.stringify({ title, description, lead })}\n---\n\n${body}`;
}

function write(folder: string, file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
