// `pnpm fuzz [--runs n] [--seconds n] [--seed n] [--save]`: has the readers read descriptions that are nearly right. None may
// crash them, take longer than its time, be rejected without a place inside the text, or give another result the second
// time. With --save, what fails goes into generators/test/hostile/found, where a test reads it from then on.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Input } from "../../generators/test/hostile/reading-oracle.ts";
import { kindOf } from "./minimise.ts";
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
const found = path.join(import.meta.dirname, "../../generators/test/hostile/found");

interface Outcome {
  readonly done: News & { readonly kind: "done" };
  readonly failures: ReadonlyMap<string, Input>;
}

function fuzz(order: Order, seconds: number): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: order, stdout: false });
  const failures = new Map<string, Input>();
  let done: Outcome["done"] = { kind: "done", runs: 0, parsed: 0, kept: 0, blocks: 0 };
  let trying: { readonly input: Input; readonly since: number } | null = null;
  const end = (): void => {
    clearInterval(watch);
    void worker.terminate();
    resolve({ done, failures });
  };
  const started = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    if (trying !== null && now - trying.since > hangMilliseconds) {
      failures.set("hang: no answer", trying.input);
      end();
    }
    if (seconds > 0 && now - started > seconds * 1000) end();
  }, 200);
  worker.on("message", (news: News) => {
    if (news.kind === "trying") trying = { input: news.input, since: performance.now() };
    if (news.kind === "failed") tell(news.failure, news.input, failures);
    if (news.kind === "done") done = news;
  });
  worker.on("error", reject);
  worker.on("exit", end);
  return promise;
}

/** Each kind of failure once. */
function tell(failure: string, input: Input, failures: Map<string, Input>): void {
  const kind = kindOf(failure);
  if (failures.has(kind)) return;
  failures.set(kind, input);
  console.error(`${failure}\n--- ${input.kind}.${input.format}\n${input.text.slice(0, 2_000)}\n---`);
}

function save(failures: ReadonlyMap<string, Input>): void {
  mkdirSync(found, { recursive: true });
  for (const [, { kind, format, text }] of failures) {
    const name = createHash("sha256").update(text).digest("hex").slice(0, 8);
    writeFileSync(path.join(found, `${name}.${kind}.${format}`), text);
  }
}

const [runs, seconds, seed] = [Number(values.runs), Number(values.seconds), Number(values.seed)];
const started = performance.now();
const { done, failures } = await fuzz({ seed, runs }, seconds);
if (values.save) save(failures);
const took = (performance.now() - started) / 1000;
console.log(
  `fuzz: seed ${seed}, ${done.runs} inputs in ${took.toFixed(0)} s, ${done.parsed} of them parse, ` +
    `${done.kept} kept as new seeds, ${done.blocks} states of code reached, ${failures.size} failures`,
);
process.exitCode = failures.size === 0 ? 0 : 1;
