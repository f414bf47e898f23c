// The stages of a run -> the same, timed, or with a cache around what they parse.
import { parseFile } from "../source/index.ts";
import type { Stopwatch } from "../source/stopwatch.ts";
import type { ParseCache } from "./cache/parse-cache.ts";
import type { Stages } from "./run.ts";

/** What is left over, the comparison with the disk, is the stopwatch's rest. */
export function timedStages(stages: Stages, stopwatch: Stopwatch): Stages {
  return {
    ...stages,
    read: (project, report, parse = parseFile) =>
      stopwatch.time("read", () => stages.read(project, report, (file) => stopwatch.time("parse", () => parse(file)))),
    check: (...run) => stopwatch.timeAsync("check", () => stages.check(...run)),
    render: async (...run) => {
      const rendered = await stages.render(...run);
      const [{ apis }] = run;
      for (const { api, place, milliseconds } of rendered.targets)
        stopwatch.assign(`target ${apis.length === 1 ? "" : `${api}/`}${place.target}`, milliseconds);
      return rendered;
    },
    write: (...run) => stopwatch.time("write", () => stages.write(...run)),
  };
}

/** `save` is called once a run has written its files. */
export function cachedStages(stages: Stages, cache: ParseCache, save: () => void): Stages {
  return {
    ...stages,
    read: (project, report, parse = parseFile) => stages.read(project, report, cache.wrap(parse)),
    write: (...run) => {
      stages.write(...run);
      const [, , , report] = run;
      if (report.list().every(({ code }) => code !== "unwritable-file")) save();
    },
  };
}
