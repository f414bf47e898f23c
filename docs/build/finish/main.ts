// What Astro built -> the site as it is published: policy, files in place of inline code, twins, search; or what is wrong with it.
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hosts } from "../hosts.ts";
import { addBase } from "./base.ts";
import { cardOf } from "./card.ts";
import { checkLinks } from "./check-links.ts";
import { checkDescriptions, checkPage } from "./check-page.ts";
import { followingSystem, leaveThemeOpen } from "./colours.ts";
import { type Document, printDocument, readDocument } from "./document.ts";
import { externalize, spansByClass, spansByStyle } from "./externals.ts";
import { completeHead } from "./head.ts";
import { makeCodeReachable, makeTablesScroll } from "./tables.ts";

export interface FinishOptions {
  /** The folder that Astro has built. */
  readonly folder: string;
  /** `https://docs.waybill.example` */
  readonly site: string;
  readonly base: string;
  /** Where other versions lie. */
  readonly versions: ReadonlySet<string>;
  /** A host that links may lead to besides those of hosts.ts, such as that of the repository. */
  readonly repository: string | null;
  /** Files to add, from the folder of the site to their contents. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** The address of a page's twin, without the base; `null` when it has none. */
  readonly twinOf: (path: string) => string | null;
}

export interface Finished {
  readonly problems: readonly string[];
  readonly pages: number;
  readonly files: number;
}

export function finish({ folder, site, base, versions, files, twinOf, repository }: FinishOptions): Finished {
  for (const file of globSync("{sitemap-*.xml,pagefind}", { cwd: folder }))
    rmSync(path.join(folder, file), { recursive: true });
  const documents = htmlFiles(folder).map((file) => readDocument(file, readFileSync(path.join(folder, file), "utf8")));
  for (const document of documents) {
    addBase(document, base);
    makeTablesScroll(document);
    makeCodeReachable(document);
    leaveThemeOpen(document);
  }
  const externals = externalize(documents, base);
  for (const document of documents) {
    const twin = twinOf(document.path);
    completeHead(document, { base, twin: twin === null ? null : `${base}${twin.slice(1)}`, card: cardOf(site, base) });
  }
  coloursByClass(folder);
  coloursOfSystem(folder);
  for (const [file, content] of [...externals.files, ...files]) write(folder, file, content);
  for (const document of documents) write(folder, document.file, printDocument(document));
  return checked(documents, { folder, base, versions, repository });
}

function htmlFiles(folder: string): string[] {
  return globSync("**/*.html", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

/** The style attributes are gone that Expressive Code's own rules look for. */
function coloursByClass(folder: string): void {
  const sheets = globSync("_assets/ec.*.css", { cwd: folder });
  for (const sheet of sheets) {
    const text = readFileSync(path.join(folder, sheet), "utf8");
    if (!text.includes(spansByStyle)) {
      throw new Error(
        `${sheet} does not have ${spansByStyle}: find out how Expressive Code colours code now (docs/build/finish/externals.ts)`,
      );
    }
    writeFileSync(path.join(folder, sheet), text.replaceAll(spansByStyle, spansByClass));
  }
}

function coloursOfSystem(folder: string): void {
  for (const sheet of globSync("_assets/*.css", { cwd: folder })) {
    const file = path.join(folder, sheet);
    const text = readFileSync(file, "utf8");
    const open = followingSystem(text);
    if (open !== text) writeFileSync(file, open);
  }
}

function checked(
  documents: readonly Document[],
  { folder, base, versions, repository }: Pick<FinishOptions, "folder" | "base" | "versions" | "repository">,
): Finished {
  const files = globSync("**/*", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => statSync(path.join(folder, file)).isFile());
  const problems = [
    ...documents.flatMap(checkPage),
    ...checkDescriptions(documents),
    ...checkLinks(documents, {
      base,
      files: new Set(files),
      versions,
      hosts: repository === null ? hosts : new Set([...hosts, repository]),
    }),
  ];
  return { problems, pages: documents.length, files: files.length };
}

function write(folder: string, file: string, content: string | Uint8Array): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
