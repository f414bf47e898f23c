// One fault in an otherwise correct server -> the run reports it, for the right operation.
import { describe, expect, it } from "vitest";
import { misdeeds } from "./obedient/misdeeds.ts";
import { pairedFaults } from "./obedient/paired-faults.ts";
import { found, runAgainst } from "./obedient/run.ts";
import { writtenFaults } from "./obedient/written-faults.ts";

describe("the run finds", () => {
  it.each([...misdeeds, ...pairedFaults, ...writtenFaults])(
    "$api: $name",
    { timeout: 60_000 },
    async ({ api, habits, found: expected, only }) => {
      const [, subject = ""] = expected.split(" ");
      const own = only === undefined && api !== "hooks" ? subject : (only ?? null);
      const { report } = await runAgainst(api, habits, {
        failFast: true,
        deliveryMs: expected.startsWith("missing-event") ? 1_000 : 4_000,
        only: own,
      });
      expect(found(report)).toContain(expected);
      expect(report.ok).toBe(false);
    },
  );
});
