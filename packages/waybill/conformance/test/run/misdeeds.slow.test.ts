// One fault in an otherwise correct server -> the run reports it, for the right operation.
import { describe, expect, it } from "vitest";
import { isLong } from "../../../../../scripts/testing/long.ts";
import { type Misdeed, misdeeds, writtenFaults } from "./obedient/misdeeds.ts";
import { found, runAgainst } from "./obedient/run.ts";

/** Every night all of them; on each change one for each check. CI also looks for a sample of the faults of the service (`pnpm --filter faults seeded`). */
const all = [...misdeeds, ...writtenFaults];
const tried = isLong ? all : [...Map.groupBy(all, checkOf).values()].flatMap(([first]) => first ?? []);

describe("the run finds", () => {
  it.each(tried)("a fault of $api: $name", async ({ api, habits, found: expected, only }) => {
    const [, subject = ""] = expected.split(" ");
    const own = only === undefined && api !== "hooks" ? subject : (only ?? null);
    const { report } = await runAgainst(api, habits, {
      failFast: true,
      deliveryMs: expected.startsWith("missing-event") ? 1_000 : 4_000,
      only: own,
    });
    expect(found(report)).toContain(expected);
    expect(report.ok).toBe(false);
  });
});

function checkOf({ found: expected }: Misdeed): string {
  return expected.slice(0, expected.indexOf(" "));
}
