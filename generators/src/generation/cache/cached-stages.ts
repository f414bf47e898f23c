// The stages of a run, with a cache around what they parse. `save` is called once a run has written its files.
import { parseFile } from "../../source/index.ts";
import type { Stages } from "../run.ts";
import type { ParseCache } from "./parse-cache.ts";

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
