// Samples of a description that has every kind of request, and hostile text in every example, are run: each language sends what the
// others send. Go is compiled as one program of all samples.

import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { missingTools } from "../../../../scripts/testing/missing-tools.ts";
import { startServer } from "../../local-server.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";
import { everyRequest } from "./every-request.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const environment = {
  API_KEY: "key+&=%'one'",
  API_USER: "ann",
  API_PASSWORD: 'p:w " $x',
  HEADER_API_KEY: "h",
  QUERY_API_KEY: "q&q",
};

type Samples = typeof import("../../../../docs/samples/samples.ts");
const received = new Map<string, unknown[]>();
let module: Samples | null = null;

beforeAll(async () => {
  const { diagnostics } = await generate(
    new Map([["openapi.yaml", JSON.stringify(everyRequest)]]),
    ["samples"],
    directory,
  );
  expect(diagnostics).toBe("");
  module = await import(pathToFileURL(path.join(directory, "samples/samples.gen.ts")).href);
});

const tools = missingTools(["curl", "python3"]);
const others = ["ruby", "php", "go"].filter((tool) => missingTools([tool]).length === 0);

it.skipIf(tools.length > 0)("each language sends the same", async () => {
  const samples = Object.entries(module?.samples ?? {});
  expect(samples.length).toBe(Object.keys(everyRequest.paths).length);
  expect(module?.missing).toEqual({ lines: { typescript: "a body that is a sequence is made by a program" } });
  const work = path.join(directory, "work");
  mkdirSync(work);
  for (const name of ["body.png", "photo.bin"]) writeFileSync(path.join(work, name), `bytes of a \0 file\r\n`);
  for (const [id, list] of samples)
    for (const { lang, source } of list) writeFileSync(path.join(work, `${id}.${lang}.ts`), `${source}\n`);
  const ids = samples.map(([id]) => id);
  await runAll(
    "sh",
    ["-eu", "-c", 'for id; do CURRENT=$id; BASE_URL="$SERVER/shell/$id"; . "./$id.shell.ts"; done', "-", ...ids],
    work,
  );
  await runAll("python3", ["-B", "-c", runPython, ...ids], work);
  if (others.includes("ruby")) await runAll("ruby", ["-W0", "-e", runRuby, ...ids], work);
  if (others.includes("php")) await runAll("php", ["-d", "display_errors=stderr", "-r", runPhp, ...ids], work);
  writeGoProgram(work, new Map(samples));
  if (others.includes("go")) await runAll("go", ["run", "./go"], work);
  const inTypeScript = ids.filter((id) => id !== "lines");
  await runAll(process.execPath, ["--input-type=module", "-e", runTypeScript, ...inTypeScript], work);
  for (const id of ids) {
    const [shell, typescript] = ["shell", "typescript"].map((lang) => received.get(`${lang} ${id}`));
    for (const lang of ["python", ...others])
      expect({ id, lang, sent: received.get(`${lang} ${id}`) }).toEqual({ id, lang, sent: shell });
    if (id !== "lines") expect({ id, sent: typescript }).toEqual({ id, sent: shell });
    expect(shell).toHaveLength(1);
  }
});

const runPython = `
import os, sys
for id in sys.argv[1:]:
    os.environ["BASE_URL"] = os.environ["SERVER"] + "/python/" + id
    exec(compile(open(id + ".python.ts", encoding="utf-8").read(), id, "exec"), {})
`;

const runRuby = `
ARGV.each do |id|
  ENV["BASE_URL"] = ENV["SERVER"] + "/ruby/" + id
  eval(File.read(id + ".ruby.ts", encoding: "UTF-8"), TOPLEVEL_BINDING.dup, id)
end
`;

const runPhp = `
foreach (array_slice($argv, 1) as $id) {
  putenv("BASE_URL=" . getenv("SERVER") . "/php/" . $id);
  (function () use ($id) { include $id . ".php.ts"; })();
}
`;

/** Each sample as a file with a function of its own, which is called with its address. */
function writeGoProgram(work: string, samples: ReadonlyMap<string, Samples["samples"][string]>): void {
  mkdirSync(path.join(work, "go"));
  writeFileSync(path.join(work, "go.mod"), "module samples\n");
  const ids = [...samples.keys()];
  for (const [at, id] of ids.entries()) {
    const { source = "" } = samples.get(id)?.find(({ lang }) => lang === "go") ?? {};
    writeFileSync(path.join(work, `go/sample${at}.go`), `${source.replace("func main()", `func sample${at}()`)}\n`);
  }
  const calls = ids.map((id, at) => `\tos.Setenv("BASE_URL", os.Getenv("SERVER")+"/go/${id}")\n\tsample${at}()\n`);
  writeFileSync(path.join(work, "go/main.go"), `package main\n\nimport "os"\n\nfunc main() {\n${calls.join("")}}\n`);
}

// Each has the time of its import to itself.
const runTypeScript = `
import { pathToFileURL } from "node:url";
for (const id of process.argv.slice(1)) {
  process.env.BASE_URL = process.env.SERVER + "/typescript/" + id;
  await import(pathToFileURL(id + ".typescript.ts").href);
}
`;

async function runAll(command: string, args: readonly string[], cwd: string): Promise<void> {
  const listening = createServer({ maxHeaderSize: 1 << 20 }, async (request, response) => {
    const [, lang = "", id = "", ...rest] = (request.url ?? "").split("/");
    const key = `${lang} ${id}`;
    received.set(key, [...(received.get(key) ?? []), await meaningOf(request, rest.join("/"))]);
    response.writeHead(200, { "Content-Type": "application/json" }).end(request.method === "HEAD" ? "" : "{}");
  });
  await using server = await startServer(listening);
  await promisify(execFile)(command, [...args], { cwd, env: { ...process.env, ...environment, SERVER: server.url } });
}

const headerNames = ["authorization", "cookie", "content-type", "x-one", "x-key", "x-list"];

/** What a server goes by: the boundary of a multipart body is anything, and the fields of a form have two spellings. */
async function meaningOf(request: IncomingMessage, target: string): Promise<unknown> {
  const body = await buffer(request);
  const headers = Object.fromEntries(headerNames.map((name) => [name, request.headers[name] ?? null]));
  const type = String(headers["content-type"] ?? "");
  const common = {
    method: request.method,
    target: normal(target),
    headers: { ...headers, "content-type": type.replace(/;\s*boundary=.*/, "") },
  };
  if (type.startsWith("application/json")) return { ...common, body: JSON.parse(body.toString()) };
  if (type.startsWith("application/x-www-form-urlencoded"))
    return { ...common, body: [...new URLSearchParams(body.toString())] };
  if (!type.startsWith("multipart/")) return { ...common, body: body.toString("base64") };
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const parts = await Promise.all([...form].map(async ([name, value]) => [name, await meaningOfPart(value)]));
  return { ...common, body: parts };
}

/**
 * `FormData` makes every line end of a field a CR LF, and gives JSON the name of a file, "blob"; the other two send both as they
 * are.
 */
async function meaningOfPart(value: string | File): Promise<unknown> {
  if (typeof value === "string") return value.replace(/\r\n?/g, "\n");
  if (value.type === "application/json") return value.text();
  return [value.type, Buffer.from(await value.arrayBuffer()).toString("base64")];
}

/** One spelling of what means the same: a fetch percent-encodes single quotes, curl writes the digits of a key in lower case. */
function normal(target: string): string {
  return target.replaceAll("'", "%27").replace(/%[0-9a-f]{2}/g, (encoded) => encoded.toUpperCase());
}
