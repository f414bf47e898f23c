// The sites of several versions -> one site: the current one at its root, each older one in a folder of its version's name, and on
// every page a switch that leads to the same page of each other version, where that version has it.
//
// It is no part of @waybill/docs, which builds one version: how older sites are kept, here as archives of releases, is each team's own.
// `scripts/release/docs` calls it. It is here because it rewrites what this site's theme has on its pages.
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkLinks, type LinkedPage } from "../../../packages/waybill/docs/src/finish/check-links.ts";
import { PageNotes } from "../../../packages/waybill/docs/src/finish/page-notes.ts";
import { withTags } from "../../../packages/waybill/docs/src/finish/tags.ts";
import { compressFiles } from "../../../packages/waybill/docs/src/run/compress.ts";
import { hosts } from "../hosts.ts";
import { printDocument, readDocument } from "./document.ts";
import { markOlder } from "./older-notice.ts";
import { type Place, writeSwitch } from "./switch.ts";

export interface BuiltSite {
  readonly version: string;
  /** What a build has written, for the folder of the version: `/` for the current one, `/1.0.0/` for an older one. */
  readonly folder: string;
}

export interface Beside {
  readonly current: BuiltSite;
  /** The newest first. */
  readonly older: readonly BuiltSite[];
  readonly output: string;
}

export interface LaidOut {
  readonly pages: number;
  /** Links that lead nowhere, in any of the versions or between them. */
  readonly problems: readonly string[];
}

export async function layBeside({ current, older, output }: Beside): Promise<LaidOut> {
  rmSync(output, { recursive: true, force: true });
  cpSync(current.folder, output, { recursive: true });
  for (const { version, folder } of older) cpSync(folder, path.join(output, version), { recursive: true });
  const places = [placeOf(current, "/"), ...older.map((site): Place => placeOf(site, `/${site.version}/`))];
  const pages = places.flatMap((place) => rewritten(place, places, output));
  await compressFiles(output, "**/*.html");
  const files = globSync("**/*", { cwd: output }).filter((file) => statSync(path.join(output, file)).isFile());
  const problems = checkLinks(pages, { base: "/", files: new Set(files), versions: new Set(), hosts });
  return { pages: pages.length, problems };
}

function placeOf({ version, folder }: BuiltSite, base: string): Place {
  const pages = new Set(htmlFiles(folder));
  return { version, base, isCurrent: base === "/", pages };
}

function htmlFiles(folder: string): string[] {
  const files = globSync("**/*.html", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  // Files to download are no pages.
  return files.filter((file) => !/^downloads\/(?!index\.)/.test(file));
}

function rewritten(place: Place, places: readonly Place[], output: string): LinkedPage[] {
  return [...place.pages].sort().map((page) => {
    const file = `${place.base.slice(1)}${page}`;
    const document = readDocument(file, readFileSync(path.join(output, file), "utf8"));
    writeSwitch(document, page, { place, places });
    if (!place.isCurrent) markOlder(document, page, { place, places });
    const html = printDocument(document);
    writeFileSync(path.join(output, file), html);
    return { file, notes: notesOf(html) };
  });
}

function notesOf(html: string): PageNotes {
  const notes = new PageNotes(html);
  withTags(html, (token) => {
    if (token.kind === "open") notes.open(token);
    return null;
  });
  return notes;
}
