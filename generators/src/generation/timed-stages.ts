// The stages of a run, each timed. What is left over, the comparison with the disk, is the stopwatch's rest.
import { parseFile } from "../source/index.ts";
import type { Stopwatch } from "../source/stopwatch.ts";
import type { Stages } from "./run.ts";

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
