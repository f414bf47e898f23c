// Some operations of a description and a seed -> programs over the generated client, upgraded to random other names: what is wrong then.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { generate, upgrade } from "../../../generators/src/entries/index.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { type Json, mark, randomOf, someOperations, withRenames } from "./random-renames.ts";

export interface RenamedCallers {
  readonly programs: number;
  readonly renames: number;
  readonly requests: number;
  readonly problems: readonly string[];
}

export async function upgradeRenamed(
  description: { [key: string]: Json },
  { seed, operations }: { readonly seed: number; readonly operations: number },
): Promise<RenamedCallers> {
  const random = randomOf(seed);
  const before = someOperations(description, operations, random);
  const { renamed, count } = withRenames(before, random);
  using folder = freshFolder("renames");
  const home = folder.path;
  const put = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), text);
  };
  const git = (...words: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=Waybill", "-c", "user.email=waybill@example.com", ...words], { cwd: home });
  };
  const tolerate = ["ambiguous-path", "invalid-default"];
  const api = { openapi: "api.json", out: "gen", importExtension: ".ts", tolerate } as const;
  symlinkSync(path.join(import.meta.dirname, "../../../node_modules"), path.join(home, "node_modules"), "dir");
  put("package.json", '{ "type": "module" }');
  put(".gitignore", "node_modules\n");
  put("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src", "node.d.ts"] }));
  // All that the programs use of Node: its types would be read, and bound, four times.
  put("node.d.ts", "declare const process: { readonly env: Readonly<Record<string, string | undefined>> };\n");
  put("api.json", JSON.stringify(before));
  const made = await generate(
    { apis: { api: { ...api, targets: ["types", "client", "samples"] } } },
    { cwd: home, cache: false },
  );
  if (!made.ok)
    throw new Error(JSON.stringify(made.diagnostics.filter(({ severity }) => severity === "error").slice(0, 3)));
  for (const [name, text] of await programsOf(path.join(home, "gen/samples/samples.gen.ts"), before))
    put(`src/${name}.ts`, text);
  const config = { apis: { api: { ...api, targets: ["types", "client"] as const } } };
  const own = await generate(
    { apis: { api: { ...api, targets: [...config.apis.api.targets] } } },
    { cwd: home, cache: false },
  );
  if (!own.ok) throw new Error("the client was not generated");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "before");
  const sent = requestsOf(home);
  put("api.json", JSON.stringify(renamed));
  const result = await upgrade(
    { apis: { api: { ...api, targets: [...config.apis.api.targets] } } },
    { cwd: home, write: true },
  );
  const problems = [
    ...result.usage.map(({ message }) => message),
    ...result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
    ...result.left.map(
      ({ file, line, message, hint }) => `${file}:${line} ${message} (${hint}): ${lineOf(path.join(home, file), line)}`,
    ),
  ];
  const now = requestsOf(home);
  for (const [program, request] of sent) {
    const after = now.get(program)?.replaceAll(mark, "").replaceAll(encodeURIComponent(mark), "");
    if (after !== request) problems.push(`${program} sent ${request} and sends ${after}`);
  }
  return { programs: readdirSync(path.join(home, "src")).length, renames: count, requests: sent.size, problems };
}

function lineOf(file: string, line: number): string {
  return readFileSync(file, "utf8").split("\n")[line - 1]?.trim().slice(0, 160) ?? "";
}

const compilerOptions = {
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "nodenext",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

/** The program that the description's documentation shows for each operation, and what reads its response. */
async function programsOf(samples: string, description: { [key: string]: Json }): Promise<[string, string][]> {
  const { samples: all }: { samples: Record<string, { lang: string; source: string }[]> } = await import(
    pathToFileURL(samples).href
  );
  return Object.entries(all).flatMap(([id, languages], index): [string, string][] => {
    const source = languages.find(({ lang }) => lang === "typescript")?.source;
    if (source === undefined) return [];
    const text = source.replace(/from "\.{1,2}\/(?:client\/)?/g, 'from "../gen/client/');
    return [[`program-${index}`, `${text}\n${readingOf(id, description)}`]];
  });
}

/** `if (response.status === 200) { const { id, name: given } = response.body; … }`. */
function readingOf(id: string, description: { [key: string]: Json }): string {
  const found = successOf(id, description);
  if (found === null) return "";
  const [first, second, third] = found.names.map((name) => JSON.stringify(name));
  if (first === undefined) return "";
  return [
    `if (response.status === ${found.status}) {`,
    `  const { ${first}: given${second === undefined ? "" : `, ${second}: other`} } = response.body;`,
    `  console.log(given${second === undefined ? "" : ", other"}${third === undefined ? "" : `, response.body[${third}]`});`,
    "}",
    "",
  ].join("\n");
}

function successOf(id: string, description: { [key: string]: Json }): { status: number; names: string[] } | null {
  const at = (value: Json | undefined, ...keys: string[]): Json | undefined =>
    keys.reduce<Json | undefined>(
      (found, key) => (typeof found === "object" && found !== null && !Array.isArray(found) ? found[key] : undefined),
      value,
    );
  const resolved = (value: Json | undefined): Json | undefined => {
    const reference = at(value, "$ref");
    return typeof reference === "string" ? at(description, ...reference.slice(2).split("/")) : value;
  };
  for (const item of Object.values(Object(at(description, "paths"))))
    for (const operation of Object.values(Object(item))) {
      const fields = operation as Json;
      if (at(fields, "operationId") !== id) continue;
      for (const status of [200, 201]) {
        const schema = resolved(
          at(resolved(at(fields, "responses", String(status))), "content", "application/json", "schema"),
        );
        const names = Object.keys(Object(at(schema, "properties")));
        if (at(schema, "allOf") === undefined && names.length > 0) return { status, names: names.slice(0, 3) };
      }
    }
  return null;
}

/** What each program sends, by its name: a fetch that records and then fails. */
function requestsOf(home: string): Map<string, string> {
  const runner = path.join(home, "run.mjs");
  writeFileSync(runner, recorder);
  const printed = execFileSync(process.execPath, [runner], {
    cwd: home,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, BASE_URL: "https://api.example.com", TOKEN: "t", NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const requests: [string, string][] = JSON.parse(printed.slice(printed.lastIndexOf("\n[") + 1));
  return new Map(requests);
}

const recorder = `
import { readdirSync } from "node:fs";
const sent = [];
let current = "";
console.log = () => {};
globalThis.fetch = async (url, init) => {
  const request = new Request(url, init);
  const body = await request.text();
  sent.push([current, request.method + " " + request.url + " " + JSON.stringify([...request.headers]) + " " + body]);
  throw new TypeError("recorded");
};
for (const file of readdirSync("src").sort()) {
  current = file;
  await import(new URL("src/" + file, import.meta.url).href).catch(() => {});
}
process.stdout.write("\\n" + JSON.stringify(sent));
`;
