// `waybill docs build` and `waybill docs dev`: descriptions and guides -> a site in a folder, or on a port while they change.
import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import {
  type Arguments,
  type DescriptionFiles,
  type ExitCode,
  type Format,
  formatOf,
  readingIn,
  rejectUsage,
  selectApis,
  type Terminal,
} from "waybill/command";
import { twinPath } from "../blocks/markdown.ts";
import type { FeedEntry, OwnContent } from "../content.ts";
import { finish } from "../finish/finish.ts";
import { buildWithAstro, builtFolder, serveWithAstro, workFolder } from "./astro-site.ts";
import { changelogOf } from "./changelog.ts";
import { compressFiles } from "./compress.ts";
import { docsConfigOf } from "./docs-config.ts";
import { feedFile } from "./feed.ts";
import { type Guides, guideOf, readGuides } from "./guides.ts";
import { redoclyFiles, redoclyIn } from "./redocly.ts";
import { actionOf, type Settings, settingsOf } from "./settings.ts";
import { type ReadApi, type Site, siteOf } from "./site.ts";
import { Stage } from "./stage.ts";
import { watchFiles } from "./watch.ts";

export async function docs(given: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(given);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const action = actionOf(given);
  if (!action.ok) return rejectUsage(action.problems, terminal, asJson);
  const args = given.after(1);
  const config = await docsConfigOf(args, terminal.cwd);
  if (!config.ok) return rejectUsage(config.problems, terminal, asJson);
  const settings = settingsOf(args, terminal.cwd, config.value);
  if (!settings.ok) return rejectUsage(settings.problems, terminal, asJson);
  const documents = await selectApis(args, terminal.cwd);
  if (!documents.ok) return rejectUsage(documents.problems, terminal, asJson);
  if (documents.value.length > 1 && Object.keys(settings.value.paths).length > 0) {
    const hint = "leave out paths, or build a site for each API with --api";
    return rejectUsage([{ message: "paths of docs.config.ts are for one API", hint }], terminal, asJson);
  }
  const redocly = settings.value.redocly ? redoclyIn(terminal.cwd) : null;
  if (settings.value.redocly && redocly === null) {
    const hint = "npm install --save-dev @redocly/cli";
    return rejectUsage([{ message: "--redocly needs the package @redocly/cli", hint }], terminal, asJson);
  }
  const run: Run = {
    redocly,
    settings: settings.value,
    documents: documents.value,
    format: format.value,
    terminal,
  };
  return action.value === "build" ? build(run) : serve(run, args);
}

interface Run {
  /** The program that makes HTML files for download; `null` for none. */
  readonly redocly: string | null;
  readonly settings: Settings;
  readonly documents: readonly DescriptionFiles[];
  readonly format: Format;
  readonly terminal: Terminal;
}

async function build(run: Run): Promise<ExitCode> {
  const { settings, terminal, format } = run;
  const started = performance.now();
  const own = await ownContent(settings);
  const found = await read(run, own);
  if (found.site === null) return 1;
  const stage = new Stage(workFolder(), settings);
  try {
    const { pages, twins } = stage.write(found.site, guidesOf(settings, own), { ...own, releases: found.releases });
    const folder = builtFolder(stage.folder);
    const { scripts } = await buildWithAstro({
      work: stage.folder,
      name: found.site.name,
      description: found.site.description,
      settings,
      cwd: terminal.cwd,
    });
    const { shell, base, site } = settings;
    const losses = shell.strict ? found.site.losses() : [];
    const problems = [
      ...losses.map((loss) => `the reference leaves out ${loss}`),
      ...finish({
        ...{ folder, base, site, scripts, card: shell.card, hosts: shell.hosts, policy: shell.policy },
        hasOwnFont: !settings.styles.some((file) => /--sl-font:/.test(readFileSync(file, "utf8"))),
        feed: found.releases.length > 0 && site !== null ? feedFile : null,
        versions: new Set(shell.versions.map((version) => version.path)),
        twinOf: (sitePath) => (twins.has(sitePath) ? twinPath(sitePath) : null),
      }),
    ];
    if (shell.compress) await compressFiles(folder);
    rmSync(settings.out, { recursive: true, force: true });
    cpSync(folder, settings.out, { recursive: true });
    const seconds = (performance.now() - started) / 1000;
    const out = path.relative(terminal.cwd, settings.out) || ".";
    const megabytes = Math.round(terminal.peakMemory() / 1_000_000);
    const isFit = problems.length === 0 || !shell.strict;
    if (format === "json")
      terminal.out(
        `${JSON.stringify({ ok: isFit, command: "docs", out, pages, seconds, megabytes, problems }, null, 2)}\n`,
      );
    else {
      printProblems(problems, shell.strict, terminal);
      terminal.out(`docs: ${pages} pages in ${out}, ${seconds.toFixed(1)} s, ${megabytes} MB\n`);
    }
    return isFit ? 0 : 1;
  } finally {
    rmSync(stage.folder, { recursive: true, force: true });
  }
}

