// `pnpm stories packages [part of a name ...] [--sample]`: installs the packed packages into fresh folders and runs a user's program on every
// runtime, against the packed service. One line each; exits 1 when one fails. Installs by npm. `--sample`, as in CI: the output of every option
// on the oldest Node and from source, and with the newest TypeScript in Node's settings only (`pnpm --filter testing typescript` compiles the tests'
// output with the oldest, on each change too); nothing is left out every night (.github/workflows/nightly.yml). `pnpm release try` checks what is in the packages.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { atOnce } from "../../testing/at-once.ts";
import { seeded } from "../harness/account.ts";
import { freshFolder, runIn } from "../harness/fresh-folder.ts";
import { localOptions, serve } from "../harness/fulfillment.ts";
import { secondsSince } from "../harness/story.ts";
import { findTarballs } from "../harness/tarballs.ts";
import type { Target } from "./consumer/target.ts";
import { installTarballs } from "./consumer-folder.ts";
import { type Runtime, runtimesOf } from "./runtimes.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "boolean", default: false } },
});
const wanted = positionals.map((part) => part.toLowerCase());
const started = performance.now();
const tarballs = findTarballs();
using tools = freshFolder("runtimes", join(import.meta.dirname, "runtimes"));
using home = freshFolder("service");
const data = ["--data", join(home.path, "data")];
const commandLine = join(home.path, "node_modules/@fulfillment/service/dist/cli/main.js");

const ours = tarballs.filter(({ name }) => name.startsWith("@fulfillment/") || name === "@waybill/runtime");
await Promise.all([runIn(tools.path, "npm", "install"), installTarballs(home.path, ours)]);
const service = await serve([...data, ...localOptions, "--rate-limit", "100000"], "inherit", commandLine);
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
try {
  const consumer = { tarballs, target: await seedTarget() };
  const workshop = { tools: tools.path, consumer };
  const parts = runtimesOf(workshop).filter(isWanted);
  // Two: each waits for npm and for the service as much as it computes.
  const outcomes = await atOnce(2, parts, passes);
  const failed = outcomes.filter((passed) => !passed).length;
  console.log(`${parts.length - failed} of ${parts.length} passed, in ${secondsSince(started)}`);
  process.exitCode = failed === 0 && parts.length > 0 ? 0 : 1;
} finally {
  await service.stop();
}

async function seedTarget(): Promise<Target> {
  const printed = await runIn(home.path, process.execPath, commandLine, "seed", "--account", "one", "--json", ...data);
  const { apiKey, campaignId, skus } = seeded.parse(JSON.parse(printed));
  return { baseUrl: service.url, apiKey, campaignId, sku: skus[0] ?? "" };
}

function isWanted({ name, isNightly = false }: Runtime): boolean {
  if (values.sample && isNightly) return false;
  return wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part));
}

async function passes({ name, version, run }: Runtime): Promise<boolean> {
  const start = performance.now();
  const found = await version().catch((error: unknown) => ({ error }));
  const title = typeof found === "string" ? `${name} ${found}` : name;
  try {
    if (typeof found !== "string") throw found.error;
    const done = (await run()).trim();
    console.log(`pass  ${title.padEnd(42)} ${done.padEnd(12)} ${secondsSince(start)}`);
    return true;
  } catch (error) {
    console.log(`FAIL  ${title}`);
    for (let at = error; at instanceof Error; at = at.cause) console.log(at.message.replace(/^(?=.)/gm, "      "));
    return false;
  }
}

function stop(): void {
  void service.stop().then(() => {
    for (const folder of [tools, home]) folder[Symbol.dispose]();
    process.exit(130);
  });
}
