import { expect, test } from "vitest";
import { Progress } from "../../src/cli/terminal/progress.ts";

/** A command of three stages whose clock only this test moves. */
function printedBy(isWatched: boolean): string[] {
  const printed: string[] = [];
  let now = 0;
  const progress = new Progress("docs", { isWatched, err: (text) => void printed.push(text) }, () => now);
  progress.stage("reading");
  now = 1900;
  progress.step(1);
  now = 2000;
  progress.stage("building pages", 40);
  for (const [at, done] of [
    [2100, 1],
    [4000, 10],
    [4100, 11],
  ] as const) {
    now = at;
    progress.step(done);
  }
  progress.stage("copying files");
  progress.end();
  progress.end();
  return printed;
}

test("on a terminal, a command that takes longer than two seconds prints its stage, count and the time left", () => {
  const clear = "\r\u001b[K";
  expect(printedBy(true)).toEqual([
    `${clear}docs: building pages, 0 of 40`,
    `${clear}docs: building pages, 10 of 40, 6 s left`,
    `${clear}docs: copying files`,
    clear,
  ]);
});

test("in a pipe, nothing of it is printed", () => expect(printedBy(false)).toEqual([]));
