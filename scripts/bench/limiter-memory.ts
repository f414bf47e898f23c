// `node scripts/bench/limiter-memory.ts [--clients 100000] [--hits 1,10,100,1000] [--largest-file 10000000] [--json FILE]`:
// what the rate limit takes for many client addresses, in the process, in its file and, where WAYBILL_TEST_REDIS_URL names
// one, in Redis.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { machineText, printTable } from "./figures.ts";
import { removeKeys, usedMemory } from "./service/redis-commands.ts";
import { count, wholeNumber, writeReport } from "./service/report.ts";
import { endOnSignals } from "./service/service-process.ts";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "100000" },
    hits: { type: "string", default: "1,10,100,1000" },
    "largest-file": { type: "string", default: "10000000" },
    json: { type: "string" },
  },
});
const clients = wholeNumber("clients", values.clients);
const hitsPerClient = values.hits.split(",").map((text) => wholeNumber("hits", text));
/** With more requests than this, only memory is measured: writing each by itself would take too long. */
const largestFile = wholeNumber("largest-file", values["largest-file"]);
const redisUrl = process.env["WAYBILL_TEST_REDIS_URL"] ?? "";

const child = path.join(import.meta.dirname, "service/limiter-child.ts");
const directory = mkdtempSync(path.join(tmpdir(), "fulfillment-limiter-"));
process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
endOnSignals();

const taken = { heapBytes: z.number(), externalBytes: z.number(), rssBytes: z.number() };
const filled = z.object({ ...taken, fillMs: z.number(), fileBytes: z.number().nullable() });
const loaded = z.object({ ...taken, loadMs: z.number() });

interface Row {
  /** Requests of each client. */
  readonly hits: number;
  readonly filled: z.output<typeof filled>;
  /** `null`: not measured. */
  readonly loaded: z.output<typeof loaded> | null;
  readonly redisBytes: number | null;
}

console.log(`${count(clients)} client addresses, IPv4 and IPv6 in turn, in one window. ${machineText()}.\n`);
const rows: Row[] = [];
for (const hits of hitsPerClient) rows.push(await measureRow(hits));
printTable(
  ["requests of each", "in all", "heap", "outside it", "RSS", "file", "start from it", "in Redis"],
  rows.map(({ hits, filled: { heapBytes, externalBytes, rssBytes, fileBytes }, loaded: again, redisBytes }) => [
    count(hits),
    count(hits * clients),
    ...[heapBytes, externalBytes, rssBytes, fileBytes].map(mebibytes),
    again === null ? "-" : `${(again.loadMs / 1000).toFixed(2)} s`,
    mebibytes(redisBytes),
  ]),
);
console.log("\nMiB: differences between before and after, in a process that has done nothing else.");
if (redisUrl === "") console.log("Redis was not measured: WAYBILL_TEST_REDIS_URL is not set.");
writeReport("limiter-memory", values.json, { clients, rows });

async function measureRow(hits: number): Promise<Row> {
  const withFile = hits * clients <= largestFile;
  const file = withFile ? path.join(directory, `${hits}.db`) : null;
  const plan = { clients, hits, file, redis: null };
  const found = filled.parse(await run({ ...plan, task: "fill" }));
  const again = withFile ? loaded.parse(await run({ ...plan, task: "load" })) : null;
  if (file !== null) rmSync(file);
  const redisBytes = withFile && redisUrl !== "" ? await measureRedis(hits) : null;
  return { hits, filled: found, loaded: again, redisBytes };
}

async function measureRedis(hits: number): Promise<number> {
  const prefix = `bench-${process.pid}-${hits}`;
  const before = await usedMemory(redisUrl);
  await run({ task: "redis", clients, hits, file: null, redis: { url: redisUrl, prefix } });
  const bytes = (await usedMemory(redisUrl)) - before;
  await removeKeys(redisUrl, prefix);
  return bytes;
}

async function run(plan: object): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", child, JSON.stringify(plan)]);
  return JSON.parse(stdout);
}

function mebibytes(bytes: number | null): string {
  return bytes === null ? "-" : (bytes / 1_048_576).toFixed(1);
}
