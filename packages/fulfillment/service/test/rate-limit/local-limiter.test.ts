import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { folderOf } from "../../../../../scripts/testing/folder-of.ts";
import { sparingNode } from "../../../../../scripts/testing/sparing-node.ts";
import type { RateLimiter } from "../../src/rate-limit/limiter.ts";
import { type LocalLimiterOptions, openLocalLimiter } from "../../src/rate-limit/local-limiter.ts";
import { type Open, testContract } from "./contract.ts";

const seconds = 1000;
const day = 86_400 * seconds;
const noon = 1_772_366_400_000;
const client = "192.0.2.1";

const openMemory: Open = async (options) => ({ limiter: openLocalLimiter({ file: null, ...options }) });

const openFile: Open = async (options) => {
  const file = freshFile();
  let limiter = open({ file, ...options });
  const restart = async (): Promise<RateLimiter> => {
    await limiter.close();
    limiter = open({ file, ...options });
    return limiter;
  };
  return { limiter, restart };
};

describe("in memory", () => testContract(openMemory, { runs: 300 }));
describe("in a file", () => testContract(openFile, { runs: 40 }));

describe("what a restart knows", () => {
  test("all requests that the window still holds, and no others", async () => {
    const file = freshFile();
    let time = noon;
    const first = open({ file, windowMs: day, now: () => time });
    for (time of [noon, noon + 1, noon + 2]) {
      first.hit(client, 1000);
      first.hit("2001:db8::1", 1000);
    }
    await first.close();
    time = noon + day + 1;
    const second = open({ file, windowMs: day, now: () => time });
    expect(await second.peek(client, 1000)).toMatchObject({ remaining: 999, resetSeconds: 1 });
    expect(await second.peek("2001:db8::1", 1000)).toMatchObject({ remaining: 999 });
  });

  test("each request once, in any turn of the event loop", async () => {
    const file = freshFile();
    const first = open({ file, windowMs: day, now: () => noon });
    for (let turn = 0; turn < 20; turn++) {
      for (let hit = 0; hit < turn; hit++) first.hit(client, 1000);
      await turnOfTheLoop();
    }
    await first.close();
    expect(rowsOf(file)).toBe(19);
    const second = open({ file, windowMs: day, now: () => noon });
    expect(await second.peek(client, 1000)).toMatchObject({ remaining: 1000 - 190 });
  });

  test("a shorter window forgets what is outside it; a longer one has what was in the shorter one", async () => {
    const file = freshFile();
    let time = noon;
    const usedIn = async (windowMs: number): Promise<number> => {
      const limiter = open({ file, windowMs, now: () => time });
      const { remaining } = await limiter.peek(client, 1000);
      await limiter.close();
      return 1000 - remaining;
    };
    const first = open({ file, windowMs: day, now: () => time });
    for (const at of [0, 3600, 7200]) {
      time = noon + at * seconds;
      first.hit(client, 1000);
    }
    await first.close();
    expect(await usedIn(3601 * seconds)).toBe(2);
    expect(await usedIn(60 * seconds)).toBe(1);
    expect(await usedIn(2 * day)).toBe(3);
  });

  test("a clock that was ahead when requests were counted blocks no client for longer than a window", async () => {
    const file = freshFile();
    let time = noon;
    const first = open({ file, windowMs: 60 * seconds, now: () => time });
    first.hit(client, 1);
    await first.close();
    time = noon - 10 * seconds;
    const second = open({ file, windowMs: 60 * seconds, now: () => time });
    expect(await second.peek(client, 1)).toMatchObject({ allowed: false, resetSeconds: 60 });
    await second.close();
    time = noon - 3650 * day;
    const third = open({ file, windowMs: 60 * seconds, now: () => time });
    expect(await third.peek(client, 1)).toMatchObject({ allowed: false, resetSeconds: 60 });
    await third.close();
    time += 60 * seconds;
    expect(await open({ file, windowMs: 60 * seconds, now: () => time }).peek(client, 1)).toMatchObject({
      allowed: true,
    });
  });
});

