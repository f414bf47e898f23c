// The conformance kit against the service as it is, again and again: it has nothing to accuse. Runs alternate between the backends, SQLite
// and PostgreSQL with Redis (where the servers are there: bash scripts/testing/servers.sh -- node scripts/faults/runs.ts), each with a
// seed of its own and the budget that the description states. After each run the budget is spent: another one finds nothing either.
// `--runs` says how many; `--most-seconds` how long the slowest may take.
import { parseArgs } from "node:util";
import { sentenceOf } from "@waybill/conformance";
import { runKit } from "../../packages/fulfillment/service/test/conformance/run-kit.ts";
import { openLocal, openShared, type Storage } from "../../packages/fulfillment/service/test/contract/backends.ts";
import { runFaulty } from "../../packages/fulfillment/service/test/faults/run-faulty.ts";
import { openOwnDescription } from "../../packages/fulfillment/service/test/own-description.ts";

/** As `x-waybill-rate-limit` states it. */
const budget = 1_000;
/** Redis has sixteen databases: a run on an own one has a budget of its own. */
const databases = 16;

const { values } = parseArgs({
  options: { runs: { type: "string", default: "20" }, "most-seconds": { type: "string", default: "30" } },
});
const [runs, mostSeconds] = [Number(values.runs), Number(values["most-seconds"])];
if (!(Number.isInteger(runs) && runs > 0 && runs <= 2 * databases && mostSeconds > 0)) {
  process.stderr.write(`--runs is a whole number from 1 to ${2 * databases}, --most-seconds a number above 0\n`);
  process.exit(2);
}
const hasServers = ["WAYBILL_TEST_DATABASE_URL", "WAYBILL_TEST_REDIS_URL"].every(
  (name) => (process.env[name] ?? "") !== "",
);
if (!hasServers) process.stdout.write("note    no servers are set: all runs are on SQLite\n");
const description = openOwnDescription();
const problems: string[] = [];
for (let run = 0; run < runs; run += 1) {
  const isShared = hasServers && run % 2 === 1;
  problems.push(...(await runOnce(run, isShared ? await openOwnRedis(Math.floor(run / 2)) : await openLocal())));
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `runs: ${runs}, ${problems.length === 0 ? "nothing is accused" : `${problems.length} problems`}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function openOwnRedis(index: number): Promise<Storage> {
  const storage = await openShared();
  const url = new URL(storage.redisUrl ?? "");
  url.pathname = `/${index}`;
  return { ...storage, redisUrl: url.href };
}

async function runOnce(run: number, storage: Storage): Promise<string[]> {
  const name = `${String(run + 1).padStart(2)} on ${storage.databaseUrl === null ? "SQLite" : "PostgreSQL and Redis"}`;
  const service = await runFaulty(null, storage, { rateLimit: budget });
  try {
    const report = await runKit(service, description, { seed: run + 1 });
    const seconds = report.milliseconds / 1000;
    const own = report.cases.filter(({ phase }) => phase !== "rate limit");
    const used = own.reduce((sum, { requests }) => sum + requests, 0);
    process.stdout.write(`${name}: ${used} requests, ${report.cases.length} cases, ${seconds.toFixed(1)} s\n`);
    const skipped = report.cases.filter((one) => one.skipped !== null).length;
    return [
      ...report.findings.map((finding) => `${name}: ${finding.check}: ${sentenceOf(finding)} (${finding.caseId})`),
      ...report.notes.map((note) => `${name}: ${note}`),
      ...(skipped === 0 ? [] : [`${name}: ${skipped} cases were not run`]),
      ...(seconds <= mostSeconds ? [] : [`${name}: ${seconds.toFixed(1)} seconds are more than ${mostSeconds}`]),
      ...(await runOnSpentBudget(name, service)),
    ];
  } finally {
    await service.stop();
    await storage.drop();
  }
}

/** A run that cannot begin is an error of the command, and no finding. */
async function runOnSpentBudget(name: string, service: Parameters<typeof runKit>[0]): Promise<string[]> {
  try {
    const { findings } = await runKit(service, description);
    const accused = findings.map((finding) => `${finding.check}: ${sentenceOf(finding)} (${finding.caseId})`);
    return [`${name}: a second run begins although the budget is spent, and accuses: ${accused.join("; ")}`];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return /cannot be checked: .*budget/.test(reason) ? [] : [`${name}: the second run fails otherwise: ${reason}`];
  }
}
