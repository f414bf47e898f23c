// What Astro has built -> the site as it is published: a strict policy, files in place of inline code, and what is wrong with it.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkLinks, type LinkedPage } from "./check-links.ts";
import { followingSystem } from "./colours.ts";
import { classesMark, Externals, spansByClass, spansByStyle } from "./externals.ts";
import { headOf, type SiteHead } from "./head.ts";
import { finishedPage } from "./page.ts";

export interface FinishOptions extends SiteHead {
  /** The folder that Astro has built. */
  readonly folder: string;
  readonly policy: string;
  /** Those of single pages, by their path. */
  readonly policies?: Readonly<Record<string, string>>;
  /** The hashes of scripts that components have inline. */
  readonly scripts: ReadonlySet<string>;
  /** Whether text is in the font of the package. */
  readonly hasOwnFont: boolean;
  /** Where other versions are. */
  readonly versions: ReadonlySet<string>;
  /** Hosts that links may lead to; `null` for any. */
  readonly hosts: ReadonlySet<string> | null;
  /** The path of a page's twin, without the base; `null` when it has none. */
  readonly twinOf: (path: string) => string | null;
  /** Called with the number of pages so far. */
  readonly onPage?: (count: number) => void;
}

/** Each problem in one line. */
export function finish(options: FinishOptions): string[] {
  const { folder, base } = options;
  // Written without the twins; the site has its own.
  for (const file of globSync("sitemap-*.xml", { cwd: folder })) rmSync(path.join(folder, file));
  const externals = new Externals(base, options.scripts);
  const pages: LinkedPage[] = [];
  const problems: string[] = [];
  const descriptions = new Map<string, string[]>();
  const files = pageFiles(folder);
  const fonts = (options.hasOwnFont ? globSync("_assets/geist-*.woff2", { cwd: folder }) : []).sort().map((file) => ({
    href: `${base}${file.replaceAll("\\", "/")}`,
    isForCode: file.includes("geist-mono"),
  }));
  for (const file of files) {
    const target = path.join(folder, file);
    const place = `/${file.replace(/(^|\/)index\.html$/, "$1")}`;
    const head = headOf(options.twinOf(place), options);
    const policy = options.policies?.[place] ?? options.policy;
    const { html, notes } = finishedPage(readFileSync(target, "utf8"), { base, policy, fonts, head }, externals);
    writeFileSync(target, html);
    pages.push({ file, notes });
    options.onPage?.(pages.length);
    problems.push(...notes.allProblems().map((problem) => `${file}: ${problem}`));
    if (file !== "404.html")
      descriptions.set(notes.description, [...(descriptions.get(notes.description) ?? []), file]);
  }
  const classes = externals.classes();
  for (const file of files) {
    const target = path.join(folder, file);
    writeFileSync(
      target,
      readFileSync(target, "utf8").replace(classesMark, () => classes),
    );
  }
  changeStyles(folder);
  for (const [file, content] of externals.files) write(folder, file, content);
  const { card, site } = options;
  const isDrawn = card === null || site === null || existsSync(path.join(folder, card.path));
  return [
    ...(isDrawn
      ? []
      : [`${card.path} is the preview image for links, but does not exist: put it into the folder public`]),
    ...problems,
    ...descriptionProblems(descriptions),
    ...checkLinks(pages, { ...options, files: new Set(allFiles(folder)) }),
  ];
}

/** Downloads are what they are. */
function pageFiles(folder: string): string[] {
  return globSync("**/*.html", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/^downloads\/.*(?<!index)\.html$/.test(file))
    .sort();
}

function allFiles(folder: string): string[] {
  const entries = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) =>
    path.relative(folder, path.join(parentPath, name)).replaceAll("\\", "/"),
  );
}

/** What a search engine and a link in a chat say of a page: a sentence of its own, which says something. */
function descriptionProblems(byWords: ReadonlyMap<string, readonly string[]>): string[] {
  return [...byWords].flatMap(([description, files]) => {
    if (description.split(/\s+/).length < 3)
      return [
        `${files.join(", ")}: "${description}" is too short for a page description: write a description, or a longer first sentence`,
      ];
    // A request and its response may be two schemas with one description.
    return files.length <= 2 ? [] : [`${files.join(", ")} have the same description: ${description}`];
  });
}

/** Colours of the system without a script; and Expressive Code's rules look for style attributes, which are gone. */
function changeStyles(folder: string): void {
  for (const sheet of globSync("_assets/*.css", { cwd: folder })) {
    const file = path.join(folder, sheet);
    const text = readFileSync(file, "utf8");
    if (path.basename(sheet).startsWith("ec.") && !text.includes(spansByStyle))
      throw new Error(`${sheet} does not have ${spansByStyle}: find out how Expressive Code colours code now`);
    const changed = followingSystem(text.replaceAll(spansByStyle, spansByClass));
    if (changed !== text) writeFileSync(file, changed);
  }
}

function write(folder: string, file: string, content: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
