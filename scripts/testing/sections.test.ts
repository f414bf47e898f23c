import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What a script with these sections prints and exits with. */
function run(...lines: readonly string[]): { status: number | null; output: string } {
  const script = ["set -euo pipefail", `source ${join(import.meta.dirname, "sections.sh")}`, ...lines].join("\n");
  const { status, stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8", timeout: 50_000 });
  return { status, output: stdout.replaceAll(/\d+ s/g, "N s") };
}

test("a section that fails stops no other, and fails the run", () => {
  const { status, output } = run(
    "two() { echo before; false; echo never; }",
    "section 'one' echo fine",
    "section 'two' two",
    "section 'three' echo fine too",
    "sections_passed",
  );
  expect(output).toBe(
    "\n== one ==\nfine\n-- one: N s (N s of a processor)\n\n== two ==\nbefore\n-- two: N s (N s of a processor), FAILED with exit code 1\n" +
      "\n== three ==\nfine too\n-- three: N s (N s of a processor)\n\nfailed: two\n",
  );
  expect(status).toBe(1);
});

test("what lanes print is not mixed, and a failure in one fails the run", () => {
  const { status, output } = run(
    'slow() { echo slow begins; until grep -qs ^quick: "$sections/times"; do sleep 0.01; done; echo slow ends; }',
    "quick() { echo quick; echo complaint >&2; return 3; }",
    "first() { section 'slow' slow; section 'after' echo after; }",
    "second() { section 'quick' quick; }",
    "lanes 2 first second",
    "sections_passed",
  );
  expect(output).toBe(
    "\n== quick ==\nquick\ncomplaint\n-- quick: N s (N s of a processor), FAILED with exit code 3\n" +
      "\n== slow ==\nslow begins\nslow ends\n-- slow: N s (N s of a processor)\n\n== after ==\nafter\n-- after: N s (N s of a processor)\n" +
      "\n== quick ==\nquick\ncomplaint\n\nfailed: quick\n",
  );
  expect(status).toBe(1);
});

test("a lane that ends early fails the run", () => {
  const { status, output } = run(
    "broken() { undefined-command; section 'never' true; }",
    "lanes 2 broken",
    "sections_passed",
  );
  expect(output).toBe("\nfailed: a lane which did not come to its end\n");
  expect(status).toBe(1);
});
