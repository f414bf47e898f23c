// A project -> the result of a run. If nothing has changed since the last run, only that is determined, and nothing else is loaded.

import { Stopwatch } from "../source/stopwatch.ts";
import type { WatchCache } from "./cache/parse-cache.ts";
import type { Project } from "./config/project.ts";
import { inputFile } from "./config/sources/foreign-source.ts";
import { type LastRun, loadLastRun } from "./load.ts";
import type { Manifest } from "./output/manifest.ts";
import { type Run, type RunRequest, unchangedResults } from "./request.ts";
import type { RunCache } from "./run.ts";

export interface RunOptions {
  /** Records the time of each stage. */
  readonly stopwatch?: Stopwatch;
  /** Whether a run that writes may read and write a cache of parsed texts. Default: no. */
  readonly cache?: boolean;
  /** Runs every stage, also where nothing has changed. Default: no. */
  readonly always?: boolean;
  /** The cache of a long-running process. */
  readonly watch?: WatchCache;
}

export async function generateProject(project: Project, request: RunRequest, options: RunOptions = {}): Promise<Run> {
  const { stopwatch = new Stopwatch("compare") } = options;
  const last = stopwatch.time("last run", () => loadLastRun(project, request));
  return last.unchanged === null || options.always === true
    ? runProject(project, { ...last, unchanged: null }, request, { ...options, stopwatch })
    : unchangedRun(project, last.unchanged);
}

/** Runs every stage, whether anything has changed or not. */
export async function runProject(
  project: Project,
  last: LastRun,
  request: RunRequest,
  { stopwatch = new Stopwatch("compare"), ...options }: RunOptions = {},
): Promise<Run> {
  const { run, resultOf } = await stopwatch.timeAsync("load code", () => import("./run.ts"));
  const cache = await cacheOf(project, request, { ...options, stopwatch });
  try {
    return resultOf(project, request, await run(project, last, request, { stopwatch, cache }));
  } finally {
    project.modules?.close();
  }
}

function unchangedRun(project: Project, manifest: Manifest): Run {
  return {
    ok: true,
    done: true,
    unchanged: true,
    diagnostics: [],
    excerpts: new Map(),
    targets: unchangedResults(project, manifest),
    stopped: [],
    actions: [],
    postprocessing: [],
    detected: [],
    tolerated: manifest.tolerated,
    read: new Map(
      [...manifest.inputs].map(([name, hash]) => [inputFile(project.rules.foreign, project.root, name), hash]),
    ),
  };
}

/** A check trusts nothing but the description. */
async function cacheOf(
  { root, rules }: Project,
  { mode, toolkit }: RunRequest,
  { stopwatch, cache = false, watch }: RunOptions & { readonly stopwatch: Stopwatch },
): Promise<RunCache | null> {
  if (mode !== "write" || !cache) return null;
  const [{ ParseCache }, { cachePlaceOf, readCache, writeCache }] = await Promise.all([
    import("./cache/parse-cache.ts"),
    import("./cache/cache-file.ts"),
  ]);
  const place = cachePlaceOf(root, rules.limits, toolkit);
  if (watch !== undefined) {
    const parsed = watch.at(place);
    return { wrap: (parse) => parsed.wrap(parse), save: () => undefined, later: watch.later };
  }
  const parsed = stopwatch.time("last run", () => new ParseCache(readCache(place)));
  const save = (): void => stopwatch.time("write", () => writeCache(place, parsed.entries()));
  return { wrap: (parse) => parsed.wrap(parse), save };
}
