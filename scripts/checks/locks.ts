// `pnpm --dir scripts/checks locks [--write]`: what users see of the packed packages -> one SHA-256 a subject, compared with locks.gen.json.
// A change of structure changes none of them; a change of output records those it means to change with `--write`. It needs
// `pnpm tarballs`; without the corpus beside the repository the rows of its descriptions are skipped, and counted as such.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { parseSync } from "oxc-parser";
import { freshFolder } from "../stories/harness/fresh-folder.ts";
import { findTarballs, type Tarball } from "../stories/harness/tarballs.ts";
import { generateCases, targetPackages } from "../stories/packages/options.ts";

type Locks = Record<string, string>;

const root = path.join(import.meta.dirname, "../..");
const corpus = path.resolve(process.env["WAYBILL_SHARED"] ?? path.join(root, "../shared"), "corpus");
const fixtures = path.join(root, "generators/test/cases/fixtures");
const record = path.join(import.meta.dirname, "locks.gen.json");
/** `--root`: another checkout whose tarballs are tried, such as the last release. */
const { values } = parseArgs({ options: { write: { type: "boolean" }, root: { type: "string" } } });

using folder = freshFolder("locks");
const tarballs = targetPackages(findTarballs(values.root));
const cases = await generateCases(folder.path, tarballs);
const waybill = path.join(folder.path, "node_modules/waybill/dist/cli/main.js");
const locks = {
  ...codeOfRepository(),
  ...Object.fromEntries(cases.map(({ name }) => [`option ${name}`, hashOf(name, "**/*.gen.*")])),
  ...codeOfCorpus(),
  ...Object.assign({}, ...tarballs.map(packageLocks)),
  ...commandLocks(),
};
if (values.write) writeFileSync(record, `${JSON.stringify(locks, null, 2)}\n`);
else compare(JSON.parse(readFileSync(record, "utf8")));

/** The files that are checked in, a row a folder. */
function codeOfRepository(): Locks {
  const files = globSync("{packages,examples,docs}/**/*.gen.*", { cwd: root, exclude: isBuilt });
  const folders = [...new Set(files.map((file) => path.dirname(file)))].sort();
  return Object.fromEntries(folders.map((name) => [`generated ${name}`, hashOf(path.join(root, name), "*.gen.*")]));
}

function isBuilt(name: string): boolean {
  return name === "node_modules" || name === "dist";
}

/** What other people's descriptions become: all targets that work on each. */
function codeOfCorpus(): Locks {
  const names = globSync(["asyncapi/*.yml", "openapi/*.json.gz"], { cwd: corpus }).sort();
  if (names.length === 0) console.log(`skipped: there are no descriptions in ${corpus}`);
  const rows = names.map((name) => {
    const input = `inputs/${path.basename(name, ".gz")}`;
    const bytes = readFileSync(path.join(corpus, name));
    write(input, name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    const isEvents = name.startsWith("asyncapi");
    const targets = isEvents ? ["types", "zod"] : ["types", "zod", "server", "client"];
    const out = `corpus-${path.basename(name)}`;
    const flags = [isEvents ? "--asyncapi" : "--openapi", input, "--out", out];
    const { status, output } = run("generate", ...flags, ...targets.flatMap((target) => ["--target", target]));
    return [`corpus ${name}`, digest(`${status}\n${status === 0 ? hashOf(out, "**/*.gen.*") : output}`)];
  });
  return Object.fromEntries(rows);
}

/** The names of the files, but for parts that only other files of the package import; and the types that each entry leads to. */
function packageLocks({ name }: Tarball): Locks {
  const home = path.join(folder.path, "node_modules", name);
  const files = globSync("**/*", { cwd: home, exclude: (one) => one === "node_modules" || one === "parts" }).sort();
  const manifest: { readonly exports?: Readonly<Record<string, string | { readonly types?: string }>> } = JSON.parse(
    readFileSync(path.join(home, "package.json"), "utf8"),
  );
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([entry, to]) => {
    const types = typeof to === "string" ? undefined : to.types;
    return types === undefined ? [] : [[`types ${name} ${entry}`, digest(declarations(path.join(home, types)))]];
  });
  return { [`files ${name}`]: digest(files.join("\n")), ...Object.fromEntries(entries) };
}

/** The declarations of a module and of the modules of its package that it imports, in an order that does not depend on files. */
function declarations(entry: string): string {
  const files = [entry];
  const texts: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const statement of parseSync(file, text).program.body) {
      const from = "source" in statement ? (statement.source?.value ?? "") : "";
      if (from.startsWith(".")) {
        const next = path.join(path.dirname(file), from.replace(/\.js$/, ".d.ts"));
        if (!files.includes(next)) files.push(next);
      } else texts.push(text.slice(statement.start, statement.end));
    }
  }
  return texts.sort().join("\n");
}

/** The help of each command; verdicts, exit codes and `--json` on inputs that have findings. */
function commandLocks(): Locks {
  const help = run("--help").output;
  const commands = [...new Set([...help.matchAll(/^ {2}(?:waybill )?([a-z]+)\b/gm)].map(([, name = ""]) => name))];
  const inputs = globSync("{codegen,asyncapi,openapi-3.2}/*.{yaml,yml,json}", { cwd: fixtures }).sort();
  const pairs = globSync("diff/*/base.*", { cwd: fixtures }).sort();
  return Object.fromEntries([
    ...commands.map((name) => [`help ${name}`, result(name, "--help")]),
    ...inputs.map((name) => [`lint ${name}`, result("lint", path.join(fixtures, name), "--json")]),
    ...pairs.map((base) => [
      `diff ${base}`,
      result(
        "diff",
        ...["base.", "revision."].map((side) => path.join(fixtures, base.replace("base.", side))),
        "--json",
      ),
    ]),
  ]);
}

function result(...args: readonly string[]): string {
  const { status, output } = run(...args);
  return digest(`${status}\n${output}`);
}

function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [waybill, ...args], {
    cwd: folder.path,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", COLUMNS: "100" },
    maxBuffer: 1 << 30,
  });
  // Neither where it ran nor how long it took.
  const output = `${stdout}${stderr}`
    .replaceAll(folder.path, "")
    .replaceAll(fixtures, "")
    .replaceAll(path.relative(folder.path, fixtures), "")
    .replace(/\b[\d.]+ m?s\b|"milliseconds": \d+/g, "");
  return { status, output };
}

function compare(recorded: Locks): void {
  const skipped = Object.keys(recorded).filter((name) => !(name in locks) && !existsSync(corpus));
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(locks)])].filter(
    (name) => !skipped.includes(name),
  );
  const changed = names.filter((name) => recorded[name] !== (locks as Locks)[name]);
  for (const name of changed)
    console.log(`${name}: ${name in recorded ? (name in locks ? "changed" : "gone") : "new"}`);
  console.log(`${names.length - changed.length} of ${names.length} locks are equal, ${skipped.length} skipped`);
  if (changed.length > 0) {
    console.log("hint: when the change is meant, run it with --write and say in the commit what changed and why");
    process.exitCode = 1;
  }
}

/** Of the files that match, with their paths. */
function hashOf(home: string, pattern: string): string {
  const cwd = path.resolve(folder.path, home);
  const files = globSync(pattern, { cwd, exclude: (name) => name === "node_modules" }).sort();
  return digest(files.map((file) => `${file}\0${readFileSync(path.join(cwd, file), "utf8")}`).join("\0"));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function write(name: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
  writeFileSync(path.join(folder.path, name), bytes);
}