/** Of a site that is not strict, the first are enough: descriptions link to what their publishers have elsewhere. */
function printProblems(problems: readonly string[], strict: boolean, { err }: Terminal): void {
  const shown = strict ? problems : problems.slice(0, 10);
  for (const problem of shown) err(`docs: ${strict ? "" : "warning: "}${problem}\n`);
  const more = problems.length - shown.length;
  if (more > 0) err(`docs: ${more} more; strict: true in docs.config.ts lists them all and fails the build\n`);
}

async function ownContent({ shell, base }: Settings): Promise<OwnContent> {
  return (await shell.content?.({ base })) ?? {};
}

function guidesOf({ guides: folder, base }: Settings, own: OwnContent): Guides {
  const { guides, others } = readGuides(folder, base);
  return { guides: [...guides, ...(own.pages ?? []).map(guideOf)], others };
}

interface Found {
  /** `null` when a description has errors, which are printed. */
  readonly site: Site | null;
  /** For the feed of the changelog. */
  readonly releases: readonly FeedEntry[];
  /** What to watch. */
  readonly paths: readonly string[];
}

async function read({ documents, settings, format, terminal, redocly }: Run, own: OwnContent): Promise<Found> {
  const apis: ReadApi[] = [];
  const paths: string[] = [];
  for (const one of documents) {
    const reading = readingIn(one, { format, command: "docs" }, terminal);
    paths.push(...reading.paths);
    if (reading.api !== null)
      apis.push({ name: one.name, api: reading.api, inputs: reading.inputs, asyncapi: one.asyncapi });
  }
  if (apis.length < documents.length) return { site: null, releases: [], paths };
  const changelog = await changelogOf(settings.since, documents, settings.shell.versions, terminal);
  const files = redocly === null ? [] : await redoclyFiles(redocly, documents);
  const extra = { pages: changelog.pages, downloads: files, documents: own.downloads ?? null };
  return { site: siteOf(apis, extra, settings), releases: own.releases ?? changelog.releases, paths };
}

async function serve(run: Run, args: Arguments): Promise<ExitCode> {
  const { settings, terminal } = run;
  const port = Number(args.one("port") ?? 4321);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return rejectUsage(
      [{ message: "--port must be a whole number from 0 to 65535", hint: "for example --port 4321" }],
      terminal,
      run.format === "json",
    );
  const own = await ownContent(settings);
  const found = await read(run, own);
  if (found.site === null) return 1;
  const stage = new Stage(workFolder(), settings);
  const first = stage.write(found.site, guidesOf(settings, own), own);
  const { name, description } = found.site;
  const served = await serveWithAstro(
    { work: stage.folder, name, description, settings, cwd: terminal.cwd },
    { host: args.one("host") ?? "127.0.0.1", port },
  );
  terminal.out(`docs: ${served.address} ${first.pages} pages\n`);
  const again = async (): Promise<readonly string[]> => {
    const started = performance.now();
    const next = await read(run, own);
    if (next.site === null) return next.paths;
    const { pages, changed } = stage.write(next.site, guidesOf(settings, own), own);
    if (changed) {
      served.reload();
      terminal.out(`docs: ${pages} pages, read again in ${Math.round(performance.now() - started)} ms\n`);
    }
    return next.paths;
  };
  const extra = [...(settings.guides === null ? [] : [settings.guides])];
  const watching = watchFiles([...found.paths, ...extra], async () => [...(await again()), ...extra]);
  await new Promise<void>((resolve) => terminal.stopped(resolve));
  watching.close();
  await served.stop();
  rmSync(stage.folder, { recursive: true, force: true });
  return 0;
}
