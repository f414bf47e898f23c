// `waybill docs build`, `waybill docs dev` and `waybill docs proxy`: descriptions and guides -> a site in a folder, or on a port while they change.
import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { type Arguments, type ExitCode, formatOf, Progress, rejectUsage, type Terminal } from "waybill/command";
import { twinPath } from "../../site/search/twin-path.ts";
import { finish } from "../finish/finish.ts";
import { policyOf } from "../finish/policy.ts";
import { buildWithAstro, builtFolder, serveWithAstro, workFolder } from "./astro-site.ts";
import { compressFiles } from "./compress.ts";
import { DevReader } from "./dev-reader.ts";
import { feedFile } from "./feed.ts";
import { guideErrors, guidesOf, ownContent, preparedRun, type Run, readSite } from "./reading.ts";
import { actionOf } from "./settings.ts";
import { Stage } from "./stage.ts";
import { watchFiles } from "./watch.ts";

export async function docs(commandArgs: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(commandArgs);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const action = actionOf(commandArgs);
  if (!action.ok) return rejectUsage(action.problems, terminal, format.value === "json");
  const args = commandArgs.after(1);
  if (action.value === "proxy") return (await import("./proxy.ts")).proxy(args, format.value, terminal);
  const run = await preparedRun(args, format.value, terminal);
  if (!run.ok) return rejectUsage(run.problems, terminal, format.value === "json");
  return action.value === "build" ? build(run.value) : serve(run.value, args);
}

async function build(run: Run): Promise<ExitCode> {
  const { settings, terminal, format } = run;
  const started = performance.now();
  const progress = new Progress("docs", terminal);
  progress.stage("reading");
  const customContent = await ownContent(settings);
  const loaded = await readSite(run, customContent);
  if (loaded.site === null) return 1;
  const guides = guidesOf(settings, customContent);
  const errors = guideErrors(guides, terminal);
  if (errors.length > 0) {
    if (format === "json")
      terminal.out(`${JSON.stringify({ ok: false, command: "docs", problems: errors }, null, 2)}\n`);
    else for (const error of errors) terminal.err(`docs: ${error}\n`);
    return 1;
  }
  const stage = new Stage(workFolder(), settings);
  progress.stage("writing pages");
  try {
    const { pages, twins } = stage.write(loaded.site, guides, {
      ...customContent,
      releases: loaded.releases,
    });
    const folder = builtFolder(stage.folder);
    progress.stage("building pages", pages);
    const built = (): void => progress.step(globSync("**/index.html", { cwd: folder }).length);
    const counting = terminal.isWatched ? setInterval(built, 1000) : undefined;
    const { scripts } = await buildWithAstro({
      work: stage.folder,
      name: loaded.site.name,
      description: loaded.site.description,
      settings,
      cwd: terminal.cwd,
    }).finally(() => clearInterval(counting));
    progress.stage("finishing pages", pages);
    const { shell, base, site } = settings;
    const losses = shell.strict ? loaded.site.losses() : [];
    const problems = [
      ...losses.map((loss) => `the reference leaves out ${loss}`),
      ...finish({
        ...{ folder, base, site, scripts, card: shell.card, hosts: shell.hosts },
        policy: shell.policy ?? policyOf(loaded.site.consoleHosts, shell.connect),
        policies: shell.policies,
        hasOwnFont: !settings.styles.some((file) => /--sl-font:/.test(readFileSync(file, "utf8"))),
        feed: loaded.releases.length > 0 && site !== null ? feedFile : null,
        versions: new Set(shell.versions.map((version) => version.path)),
        twinOf: (sitePath) => (twins.has(sitePath) ? twinPath(sitePath) : null),
        onPage: (count) => progress.step(count),
      }),
    ];
    progress.stage("copying files");
    if (shell.compress) await compressFiles(folder);
    rmSync(settings.out, { recursive: true, force: true });
    cpSync(folder, settings.out, { recursive: true });
    progress.end();
    const seconds = (performance.now() - started) / 1000;
    const out = path.relative(terminal.cwd, settings.out) || ".";
    const megabytes = Math.round(terminal.peakMemory() / 1_000_000);
    const isFit = problems.length === 0 || !shell.strict;
    const { warnings } = settings;
    if (format === "json")
      terminal.out(
        `${JSON.stringify({ ok: isFit, command: "docs", out, pages, seconds, megabytes, problems, warnings }, null, 2)}\n`,
      );
    else {
      for (const warning of warnings) terminal.err(`docs: warning: ${warning}\n`);
      printProblems(problems, shell.strict, terminal);
      terminal.out(`docs: ${pages} pages in ${out}, ${seconds.toFixed(1)} s, ${megabytes} MB\n`);
    }
    return isFit ? 0 : 1;
  } finally {
    progress.end();
    rmSync(stage.folder, { recursive: true, force: true });
  }
}

/** Of a site that is not strict, the first are enough: descriptions link to what their publishers have elsewhere. */
function printProblems(problems: readonly string[], strict: boolean, { err }: Terminal): void {
  const reportedProblems = strict ? problems : problems.slice(0, 10);
  for (const problem of reportedProblems) err(`docs: ${strict ? "" : "warning: "}${problem}\n`);
  const more = problems.length - reportedProblems.length;
  if (more > 0) err(`docs: ${more} more; strict: true in docs.config.ts lists them all and fails the build\n`);
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
  const work = workFolder();
  const reader = new DevReader(args, run.format, { work, terminal });
  const first = await reader.read();
  if (first.staged === null) {
    await reader.stop();
    return 1;
  }
  const { pages, name, description } = first.staged;
  const served = await serveWithAstro(
    { work, name, description, settings, cwd: terminal.cwd },
    { host: args.one("host") ?? "127.0.0.1", port },
  );
  for (const warning of settings.warnings) terminal.err(`docs: warning: ${warning}\n`);
  terminal.out(`docs: ${served.address} ${pages} pages\n`);
  const again = async (): Promise<readonly string[]> => {
    const started = performance.now();
    const { staged, paths } = await reader.read();
    if (staged?.changed === true) {
      served.reload();
      terminal.out(`docs: ${staged.pages} pages, read again in ${Math.round(performance.now() - started)} ms\n`);
    }
    return paths;
  };
  const watching = watchFiles(first.paths, again);
  await new Promise<void>((resolve) => terminal.stopped(resolve));
  watching.close();
  await served.stop();
  await reader.stop();
  rmSync(work, { recursive: true, force: true });
  return 0;
}
