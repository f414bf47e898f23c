// Links between files of the repository -> links between pages of the site.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Definition, Link } from "mdast";
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
export function relink(markdown: string, file: string, targets: Targets): { markdown: string; missing: string[] } {
  const missing: string[] = [];
  const edits: Edit[] = [];
  visit(fromMarkdown(markdown), (node) => {
    if (node.type !== "link" && node.type !== "definition") return;
    if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(node.url)) return;
    const [target = ""] = node.url.split("#");
    const folder = path.posix.dirname(file);
    const resolved = path.posix.normalize(path.posix.join(folder, decodeURI(target))).replace(/\/$/, "");
    if (!targets.exists(resolved)) missing.push(node.url);
    else edits.push(...editsOf(node, markdown, { resolved, targets }));
  });
  const edited = edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), markdown);
  return { markdown: edited, missing };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function editsOf(
  node: Link | Definition,
  markdown: string,
  { resolved, targets }: { resolved: string; targets: Targets },
): Edit[] {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  const sitePath = targets.pathOf(resolved);
  if (sitePath !== null) {
    const at = start + markdown.slice(start, end).lastIndexOf(node.url);
    const fragment = /#.*$/.exec(node.url)?.[0] ?? "";
    return [{ start: at, end: at + node.url.length, text: `${sitePath}${fragment}` }];
  }
  if (node.type === "definition") return [];
  const from = node.children[0]?.position?.start.offset ?? start;
  const to = node.children.at(-1)?.position?.end.offset ?? start;
  return [{ start, end, text: markdown.slice(from, to) }];
}

/** Files and folders that are not pages themselves. */
function pathOfFile(file: string, paths: ReadonlyMap<string, string>): string | null {
  if (file === "spec" || /^spec\/(?:schemas|paths|messages|examples|workflows)$/.test(file)) return "/description/";
  if (file === "docs") return "/";
  // What the README begins with is the start page of the site.
  if (file === "README.md") return "/toolkit/";
  const described = /^spec\/(.+\.(?:yaml|json))$/.exec(file)?.[1];
  if (described !== undefined && isPublished(described)) return pathOfDescription(described);
  return paths.get(`${file}/README.md`) ?? null;
}
