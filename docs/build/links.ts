// Links between files of the repository -> links between pages of the site.
import { existsSync } from "node:fs";
import path from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { visit } from "unist-util-visit";
import { isPublished, pathOfDescription } from "./description.ts";
import type { Page } from "./pages.ts";

/** `pages` with every relative link rewritten. Fails with a line for each that leads nowhere. */
export function linkedPages(pages: readonly Page[], root: string): Page[] {
  const paths = new Map(pages.map(({ file, path: sitePath }) => [file, sitePath]));
  const problems: string[] = [];
  const linked = pages.map((page) => {
    const { markdown, missing } = relink(page.body, page.file, {
      pathOf: (file) => paths.get(file) ?? pathOfFile(file, paths),
      exists: (file) => existsSync(path.join(root, file)),
    });
    problems.push(...missing.map((target) => `${page.file} links to ${target}, which is not there`));
    return { ...page, body: markdown };
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return linked;
}

export interface Targets {
  /** The page that shows a file or folder of the repository; `null` when none does. */
  readonly pathOf: (file: string) => string | null;
  readonly exists: (file: string) => boolean;
}

/** Links to files that no page shows become plain text: no address of the repository is known to link to instead. */
export function relink(
  markdown: string,
  file: string,
  { pathOf, exists }: Targets,
): { markdown: string; missing: string[] } {
  const missing: string[] = [];
  const edits: { start: number; end: number; text: string }[] = [];
  visit(fromMarkdown(markdown), (node) => {
    if (node.type !== "link" && node.type !== "definition") return;
    if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(node.url)) return;
    const [target = "", fragment] = node.url.split("#");
    const resolved = path.posix
      .normalize(path.posix.join(path.posix.dirname(file), decodeURI(target)))
      .replace(/\/$/, "");
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const source = markdown.slice(start, end);
    if (!exists(resolved)) missing.push(node.url);
    const sitePath = pathOf(resolved);
    if (sitePath !== null) {
      const at = source.lastIndexOf(node.url);
      const url = fragment === undefined ? sitePath : `${sitePath}#${fragment}`;
      edits.push({ start: start + at, end: start + at + node.url.length, text: url });
    } else if (node.type === "link") {
      const from = node.children[0]?.position?.start.offset ?? start;
      const to = node.children.at(-1)?.position?.end.offset ?? start;
      edits.push({ start, end, text: markdown.slice(from, to) });
    }
  });
  const edited = edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), markdown);
  return { markdown: edited, missing };
}

/** Files and folders that are not pages themselves. */
function pathOfFile(file: string, paths: ReadonlyMap<string, string>): string | null {
  if (file === "spec" || /^spec\/(?:schemas|paths|messages|examples|workflows)$/.test(file)) return "/description/";
  if (file === "docs") return "/";
  const described = /^spec\/(.+\.(?:yaml|json))$/.exec(file)?.[1];
  if (described !== undefined && isPublished(described)) return pathOfDescription(described);
  return paths.get(`${file}/README.md`) ?? null;
}
