// The names of an operation and its path parameters in generated code.
import type { Operation } from "../../../model/http.ts";
import { insideBoth, mutual, type Rule, renames } from "../../rule.ts";

type Renamed = { from: string; to: string };

const operationRenamed = mutual<Renamed>(
  renames("operation-renamed", ({ from, to }) => `its name in generated code is ${to} instead of ${from}`),
);

const pathParameterRenamed = mutual<Renamed>(
  renames("path-parameter-renamed", ({ from, to }) => `its path parameter is ${to} instead of ${from}`),
);

export const namesRule: Rule<Operation> = {
  kinds: [operationRenamed, pathParameterRenamed],
  compare: (base, revision, report) => {
    if (base.name !== revision.name) {
      const at = insideBoth(base, revision, "operationId");
      report(operationRenamed, { from: base.name, to: revision.name }, ...at);
    }
    const [before, after] = [pathNamesOf(base), pathNamesOf(revision)];
    if (before.length !== after.length) return;
    for (const [index, from] of before.entries()) {
      const to = after[index];
      if (to !== undefined && to !== from) report(pathParameterRenamed, { from, to }, base.at, revision.at);
    }
  },
};

/** In the order of the path. */
export function pathNamesOf({ path }: Pick<Operation, "path">): string[] {
  return path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
}
