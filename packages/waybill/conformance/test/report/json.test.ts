import { describe, expect, test } from "vitest";
import { jsonReport } from "../../src/report/json.ts";
import { finding, hostile, report } from "./sample.ts";

describe("the report as JSON", () => {
  test("has everything, with the same keys in the same order", () => {
    const parsed: Record<string, unknown> = JSON.parse(jsonReport(report({ findings: [finding()] })));
    expect(Object.keys(parsed).join(" ")).toBe(
      "ok command url seed milliseconds requests deliveries complete ledger findings staleExcuses notes checks unmet cases cells",
    );
    expect(parsed).toMatchObject({
      ok: false,
      command: "conform",
      seed: 7,
      ledger: { cells: 7, seen: 3, excused: 1, holes: 3 },
      notes: [`no other key was given ${hostile}`],
    });
    const { evidence, ...members } = finding();
    const sentence = 'getOrder 200: /status must be equal to one of the allowed values, is "LOST"';
    expect(parsed["findings"]).toEqual([{ ...members, ...evidence, sentence, cause: 1 }]);
    expect(parsed["cases"]).toHaveLength(3);
    expect(parsed["cells"]).toContainEqual(expect.objectContaining({ id: "getOrder 429", state: "hole", seen: 0 }));
  });

  test("does not depend on the order of members in the report", () => {
    const made = report();
    const turned = {
      ...made,
      cells: made.cells.map(turn),
      findings: made.findings.map(turn),
      cases: made.cases.map(turn),
    };
    expect(Object.keys(turned.cells[0] ?? {})).not.toEqual(Object.keys(made.cells[0] ?? {}));
    expect(jsonReport(turn(turned))).toBe(jsonReport(made));
  });
});

/** The same object with its members the other way round. */
function turn<T extends object>(value: T): T {
  const entries = Object.entries(value);
  const turned: T = { ...value };
  for (const [key] of entries) Reflect.deleteProperty(turned, key);
  for (const [key, member] of entries.reverse()) Reflect.set(turned, key, member);
  return turned;
}
