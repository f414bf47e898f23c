// The arguments of `waybill docs` -> its settings and documents, and these -> the site.
import path from "node:path";
import {
  type Arguments,
  type DescriptionFiles,
  type Format,
  readingIn,
  selectApis,
  type Terminal,
  type Usable,
  unusable,
  usable,
} from "waybill/command";
import type { FeedEntry, OwnContent } from "../content.ts";
import { changelogOf } from "./changelog.ts";
import { docsConfigOf } from "./docs-config.ts";
import { type Guides, guideOf, readGuides } from "./guides.ts";
import { redoclyFiles, redoclyIn } from "./redocly.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { type ReadApi, type Site, siteOf } from "./site.ts";

export interface Run {
  /** The program that makes HTML files for download; `null` for none. */
  readonly redocly: string | null;
  readonly settings: Settings;
  readonly documents: readonly DescriptionFiles[];
  readonly format: Format;
  readonly terminal: Terminal;
}

/** `args`: without the word `build` or `dev`. */
export async function preparedRun(args: Arguments, format: Format, terminal: Terminal): Promise<Usable<Run>> {
  const config = await docsConfigOf(args, terminal.cwd);
  if (!config.ok) return config;
  const settings = settingsOf(args, terminal.cwd, config.value);
  if (!settings.ok) return settings;
  const documents = await selectApis(args, terminal.cwd);
  if (!documents.ok) return documents;
  if (documents.value.length > 1 && Object.keys(settings.value.paths).length > 0)
    return unusable(
      "paths of docs.config.ts are for one API",
      "leave out paths, or build a site for each API with --api",
    );
  const redocly = settings.value.redocly ? redoclyIn(terminal.cwd) : null;
  if (settings.value.redocly && redocly === null)
    return unusable("--redocly needs the package @redocly/cli", "npm install --save-dev @redocly/cli");
  return usable({ redocly, settings: settings.value, documents: documents.value, format, terminal });
}

export async function ownContent({ shell, base }: Settings): Promise<OwnContent> {
  return (await shell.content?.({ base })) ?? {};
}

export function guidesOf({ guides: folder, base }: Settings, customContent: OwnContent): Guides {
  const { guides, others, problems } = readGuides(folder, base);
  return { guides: [...guides, ...(customContent.pages ?? []).map(guideOf)], others, problems };
}

/** `guides/start.md:12:8: the image ./map.png does not exist: fix the path, or add the file` */
export function guideErrors({ problems }: Guides, { cwd }: Pick<Terminal, "cwd">): string[] {
  return problems.map(
    ({ file, line, column, message, hint }) => `${path.relative(cwd, file)}:${line}:${column}: ${message}: ${hint}`,
  );
}

export interface Found {
  /** `null` when a description has errors, which are printed. */
  readonly site: Site | null;
  /** For the feed of the changelog. */
  readonly releases: readonly FeedEntry[];
  /** What to watch. */
  readonly paths: readonly string[];
}

export async function readSite(
  { documents, settings, format, terminal, redocly }: Run,
  customContent: OwnContent,
): Promise<Found> {
  const apis: ReadApi[] = [];
  const paths: string[] = [];
  for (const one of documents) {
    const reading = readingIn(one, { format, command: "docs" }, terminal);
    paths.push(...reading.paths);
    if (reading.api !== null)
      apis.push({
        name: one.name,
        api: reading.api,
        inputs: reading.inputs,
        openapi: one.openapi,
        asyncapi: one.asyncapi,
      });
  }
  if (apis.length < documents.length) return { site: null, releases: [], paths };
  const changelog = await changelogOf(settings.since, documents, settings.shell.versions, terminal);
  const files = redocly === null ? [] : await redoclyFiles(redocly, documents);
  const extra = { pages: changelog.pages, downloads: files, documents: customContent.downloads ?? null };
  return { site: siteOf(apis, extra, settings), releases: customContent.releases ?? changelog.releases, paths };
}
