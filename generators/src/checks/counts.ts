// How many schemas, operations and messages a description has, against the limits: each becomes pages of output.
import type { Report } from "../diagnostics/index.ts";
import type { LimitName, Limits, Location } from "../source/index.ts";

interface Counted {
  readonly schemas: readonly Placed[];
  readonly operations: readonly Placed[];
  readonly messages: readonly Placed[];
}

interface Placed {
  readonly at: Location;
}

/** Reports the first of each kind that exceeds its limit. */
export function checkCounts(
  { report, sources }: { readonly report: Report; readonly sources: { readonly limits: Limits } },
  { schemas, operations, messages }: Counted,
): void {
  const check = (limit: LimitName, all: readonly Placed[]): void => {
    const max = sources.limits[limit];
    const extra = all[max];
    if (extra !== undefined) report.add("over-limit", { kind: "key", location: extra.at }, { limit, max });
  };
  check("schemas", schemas);
  check("operations", [...operations, ...messages]);
}