describe("the file", () => {
  test("does not grow after the clock was years ahead for a while", async () => {
    const file = freshFile();
    let time = noon + 3650 * day;
    const limiter = open({ file, windowMs: 100, now: () => time });
    const countIn = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) {
        time += 1;
        limiter.hit(client, 1000);
        await turnOfTheLoop();
      }
    };
    await countIn(300);
    time = noon;
    await countIn(2000);
    await limiter.close();
    expect(rowsOf(file)).toBeLessThan(200);
  });

  test("does not grow when as much leaves the window as comes in", async () => {
    const file = freshFile();
    let time = noon;
    const limiter = open({ file, windowMs: 100, now: () => time });
    for (let turn = 0; turn < 2000; turn++) {
      time += 1;
      limiter.hit(client, 1000);
      await turnOfTheLoop();
    }
    await limiter.close();
    expect(rowsOf(file)).toBeGreaterThanOrEqual(100);
    expect(rowsOf(file)).toBeLessThan(200);
  });

  test("belongs to one service: the second is refused, in this process and in another", async () => {
    const file = freshFile();
    const limiter = open({ file, windowMs: day, now: () => noon });
    const inUse = `Another service is running on this data directory: ${file} is in use.`;
    expect(() => open({ file, windowMs: day, now: () => noon })).toThrow(inUse);
    expect(await startChild([file]).lines()).toEqual([inUse]);
    await limiter.close();
    expect(await startChild([file]).firstLine()).toBe("3");
    expect(() => open({ file, windowMs: day, now: () => noon })).toThrow(inUse);
  });

  test("is named when it is not one of these", () => {
    const text = freshFile();
    writeFileSync(text, "not a database, and long enough to have a header of one hundred bytes, ".repeat(4));
    expect(() => open({ file: text, windowMs: day, now: () => noon })).toThrow(
      `The file of the rate limit cannot be opened: ${text}: file is not a database`,
    );
    const nowhere = join(freshFile(), "rate-limit.sqlite");
    expect(() => open({ file: nowhere, windowMs: day, now: () => noon })).toThrow(nowhere);
    const edited = freshFile();
    new DatabaseSync(
      edited,
    ).exec(`CREATE TABLE hits (id INTEGER PRIMARY KEY, newest INTEGER NOT NULL, body TEXT NOT NULL);
      INSERT INTO hits VALUES (7, ${noon}, '["192.0.2.1"]')`);
    const damaged = `Not what the rate limit writes: ${edited}, row 7. Remove the file to start with nothing counted.`;
    expect(() => open({ file: edited, windowMs: day, now: () => noon })).toThrow(damaged);
    // And it lets go of the file again.
    expect(() => open({ file: edited, windowMs: day, now: () => noon })).toThrow(damaged);
  });

  test("that cannot be written is loud, and stops no request", async () => {
    const lines = await startChild([freshFile(), "1000"], { fileKib: 96 }).lines();
    const [first, ...more] = lines.filter((line) => line.startsWith("error:"));
    expect(first).toMatch(/^error: The rate limit cannot write its file: .+\. 3 counted requests are in memory only, /);
    expect(lines.filter((line) => /^\d+$/.test(line)).at(-1)).toBe("3000");
    expect(lines).toContain("not ready");
    // Once at first, and again at the end: not for each of a thousand turns.
    expect(more.length).toBeLessThan(10);
  });
});

test("a process that is killed loses at most the turn it was in", async () => {
  const file = freshFile();
  for (const patience of [0, 20, 100, 300]) {
    const child = startChild([file]);
    const first = Number(await child.firstLine());
    await new Promise((resolve) => setTimeout(resolve, patience));
    child.kill();
    const said = Number((await child.lines()).at(-1) ?? first);
    const limiter = open({ file, windowMs: day, now: Date.now });
    const { remaining } = await limiter.peek(client, 1_000_000);
    await limiter.close();
    // It counts three in a turn and says how many there are after it. A row that was written need not have been said.
    expect([said, said + 3]).toContain(1_000_000 - remaining);
  }
});

test("a closed limiter reports that it is closed", async () => {
  const limiter = open({ file: freshFile(), windowMs: day, now: () => noon });
  await limiter.close();
  await limiter.close();
  await expect(limiter.hit(client, 1)).rejects.toThrow("after it was closed");
  await expect(limiter.ready()).rejects.toThrow("after it was closed");
});

function open(options: LocalLimiterOptions): RateLimiter {
  const limiter = openLocalLimiter({ betweenRowsMs: 0, ...options });
  onTestFinished(() => limiter.close());
  return limiter;
}

function freshFile(): string {
  const folder = folderOf({});
  return join(folder, "rate-limit.sqlite");
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function rowsOf(file: string): unknown {
  const database = new DatabaseSync(file);
  const row = database.prepare("SELECT count(*) AS rows FROM hits").get();
  database.close();
  return row?.["rows"];
}

interface Child {
  firstLine(): Promise<string>;
  /** All complete lines, once the process has ended. */
  lines(): Promise<string[]>;
  kill(): void;
}

/** `fileKib` is as large as files may get for the process: then writing fails. */
function startChild(parameters: readonly string[], { fileKib }: { fileKib?: number } = {}): Child {
  const program = join(import.meta.dirname, "counting-child.ts");
  const limit = fileKib === undefined ? "" : `ulimit -f ${fileKib}; `;
  const command = ["-c", `${limit}exec "$@"`, "bash", process.execPath, ...sparingNode, program, ...parameters];
  // What is written to a file is written when the call returns; a pipe would lose lines with the process.
  const output = `${freshFile()}.txt`;
  const child = spawn("bash", command, { stdio: ["ignore", openSync(output, "w"), "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const lines = (): string[] => readFileSync(output, "utf8").split("\n").slice(0, -1);
  return {
    firstLine: () => vi.waitUntil(() => lines()[0], { timeout: 30_000, interval: 5 }),
    lines: () => ended.then(lines),
    kill: () => void child.kill("SIGKILL"),
  };
}
