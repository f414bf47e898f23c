// The tests of what HTTP has besides methods, bodies and statuses, run -> the table of docs/http.md: which part does what of each row.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");
const columns = ["client", "server", "mock server", "kit"] as const;
type Column = (typeof columns)[number];

/** Each `describe` of these names is a row, and each of its tests begins with its column: "the client …". */
const files = [
  "generators/test/cases/http.test.ts",
  "generators/test/cases/http-events.test.ts",
  "packages/waybill/mocks/test/http.test.ts",
  "packages/waybill/conformance/test/run/http.test.ts",
];

/** Tests of other files that show the same. */
const others: readonly (readonly [row: string, column: Column, file: string, test: RegExp])[] = [
  ["`RateLimit`", "kit", "packages/waybill/conformance/test/run/rate-watch.test.ts", /good headers count down/],
  [
    "Problem details",
    "kit",
    "packages/waybill/conformance/test/exchange/check-response.test.ts",
    /a problem with more members/,
  ],
  ["Server-sent events", "kit", "packages/waybill/conformance/test/exchange/streams.test.ts", /server-sent events/],
];

interface Test {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly fullName: string;
  readonly status: string;
}

function testsIn(paths: readonly string[]): (Test & { readonly file: string })[] {
  const output = path.join(mkdtempSync(path.join(tmpdir(), "waybill-http-")), "tests.json");
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const run = spawnSync(process.execPath, [vitest, "run", ...paths, "--reporter=json", `--outputFile=${output}`], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (run.status !== 0) throw new Error(`the tests fail: vitest run ${paths.join(" ")}`);
  const {
    testResults,
  }: { readonly testResults: { readonly name: string; readonly assertionResults: readonly Test[] }[] } = JSON.parse(
    readFileSync(output, "utf8"),
  );
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: path.relative(root, name).replaceAll("\\", "/") })),
  );
}

const tests = testsIn([...files, ...new Set(others.map(([, , file]) => file))]);
const passed = tests.filter(({ status }) => status === "passed");
const rows = new Map<string, Set<Column>>();
for (const { ancestorTitles, title, file } of passed) {
  const [row] = ancestorTitles;
  if (row === undefined || !files.includes(file)) continue;
  const cells = rows.get(row) ?? new Set<Column>();
  rows.set(row, cells);
  for (const column of columns) if (new RegExp(`\\bthe ${column}\\b`).test(title)) cells.add(column);
}
for (const [start, column, file, pattern] of others) {
  const row = [...rows.keys()].find((name) => name.startsWith(start));
  const isShown = passed.some((test) => test.file === file && pattern.test(test.fullName));
  if (row === undefined || !isShown) throw new Error(`no test shows ${start} of the ${column}`);
  rows.get(row)?.add(column);
}
console.log(`| | ${columns.join(" | ")} |\n|---|${columns.map(() => "---|").join("")}`);
for (const [row, cells] of rows)
  console.log(`| ${row} | ${columns.map((column) => (cells.has(column) ? "yes" : "")).join(" | ")} |`);
