// `pnpm corpus fuzz [--runs n] [--seconds n] [--seed n] [--save]`: has the readers read descriptions that are nearly right, until one
// crashes them, takes longer than its time, is rejected without a place inside the text, or gives another result the second
// time. With --save, that one goes into generators/test/hostile/found, where a test reads it from then on.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Input } from "../../../generators/test/hostile/reading-oracle.ts";
import type { News, Order } from "./worker.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20000" },
    seconds: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    save: { type: "boolean", default: false },
  },
});

/** One input takes milliseconds; a busy machine may take longer. */
const hangMilliseconds = 60_000;
const found = path.join(import.meta.dirname, "../../../generators/test/hostile/found");

interface Outcome {
  readonly read: number;
  readonly parsed: number;
  readonly failed: { readonly input: Input; readonly failure: string } | null;
}

function fuzz(order: Order, seconds: number): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: order });
  let [read, parsed]: [number, number] = [0, 0];
  let failed: Outcome["failed"] = null;
  let trying: { readonly input: Input; readonly since: number } | null = null;
  const end = (): void => {
    clearInterval(watch);
    void worker.terminate();
    resolve({ read, parsed, failed });
  };
  const started = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    if (trying !== null && now - trying.since > hangMilliseconds) {
      failed = { input: trying.input, failure: "hang: no response" };
      end();
    }
    if (seconds > 0 && now - started > seconds * 1000) end();
  }, 200);
  worker.on("message", (news: News) => {
    if (news.kind === "trying") [trying, read] = [{ input: news.input, since: performance.now() }, read + 1];
    if (news.kind === "parsed") parsed += 1;
    if (news.kind === "failed") failed = news;
  });
  worker.on("error", reject);
  worker.on("exit", end);
  return promise;
}

function save({ kind, format, text }: Input): void {
  mkdirSync(found, { recursive: true });
  const name = createHash("sha256").update(text).digest("hex").slice(0, 8);
  writeFileSync(path.join(found, `${name}.${kind}.${format}`), text);
}

const [runs, seconds, seed] = [Number(values.runs), Number(values.seconds), Number(values.seed)];
const started = performance.now();
const { read, parsed, failed } = await fuzz({ seed, runs }, seconds);
if (failed !== null) {
  const { failure, input } = failed;
  console.error(`${failure}\n--- ${input.kind}.${input.format}\n${input.text.slice(0, 2_000)}\n---`);
  if (values.save) save(input);
}
const took = (performance.now() - started) / 1000;
console.log(
  `fuzz: seed ${seed}, ${read} inputs in ${took.toFixed(0)} s, ${parsed} of them parse, ${failed === null ? "no failure" : "1 failure"}`,
);
process.exitCode = failed === null && read > 0 ? 0 : 1;
