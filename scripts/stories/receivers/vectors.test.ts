// The guide's programs for Node, Python and the shell, none of which uses this project's code, agree with the vectors of signatures,
// and notice errors. `pnpm stories receivers` runs those in other languages too.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { oneIn } from "../../testing/long.ts";
import { missingTools } from "../../testing/missing-tools.ts";
import { endOf } from "../../testing/programs.ts";
import { type Case, casesOf, signaturesFile } from "./cases.ts";
import { programs } from "./programs.ts";

vi.setConfig({ testTimeout: 180_000 });

const published = readFileSync(signaturesFile, "utf8");

/** Each makes one verdict wrong, once for the body, once for the signature, once for the secret. */
const mistakes: readonly (readonly [what: string, name: string, was: string, is: string])[] = [
  ["a body that was not signed", "body-not-ascii", "TASSE-GRÜN", "TASSE-GRUN"],
  ["bytes that were not signed", "body-not-utf-8", '"rawBodyBase64": "e', '"rawBodyBase64": "f'],
  ["a verdict that is wrong", "signature-uppercase", '"valid": false', '"valid": true'],
  ["a secret that is another", "secret-not-ascii", "whsec_schlüssel", "whsec_schluessel"],
];

test("there are valid vectors, and others", () => {
  expect(new Set(casesOf(published).map(({ valid }) => valid))).toEqual(new Set([true, false]));
  expect(() => casesOf('{ "vectors": [] }')).toThrow();
});

describe.each(programs.filter(({ isTested }) => isTested))("the receiver $file", ({ file, tools }) => {
  const missing = missingTools(Object.keys(tools));
  if (missing.length > 0) {
    test.skip(`there is no ${missing.join(" and no ")}; bash scripts/testing/install.sh ${missing.join(" ")}`);
    return;
  }

  // `pnpm stories receivers`, in CI, has each program judge all of them. The shell starts several processes for each.
  test("agrees with the vectors", async () => {
    const all = casesOf(published);
    const judged = file.endsWith(".sh") ? oneIn(5, all) : all;
    expect(new Set(judged.map(({ valid }) => valid)).size).toBe(2);
    expect(await judgedWrong(file, judged)).toEqual([]);
  });

  test("notices each mistake, and nothing else", async () => {
    const cases = mistakes.flatMap(([, name, was, is]) => {
      const start = published.indexOf(`"name": "${name}"`);
      const text = published.slice(0, start) + published.slice(start).replace(was, is);
      expect(text).not.toBe(published);
      return casesOf(text).filter((one) => one.name === name);
    });
    const [right] = casesOf(published);
    if (right === undefined) throw new Error("there are vectors");
    // The others are judged above; the shell takes a second for all of them.
    expect(await judgedWrong(file, [right, ...cases])).toEqual(cases.map(({ name }) => name));
  });
});

/** The names of the cases that the program judges wrong. */
async function judgedWrong(file: string, cases: readonly Case[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-vectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const casesFile = join(folder, "cases.json");
  writeFileSync(casesFile, JSON.stringify(cases));
  const program = join(import.meta.dirname, "../../../docs/guides/verify", file);
  const judge = programs.find((one) => one.file === file)?.judge;
  if (judge === null || judge === undefined) throw new Error(`${file} is not in scripts/stories/receivers/programs.ts`);
  const { code, output } = await endOf(judge({ program, cases: casesFile, folder }), { cwd: folder });
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output}`);
  // Bash warns where the locale of this machine is not installed.
  return output.split("\n").filter((line) => line !== "" && !line.startsWith("bash: warning: setlocale: "));
}
