// The table of rules holds together: each has an opposite, a case and a file of cases, and requests are judged as responses are
// when the descriptions change places, or it says why not.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { AnyKind } from "../../src/diff/change.ts";
import { kinds } from "../../src/diff/rules/all-rules.ts";
import { areas, caseFiles } from "./cases.ts";

const rules = path.join(import.meta.dirname, "../../src/diff/rules");
/** Files that hold no rule of their own. */
const supporting = new Set(["all-rules", "http-rules", "schema-rules", "shown"]);

describe("the rules of diff", () => {
  it("have names of their own, in kebab-case", () => {
    const ids = kinds.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it.each(kinds.map((kind) => [kind.id, kind] as const))(
    "have an opposite that is mirrored, or state why not: %s",
    (_, kind) => {
      const opposite = kinds.find(({ id }) => id === kind.opposite);
      expect(opposite).toBeDefined();
      if (opposite !== undefined) expect(isMirrored(kind, opposite)).toBe(kind.uneven === undefined);
    },
  );

  it("have a case each", () => {
    const found = new Set(caseFiles.flatMap(({ cases }) => cases.map(({ finds }) => finds)));
    expect(kinds.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
  });

  it("have a file of cases for each file of rules", () => {
    const written = areas.flatMap((area) =>
      readdirSync(path.join(rules, area))
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `${area}/${path.basename(name, ".ts")}`),
    );
    const expected = written.filter((name) => !supporting.has(path.basename(name))).sort();
    expect(caseFiles.map(({ name }) => name).sort()).toEqual(expected);
  });
});

function isMirrored(kind: AnyKind, opposite: AnyKind): boolean {
  return kind.request === opposite.response && kind.response === opposite.request && kind.event === opposite.event;
}
