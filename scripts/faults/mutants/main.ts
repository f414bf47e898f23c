// Mutants of the service, a sample spread over its files -> how many of them the conformance kit finds, and the others, to be judged: one
// that breaks nothing that the description states is none of its business. `--every N` takes each Nth mutant, `--from K` begins with
// the Kth, `--files TEXT` takes files with that text in their path, `--list` prints the mutants and runs none.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { atOnce } from "../../testing/at-once.ts";
import { endOf } from "../../testing/programs.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { type Mutant, mutantsOf } from "./mutations.ts";

const root = path.join(import.meta.dirname, "../../..");

/** What a request or a delivery goes through on one machine: not the command line, imports, sessions or the other database. */
const mutated = [
  "api",
  "domain/orders",
  "domain/{subscriptions,events,invites,keys,effects,identifiers,documents}",
  "http/{api-service,authenticate,refuse,rate-headers,visit}",
  "rate-limit/{sliding-log,local-limiter}",
  "deliveries/{post,dispatcher,settlement,reasons}",
  "addresses",
  "storage/queries/{orders,subscriptions,catalog,invites,deliveries,accounts}",
  "storage/{outbox,delivered,event-bodies}",
];

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "8" },
    from: { type: "string", default: "0" },
    files: { type: "string", default: "" },
    list: { type: "boolean", default: false },
    "at-once": { type: "string", default: "2" },
  },
});
const files = mutated
  .flatMap((one) => globSync(`packages/fulfillment/service/src/${one}{.ts,/*.ts}`, { cwd: root }))
  .filter((file) => file.includes(values.files));
const all = files.flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), "utf8")));
const chosen = all.filter((_, index) => index % Number(values.every) === Number(values.from) % Number(values.every));
process.stdout.write(`${chosen.length} of ${all.length} mutants\n`);
if (values.list) {
  for (const mutant of chosen) process.stdout.write(`${textOf(mutant)}\n`);
  process.exit();
}
const outcomes = await atOnce(Number(values["at-once"]), chosen, tryMutant);
const count = (outcome: Outcome): number => outcomes.filter((one) => one === outcome).length;
process.stdout.write(`found ${count("found")}, not started ${count("not started")}, survived ${count("survived")}\n`);

type Outcome = "found" | "not started" | "survived";

async function tryMutant(mutant: Mutant): Promise<Outcome> {
  const { code, stdout } = await endOf(
    [process.execPath, path.join(import.meta.dirname, "worker.ts"), JSON.stringify(mutant)],
    {
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 240_000,
      env: { ...process.env, TMPDIR: temporaryFolder() },
    },
  );
  const found: string | null = code === 0 ? JSON.parse(stdout.trim().split("\n").at(-1) ?? "null") : null;
  const outcome = code !== 0 ? "not started" : found === null ? "survived" : "found";
  process.stdout.write(`${outcome.padEnd(11)} ${textOf(mutant)}${found === null ? "" : ` <- ${found}`}\n`);
  return outcome;
}

function textOf({ file, line, kind, before, after }: Mutant): string {
  const short = (text: string): string => text.replaceAll(/\s+/g, " ").slice(0, 90);
  return `${file}:${line} ${kind}: ${short(before)} => ${short(after)}`;
}
