// `pnpm --filter @fulfillment/docs any [--sample] [name]`: sites that `waybill docs build` makes of published descriptions, in Chromium, by the checks of this site:
// pages, layout shift, arrival in pieces, what readers look for, search, keyboard, without scripts, speed. Prints the time and memory of
// each build; exits 1 when a check finds something, or a build takes more time or memory than it may.

import { once } from "node:events";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { unpack } from "../../scripts/corpus/descriptions.ts";
import { freshFolder } from "../../scripts/stories/harness/fresh-folder.ts";
import { launchChromium } from "../../scripts/testing/chromium-program.ts";
import { endOf } from "../../scripts/testing/programs.ts";
import { corpusPath } from "../../scripts/testing/shared-corpus.ts";
import { checkAnyReaders } from "./any-readers.ts";
import { askedOfGithub } from "./asked.ts";
import { anyTemplatesOf, type Check } from "./check.ts";
import { checkUses } from "./keyboard.ts";
import { commonUses } from "./keyboard-uses.ts";
import { checkPages } from "./pages.ts";
import { checkPieces, originOf } from "./pieces.ts";
import { runChecks } from "./run-checks.ts";
import { checkAsked } from "./search.ts";
import { checkShifts } from "./shifts.ts";
import { checkSpeed } from "./speed.ts";
import { checkWithoutScripts } from "./without-scripts.ts";

const root = path.join(import.meta.dirname, "../..");
const built = z.object({
  pages: z.number(),
  seconds: z.number(),
  megabytes: z.number(),
  problems: z.array(z.string()),
});
/** Of the largest description, 1,100 operations, on two processors. */
const mostMegabytes = 2_000;
const mostSeconds = 120;
/** What the package's own pages are called, and what no words of a description cause. */
const ownProblem =
  /has the id|two elements|<h1>|inline script|^(?:[\w-]+\/)?(?:index|authentication\/index)\.html.*: (?:have the same|"[^"]*" describes no)/;

const checks: readonly Readonly<Record<string, Check>>[] = [
  { speed: checkSpeed },
  { pages: checkPages },
  { shifts: checkShifts },
  { pieces: checkPieces },
  { readers: checkAnyReaders },
  { "without-scripts": checkWithoutScripts },
  { keyboard: (site) => checkUses(site, commonUses(site.templates)) },
];

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
};

/** A sample has as many pages of each, the largest ones among them. */
const sampled = 6;
const most = 30;

interface Described {
  readonly name: string;
  readonly words: readonly string[];
  /** A sample leaves it out. */
  readonly isLarge?: true;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "boolean", default: false } },
});

if (existsSync(corpusPath())) await main();
else console.log("docs:any: skipped, there is no corpus; set WAYBILL_SHARED to the folder that has it");

async function main(): Promise<void> {
  using folder = freshFolder("docs-any");
  unpack(corpusPath(), folder.path);
  const all: readonly Described[] = [
    { name: "fulfillment", words: [path.join(root, "spec/openapi.yaml"), path.join(root, "spec/asyncapi.yaml")] },
    { name: "adyen", words: ["openapi/adyen-management.json"] },
    { name: "streetlights", words: ["asyncapi/streetlights-kafka-asyncapi.yml"] },
    { name: "slack", words: ["asyncapi/slack-rtm-asyncapi.yml"] },
    { name: "github", words: ["openapi/github.json"], isLarge: true },
    {
      name: "several",
      words: ["openapi/adyen-management.json", path.join(root, "spec/openapi.yaml"), "asyncapi/slack-rtm-asyncapi.yml"],
    },
  ];
  const chosen = all.filter(({ name, isLarge }) =>
    positionals.length === 0 ? !(values.sample && isLarge) : positionals.includes(name),
  );
  const browser = await launchChromium();
  let failures = 0;
  for (const one of chosen) {
    const out = path.join(folder.path, `site-${one.name}`);
    const program = path.join(root, "generators/bin/waybill.js");
    const ended = await endOf([process.execPath, program, "docs", "build", ...one.words, "--out", out, "--json"], {
      cwd: folder.path,
    });
    if (ended.code !== 0) {
      console.log(`${one.name}: not built\n${ended.output}`);
      failures += 1;
      continue;
    }
    const { pages, seconds, megabytes, problems } = built.parse(JSON.parse(ended.stdout));
    const longest = mostSeconds * crowding();
    console.log(
      `${one.name}: ${pages} pages, ${seconds.toFixed(0)} s, ${megabytes} MB, ${problems.length} links and anchors`,
    );
    if (seconds > longest) console.log(`FAIL  build: ${longest.toFixed(0)} s at most`);
    if (megabytes > mostMegabytes) console.log(`FAIL  build: ${mostMegabytes} MB at most`);
    for (const problem of problems.slice(0, 5)) console.log(`      ${problem}`);
    // What a description links to may be elsewhere; what the pages of the package link to must not.
    const own = problems.filter((problem) => ownProblem.test(problem));
    failures += own.length + (megabytes > mostMegabytes ? 1 : 0) + (seconds > longest ? 1 : 0);
    const server = serve(out);
    await once(server, "listening");
    const url = originOf(server);
    const paths = chosenPages(out);
    const templates = anyTemplatesOf(globSync("**/index.html", { cwd: out }).map(pathOf));
    const asked = one.name === "github" ? [{ search: checkAsked(askedOfGithub) }] : [];
    failures += await runChecks({ url, browser, paths, isSample: false, templates }, [...checks, ...asked]);
    server.close();
  }
  await browser.close();
  if (failures > 0) process.exitCode = 1;
}

/** How often the programs that ran in the last minute would have filled the processors; a build by itself does so once. */
function crowding(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/** `operations/pets/index.html` is `/operations/pets/`. */
function pathOf(file: string): string {
  return `/${file.replaceAll("\\", "/").replace(/index\.html$/, "")}`;
}

/** Every page of a small site; of a large one those of every kind, and the largest. */
function chosenPages(out: string): string[] {
  const paths = globSync("**/index.html", { cwd: out, exclude: ["downloads/**"] })
    .map(pathOf)
    .sort();
  const count = values.sample ? sampled : most;
  const unique = [...new Set(paths)];
  const sizeOf = (one: string): number => statSync(path.join(out, one, "index.html")).size;
  const largest = unique.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 3);
  const step = Math.max(1, Math.ceil(unique.length / count));
  return [...new Set(["/", ...largest, ...unique.filter((_, at) => at % step === 0)])];
}

function serve(folder: string): Server {
  return createServer((request, response) => {
    const asked = path.join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file =
      statSync(asked, { throwIfNoEntry: false })?.isDirectory() === true ? path.join(asked, "index.html") : asked;
    if (!existsSync(file)) {
      response
        .writeHead(404, { "content-type": "text/html; charset=utf-8" })
        .end(readFileSync(path.join(folder, "404.html")));
      return;
    }
    const type = types[path.extname(file)] ?? "application/octet-stream";
    // As servers of sites send them: pages are weighed as sent.
    const isText = /^text\/|json|svg/.test(type);
    const body = isText ? gzipSync(readFileSync(file)) : readFileSync(file);
    const encoding = isText ? { "content-encoding": "gzip" } : {};
    response.writeHead(200, { "content-type": type, "content-length": body.length, ...encoding });
    response.end(request.method === "HEAD" ? undefined : body);
  }).listen(0, "127.0.0.1");
}
