// Two releases of each of several APIs -> the table of docs/diff.md: what `waybill diff` calls major, and how much of that is wrong.
// `node generators/test/readers/release-pairs.ts FOLDER [API…]`; FOLDER has a clone of each repository, named OWNER+NAME. `--list` prints
// the majors as well, for a person to judge; `--write` puts the table into the page.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { machineText, markdownTable, writeQuoted } from "../../../scripts/bench/figures.ts";

interface Pair {
  readonly api: string;
  readonly repository: string;
  readonly file: string;
  readonly base: string;
  readonly revision: string;
  /** Majors that break no caller and no code, by what their messages begin with, as a person judged who read all of them and both descriptions. */
  readonly wrong: readonly string[];
}

const pairs: readonly Pair[] = [
  {
    api: "Asana",
    repository: "Asana/openapi",
    file: "defs/asana_oas.yaml",
    base: "ed83261",
    revision: "fc9f8dc",
    wrong: [],
  },
  {
    api: "Box",
    repository: "box/box-openapi",
    file: "openapi.json",
    base: "b021bb43",
    revision: "69dbe1ac",
    wrong: [],
  },
  {
    api: "Discord",
    repository: "discord/discord-api-spec",
    file: "specs/openapi.json",
    base: "493dc48",
    revision: "74fda0f",
    wrong: ["PrivateApplicationResponse.event_webhooks_types[]: some values"],
  },
  {
    api: "Meilisearch",
    repository: "meilisearch/open-api",
    file: "open-api.json",
    base: "d2fbc80",
    revision: "a2bd213",
    wrong: [],
  },
  { api: "Mollie", repository: "mollie/openapi", file: "specs.yaml", base: "2465156", revision: "ad7c567", wrong: [] },
  {
    api: "Okta",
    repository: "okta/okta-management-openapi-spec",
    file: "dist/current/management-minimal.yaml",
    base: "fd9b9f8",
    revision: "6dd1afa",
    wrong: [],
  },
  {
    api: "OpenAI",
    repository: "openai/openai-openapi",
    file: "openapi.yaml",
    base: "9382a83",
    revision: "f85dbe2",
    wrong: [],
  },
  {
    api: "PagerDuty",
    repository: "PagerDuty/api-schema",
    file: "reference/REST/openapiv3.json",
    base: "86acd00",
    revision: "2326e6b",
    wrong: [],
  },
  {
    api: "Plaid",
    repository: "plaid/plaid-openapi",
    file: "2020-09-14.yml",
    base: "68077a9",
    revision: "5c2920e",
    wrong: [],
  },
  {
    api: "Twilio Messaging",
    repository: "twilio/twilio-oai",
    file: "spec/json/twilio_messaging_v1.json",
    base: "4ae76f3",
    revision: "c854046",
    wrong: [],
  },
  {
    api: "Typesense",
    repository: "typesense/typesense-api-spec",
    file: "openapi.yml",
    base: "eac4e46",
    revision: "24facda",
    wrong: [],
  },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const [home = ".", ...chosen] = positionals;
/** OpenAI's has two misspelt keywords. */
const tolerated = ["--tolerate", "unknown-keyword"];
const waybill = path.join(import.meta.dirname, "../../bin/waybill.js");
const scratch = mkdtempSync(path.join(tmpdir(), "release-pairs-"));

function git(repository: string, ...args: readonly string[]): string {
  const folder = path.join(home, repository.replace("/", "+"));
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 2 ** 30 });
}

interface Change {
  readonly bump: "major" | "minor" | "patch";
  readonly message: string;
}

function rowOf({ api, repository, file, base, revision, wrong }: Pair): string[] {
  // Both have the same name: what is derived from it is no change.
  const [before, after] = [base, revision].map((commit, side) => {
    const copy = path.join(scratch, `${side}`, path.basename(file));
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, git(repository, "show", `${commit}:${file}`));
    return copy;
  });
  const started = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [waybill, "diff", before ?? "", after ?? "", "--json", ...tolerated],
    {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    },
  );
  if (stdout === "") throw new Error(`${api}: ${stderr}`);
  const seconds = (performance.now() - started) / 1000;
  const { changes }: { readonly changes: readonly Change[] } = JSON.parse(stdout);
  const majors = changes.filter(({ bump }) => bump === "major").map(({ message }) => message);
  const unused = wrong.filter((start) => !majors.some((message) => message.startsWith(start)));
  if (unused.length > 0) throw new Error(`${api}: no longer a major: ${unused.join(", ")}`);
  if (values.list) console.log([`# ${api}`, ...majors].join("\n"));
  const accused = majors.filter((message) => wrong.some((start) => message.startsWith(start))).length;
  const day = (commit: string): string => git(repository, "log", "-1", "--format=%cs", commit).trim();
  const precision = majors.length === 0 ? "" : `${((1 - accused / majors.length) * 100).toFixed(0)} %`;
  return [
    api,
    day(base),
    day(revision),
    `${changes.length}`,
    `${majors.length}`,
    `${accused}`,
    precision,
    seconds.toFixed(1),
  ];
}

try {
  const rows = pairs.filter(({ api }) => chosen.length === 0 || chosen.includes(api)).map(rowOf);
  const head = ["API", "base", "revision", "changes", "major", "wrong", "right", "seconds"];
  const text = `\n${machineText()}.\n\n${markdownTable(head, rows)}\n`;
  console.log(text);
  if (values.write) writeQuoted("release pairs", text, "diff.md");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
