// `waybill generate --watch`: builds, then builds again whenever a file that was read, or the configuration, has changed.
import { readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { WatchCache } from "../../../run/cache/parse-cache.ts";
import { isEditable } from "../../../run/config/description-files.ts";
import type { Project } from "../../../run/config/project.ts";
import { isPrivateHost } from "../../../run/config/sources/fetched.ts";
import { fetchedDescription } from "../../../run/config/sources/fetched-description.ts";
import { type ForeignSource, shownFile } from "../../../run/config/sources/foreign-source.ts";
import { integrityOf } from "../../../run/config/sources/remote-file.ts";
import type { Usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { configOf, selectProject } from "../../../run/flags/select-project.ts";
import { runProject } from "../../../run/generate.ts";
import { loadLastRun } from "../../../run/load.ts";
import { reportedDiagnostics, toleratedJson } from "../../../run/reported.ts";
import type { Run, RunRequest } from "../../../run/request.ts";
import { Toolkit } from "../../../run/toolkit.ts";
import { attempt } from "../../../source/attempt.ts";
import { textHash } from "../../../source/document.ts";
import { printReport } from "../../terminal/report-output.ts";
import { printRun, resultLines, roomFor, stoppedLines } from "../../terminal/result.ts";
import { type ExitCode, type Format, formatOf, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { FolderWatcher } from "./folder-watcher.ts";

export async function watch(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const { promise, resolve } = Promise.withResolvers<ExitCode>();
  const session = new WatchSession(args, terminal, format.value);
  const stop = new AbortController();
  terminal.stopped(() => {
    stop.abort();
    session.close();
    resolve(0);
  });
  const { project, config } = await firstProject(args, terminal, stop.signal);
  if (stop.signal.aborted) return promise;
  if (!project.ok) return rejectUsage(project.problems, terminal, format.value === "json");
  await session.start(project.value, config);
  return promise;
}

/** A server and a watch that are started together often start in the wrong order, so the watch waits for the server. */
async function firstProject(
  args: Arguments,
  { cwd, err }: Terminal,
  signal: AbortSignal,
): Promise<{ readonly project: Usable<Project>; readonly config: Seen }> {
  for (let isFirst = true; ; isFirst = false) {
    const config = seenConfig(args, cwd);
    const project = await selectProject(args, cwd);
    if (project.ok || signal.aborted || project.problems.some(({ isTemporary }) => isTemporary !== true))
      return { project, config };
    if (isFirst) for (const { message } of project.problems) err(`${message}; waiting for it\n`);
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { project, config };
  }
}

/**
 * Files with the hash of their text, taken before they are used: with a hash taken afterwards, what an editor saves in between would
 * count as known.
 */
type Seen = ReadonlyMap<string, string | null>;

/** An editor saves in several steps: wait this long after the last one. */
const quietMilliseconds = 8;

/** A file that is empty or gone is mostly about to be written, by an editor that empties or renames what it replaces. */
const absentMilliseconds = 100;

class WatchSession {
  private readonly args: Arguments;
  private readonly terminal: Terminal;
  private readonly format: Format;
  private readonly request: RunRequest;
  private readonly watcher: FolderWatcher = new FolderWatcher((file) => this.schedule(file));
  private readonly servers = new ServerPoll({
    changed: (url) => this.serverChanged(url),
    note: (line) => this.terminal.err(`${line}\n`),
  });
  /** URLs whose servers have sent something new since the last build. */
  private changedUrls: string[] = [];
  private readonly cache = new WatchCache();
  /** Each file the last build requested, absolute, with the hash of what was read. */
  private read = new Map<string, string | null>();
  /** The files that may have changed since; `null` when it may be any. */
  private suspects: Set<string> | null = new Set();
  private timer: NodeJS.Timeout | null = null;
  private building = false;
  /** The code of the configuration, and how often it was loaded. */
  private code: ReadonlySet<string> = new Set();
  private turn = 0;
  private closed = false;

  constructor(args: Arguments, terminal: Terminal, format: Format) {
    this.args = args;
    this.terminal = terminal;
    this.format = format;
    this.request = {
      mode: "write",
      force: args.has("force"),
      prune: args.has("prune"),
      toolkit: new Toolkit(),
      cwd: terminal.cwd,
    };
  }

  async start(project: Project, config: Seen): Promise<void> {
    this.building = true;
    const result = await this.run(project, config);
    if (this.format === "json") this.printJson(result, project);
    else {
      const { format, terminal, request } = this;
      await printRun(result, project, { request, format, terminal, timed: null, verbose: this.args.has("verbose") });
    }
    this.building = false;
    this.cache.rest();
    this.arm();
    this.terminal.err(`watching ${this.read.size} files\n`);
    this.servers.watch(project);
  }

  close(): void {
    this.closed = true;
    this.watcher.close();
    this.servers.close();
    if (this.timer !== null) clearTimeout(this.timer);
    this.cache.close();
  }

  private schedule(file: string | null): void {
    if (file === null) this.suspects = null;
    else this.suspects?.add(file);
    this.wait(quietMilliseconds);
  }

  private serverChanged(url: string): void {
    this.changedUrls.push(url);
    this.wait(quietMilliseconds);
  }

  private wait(milliseconds: number): void {
    if (this.closed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.rebuild(milliseconds), milliseconds);
  }

  /** A change while a build runs is found when the build is over. */
  private async rebuild(waited: number): Promise<void> {
    if (this.building || this.closed) return;
    const { suspects } = this;
    const checkedFiles = [...this.read].filter(([file]) => suspects === null || suspects.has(file));
    const seen: Seen = new Map(checkedFiles.map(([file]) => [file, hashIfPresent(file)]));
    const changed = checkedFiles.filter(([file, hash]) => seen.get(file) !== hash).map(([file]) => file);
    if (waited < absentMilliseconds && changed.some(isAbsent)) {
      this.wait(absentMilliseconds);
      return;
    }
    this.suspects = new Set();
    const urls = this.changedUrls;
    this.changedUrls = [];
    if (changed.length + urls.length > 0) {
      this.building = true;
      const started = performance.now();
      try {
        await this.rebuildFor(changed, urls, seen, started);
      } catch (error) {
        for (const [file, hash] of seen) this.read.set(file, hash);
        this.terminal.err(`${error instanceof Error ? error.stack : String(error)}\n`);
      }
      this.building = false;
      this.cache.rest();
    }
    if (!this.closed) this.arm();
  }

  private async rebuildFor(
    changed: readonly string[],
    urls: readonly string[],
    seen: Seen,
    started: number,
  ): Promise<void> {
    const { terminal, format, args } = this;
    if (changed.some((file) => this.code.has(file))) this.turn += 1;
    const config = seenConfig(args, terminal.cwd);
    const project = await selectProject(args, terminal.cwd, { turn: this.turn });
    if (!project.ok) {
      for (const [file, hash] of [...seen, ...config]) this.read.set(file, hash);
      rejectUsage(project.problems, terminal, format === "json");
      this.servers.retry();
      return;
    }
    this.servers.watch(project.value);
    const result = await this.run(project.value, config);
    if (format === "json") return this.printJson(result, project.value);
    const room = roomFor(result, { verbose: args.has("verbose") });
    const isForeign = (file: string | null): boolean => !isEditable(project.value.rules.foreign, file);
    printReport({ ...result, base: project.value.base }, format, terminal, { room, isForeign });
    const milliseconds = performance.now() - started;
    const labels = { written: "written", removed: "removed" };
    const total =
      resultLines({ results: result.targets, stopped: result.stopped, milliseconds, words: labels }).at(-1) ?? "";
    const outcome = result.done ? total.replace(/^total\s+/, "") : "nothing written";
    // A copy of what a server sent is shown as its URL.
    const { foreign } = project.value.rules;
    const files = changed.map((file) => shownFile(foreign, terminal.cwd, file));
    const lines = [
      ...stoppedLines(result.stopped, result.targets),
      `${namesOf([...new Set([...urls, ...files])])}: ${outcome}`,
    ];
    terminal.out(`${lines.join("\n")}\n`);
  }

  private async run(project: Project, config: Seen): Promise<Run> {
    const { args, cache: watch, request } = this;
    const last = { ...loadLastRun(project, { ...request, force: true }), unchanged: null };
    const result = await runProject(project, last, request, { watch, cache: !args.has("no-cache") });
    this.read = new Map([...result.read, ...config]);
    this.code = new Set(project.modules?.files());
    return result;
  }

  private printJson(result: Run, project: Project): void {
    const { cwd } = this.terminal;
    const diagnostics = reportedDiagnostics({ ...result, base: project.base }, cwd);
    const { ok, targets, stopped, actions: changes } = result;
    const tolerated = toleratedJson(result.tolerated, project, cwd);
    const line = { ok, command: "generate", dryRun: false, targets, stopped, changes, tolerated, diagnostics };
    this.terminal.out(`${JSON.stringify(line)}\n`);
  }

  /** Watches what the last build requested; changes before the watch started, or during the build, are found here. */
  private arm(): void {
    const isNew = this.watcher.watch(this.read.keys());
    if (isNew && [...this.read].some(([file, hash]) => hashIfPresent(file) !== hash)) this.schedule(null);
    else if (this.suspects === null || this.suspects.size + this.changedUrls.length > 0) this.wait(quietMilliseconds);
  }
}

function seenConfig(args: Arguments, cwd: string): Seen {
  const file = configOf(args, cwd);
  return new Map(file === null ? [] : [[file, hashIfPresent(file)]]);
}

function isAbsent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function hashIfPresent(file: string): string | null {
  return attempt(() => textHash(readFileSync(file, "utf8")));
}

function namesOf([first = "", ...rest]: readonly string[]): string {
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

/** Fast enough to look immediate after a server has restarted, slow enough to stay out of its log's way. */
export const pollMilliseconds = 1_000;

interface Listener {
  /** The URL that has something new. */
  readonly changed: (url: string) => void;
  /** A message for the user: a server has stopped or is back. */
  readonly note: (line: string) => void;
}

export class ServerPoll {
  private readonly listener: Listener;
  private project: Pick<Project, "rules"> | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Entries whose server did not respond the last time. */
  private readonly silent = new Set<string>();
  private isBehind = false;

  constructor(listener: Listener) {
    this.listener = listener;
  }

  /** From now on the documents of this project. */
  watch(project: Pick<Project, "rules">): void {
    this.project = project;
    this.isBehind = false;
    if (this.timer === null && entriesOf(project).length > 0) this.wait();
  }

  /** The last build could not read all of it: the next response counts as new. */
  retry(): void {
    this.isBehind = true;
  }

  close(): void {
    this.project = null;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private wait(): void {
    this.timer = setTimeout(() => void this.poll(), pollMilliseconds);
  }

  private async poll(): Promise<void> {
    for (const { name } of entriesOf(this.project)) await this.ask(name);
    this.timer = null;
    if (entriesOf(this.project).length > 0) this.wait();
  }

  private async ask(url: string): Promise<void> {
    const response = await fetchedDescription(new URL(url), this.project?.rules.limits ?? {});
    // A build may have begun meanwhile, and read the same already.
    const known = this.project?.rules.foreign ?? [];
    if (this.project === null) return;
    if (!response.ok) {
      if (!this.silent.has(url)) this.listener.note(`${url} cannot be fetched: ${response.reason}; waiting for it`);
      this.silent.add(url);
      return;
    }
    const isBack = this.silent.delete(url);
    const isNew = [...response.documents].some(
      ([href, bytes]) => known.find(({ name }) => name === href)?.live?.integrity !== integrityOf(bytes),
    );
    if (isNew || this.isBehind) this.listener.changed(url);
    else if (isBack) this.listener.note(`${url} is back, unchanged`);
  }
}

/** A remote server is not polled every second. */
function entriesOf(project: Pick<Project, "rules"> | null): ForeignSource[] {
  const foreign = project?.rules.foreign ?? [];
  return foreign.filter(({ name, live }) => live?.isEntry === true && isPrivateHost(new URL(name)));
}
