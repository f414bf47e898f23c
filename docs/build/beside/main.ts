// The sites of several versions -> one site: the current one at its root, each older one in a folder of its version's name, and on
// every page a switch that leads to the same page of each other version, where that version has it.
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressFiles } from "../compress.ts";
import { checkLinks } from "../finish/check-links.ts";
import { type Document, printDocument, readDocument } from "../finish/document.ts";
import { hosts } from "../hosts.ts";
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
  const documents = places.flatMap((place) => rewritten(place, places, output));
  await compressFiles(output, "**/*.html");
  const files = globSync("**/*", { cwd: output }).filter((file) => statSync(path.join(output, file)).isFile());
  const problems = checkLinks(documents, { base: "/", files: new Set(files), versions: new Set(), hosts });
  return { pages: documents.length, problems };
}

function placeOf({ version, folder }: BuiltSite, base: string): Place {
  const pages = new Set(htmlFiles(folder));
  return { version, base, isCurrent: base === "/", pages };
}

function htmlFiles(folder: string): string[] {
  return globSync("**/*.html", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
}

function rewritten(place: Place, places: readonly Place[], output: string): Document[] {
  return [...place.pages].sort().map((page) => {
    const file = `${place.base.slice(1)}${page}`;
    const document = readDocument(file, readFileSync(path.join(output, file), "utf8"));
    writeSwitch(document, page, { place, places });
    if (!place.isCurrent) markOlder(document, page, { place, places });
    writeFileSync(path.join(output, file), printDocument(document));
    return document;
  });
}
