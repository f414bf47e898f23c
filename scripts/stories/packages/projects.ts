// projects.yaml -> each project: made by its starter, set up by `waybill init`, with the first call that it prints, then its own commands. They
// have to be clean, and the call has to get its response.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { load } from "js-yaml";
import { z } from "zod";
import { launchChromium } from "../../testing/chromium-program.ts";
import { listenLocally } from "../../testing/programs.ts";
import { copyExample } from "../harness/checkout-copy.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { developersEnvironment, Story } from "../harness/story.ts";
import type { Tarball } from "../harness/tarballs.ts";
import type { Runtime } from "./runtimes.ts";

const projects = z.record(
  z.string(),
  z.strictObject({
    /** Words of npx that make the folder `project`. */
    starter: z.string().optional(),
    /** A folder of the checkout instead, which has its calls. */
    example: z.string().optional(),
    files: z.record(z.string(), z.union([z.string(), z.looseObject({})])).default({}),
    /** Packages to install beside the toolkit: ours by their tarballs. */
    adds: z.string().default(""),
    /** One of them prints the response, unless `page` or `native` runs what they build. */
    commands: z.array(z.string()),
    /** The folder of a page to open in Chromium. */
    page: z.string().optional(),
    /** A bundle to run with the globals of React Native. */
    native: z.string().optional(),
    /** Runs on each change, too. */
    isSampled: z.boolean().default(false),
  }),
);
type Project = z.infer<typeof projects>[string];

/** `run`: what was done, in some words; rejects when something is not as it should be. */
export function projectsPlayed(tarballs: readonly Tarball[]): Pick<Runtime, "name" | "isNightly" | "run">[] {
  const all = projects.parse(load(readFileSync(join(import.meta.dirname, "projects.yaml"), "utf8")));
  return Object.entries(all).map(([name, project]) => ({
    name: `A project: ${name}`,
    isNightly: !project.isSampled,
    run: () => play(name, project, tarballs),
  }));
}

const quiet = { CI: "1", EXPO_OFFLINE: "1", npm_config_audit: "false", npm_config_fund: "false" };

async function play(name: string, project: Project, tarballs: readonly Tarball[]): Promise<string> {
  using parent = freshFolder("project");
  await using server = createServer((_, sent) => sent.setHeader("content-type", "application/json").end(response));
  const url = await listenLocally(server);
  const environment = { ...developersEnvironment(process.env, parent.path), ...quiet };
  const folder = join(parent.path, "project");
  const { starter, example, files, adds, commands, page, native } = project;
  if (starter !== undefined) await new Story(name, parent.path, environment).works(`npx --yes ${starter}`);
  const packed = new Map(tarballs.map(({ name: of, file }) => [of, file]));
  if (example !== undefined) copyExample(example, folder, (of) => packed.get(of));
  for (const [file, content] of Object.entries({ ...files, "openapi.yaml": description })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(folder, file), text.replaceAll("BASE_URL", url));
  }
  const story = new Story(name, folder, environment);
  const words = `waybill ${adds}`.trim().split(" ");
  const packages = words.map((word) => packed.get(word) ?? word).join(" ");
  if ("pnpm-workspace.yaml" in files) await story.works(`pnpm add --workspace-root --save-dev ${packages}`);
  else await story.works(`npm install --save-dev ${packages}`);
  if (example === undefined && !Object.keys(files).some((file) => file.endsWith("waybill.config.mjs"))) {
    await story.works("npm install zod@4");
    const printed = await story.works("npx waybill init");
    await story.works("npm run generate");
    writeCall(folder, printed);
  }
  let output = "";
  for (const line of commands) output += await story.works(line);
  if (page !== undefined) output += await openPage(url, join(folder, page));
  if (native !== undefined) output += await onReactNative(join(folder, native));
  if (example === undefined && !/order-7|status: 200/.test(output))
    throw new Error(`no response arrived:\n${story.text()}\n${output}`);
  return `${commands.length} commands`;
}

/** The program as it is printed, where it is printed to be: a page replaces the starter's. */
function writeCall(folder: string, printed: string): void {
  const [, place = "", text = ""] = /\nthen, in (.*):\n([\s\S]*)$/.exec(printed) ?? [];
  const program = text.replaceAll(/^ {2}/gm, "");
  const extension = program.includes("require(") ? "js" : "ts";
  const file = join(folder, place.replace(/^a file in (.*)\/$/, `$1/call.${extension}`));
  if (program === "") throw new Error(`init prints no call:\n${printed}`);
  if (existsSync(file) && !program.includes("export default")) appendFileSync(file, `\n${program}`);
  else writeFileSync(file, program);
}

const options = readFileSync(join(import.meta.dirname, "options/openapi.yaml"), "utf8");
const description = options.replace("\npaths:", "\nservers: [{ url: BASE_URL }]\npaths:");

const response = JSON.stringify({ orders: [{ id: "order-7", status: "NEW", createdAt: "2026-01-02T03:04:05Z" }] });

/** What a page of the server's origin logs of the response. */
async function openPage(origin: string, folder: string): Promise<string> {
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.route(/^(?!.*\/orders)/, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(folder, pathname === "/" ? "index.html" : pathname) });
  });
  const logged = page.waitForEvent("console", { predicate: (message) => /status: 200/.test(message.text()) });
  await page.goto(origin);
  return (await logged).text();
}

/** Its signals have no reason, its responses no stream, and there is no ReadableStream, TextDecoder, crypto or complete URL. */
function onReactNative(bundle: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const get: typeof fetch = async (url, init) => {
    const received = await fetch(url, init);
    return Object.defineProperty(received, "body", { value: undefined });
  };
  const globals = { fetch: get, Headers, Request, Response, FormData, Blob, AbortController, setTimeout, clearTimeout };
  const console = { log: (value: unknown) => resolve(JSON.stringify(value)), error: reject };
  runInNewContext(readFileSync(bundle, "utf8"), { ...globals, URL: class {}, console });
  return promise;
}
