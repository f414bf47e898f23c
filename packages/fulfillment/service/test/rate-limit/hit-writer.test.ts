import { expect, test } from "vitest";
import type { Hit, HitFile } from "../../src/rate-limit/hit-file.ts";
import { HitWriter } from "../../src/rate-limit/hit-writer.ts";

test("what could not be written goes with a later row, a second after the failure", async () => {
  const { file, rows } = fileInMemory();
  const errors: string[] = [];
  let time = 0;
  const onError = (error: Error): void => void errors.push(error.message);
  const writer = new HitWriter({ betweenRowsMs: 0, file, windowMs: 1000, now: () => time, onError });
  file.full = true;
  for (const client of ["a", "b", "c"]) {
    writer.add(client, time);
    await turnOfTheLoop();
    time += 300;
  }
  expect(writer.retry()?.message).toContain("disk is full");
  expect(errors).toHaveLength(1);
  file.full = false;
  time += 100;
  writer.add("d", time);
  await turnOfTheLoop();
  expect(writer.retry()).toBeNull();
  expect(rows.map((row) => row.map((hit) => hit.client))).toEqual([["a", "b", "c", "d"]]);
  writer.add("e", time);
  writer.close();
  expect(rows.at(-1)).toEqual([{ client: "e", time }]);
  expect(file.closed).toBe(true);
});

test("what could not be written is tried again when someone asks, although no request comes", async () => {
  const { file, rows } = fileInMemory();
  let time = 0;
  const writer = new HitWriter({ betweenRowsMs: 0, file, windowMs: 1000, now: () => time, onError: () => {} });
  file.full = true;
  writer.add("a", time);
  await turnOfTheLoop();
  file.full = false;
  expect(writer.retry()?.message).toContain("disk is full");
  time += 1000;
  expect(writer.retry()).toBeNull();
  expect(rows).toEqual([[{ client: "a", time: 0 }]]);
});

test("what waits for a file that stays full has an end", async () => {
  const { file, rows } = fileInMemory();
  const writer = new HitWriter({ betweenRowsMs: 0, file, windowMs: 1000, now: () => 0, onError: () => {} });
  file.full = true;
  for (let time = 0; time < 100_010; time++) writer.add("a", time);
  await turnOfTheLoop();
  file.full = false;
  writer.close();
  expect(rows.map((row) => [row.length, row[0]?.time])).toEqual([[100_000, 10]]);
});

test("rows come at most so often, and closing writes what waits", async () => {
  const { file, rows } = fileInMemory();
  const writer = new HitWriter({ betweenRowsMs: 60_000, file, windowMs: 1000, now: () => 0, onError: () => {} });
  for (let time = 0; time < 5; time++) {
    writer.add("a", time);
    await turnOfTheLoop();
  }
  const times = (): number[][] => rows.map((row) => row.map((hit) => hit.time));
  expect(times()).toEqual([[0]]);
  writer.close();
  expect(times()).toEqual([[0], [1, 2, 3, 4]]);
});

test("a few are written when asked, and many in their own time", async () => {
  const { file, rows } = fileInMemory();
  const writer = new HitWriter({ betweenRowsMs: 60_000, file, windowMs: 1000, now: () => 0, onError: () => {} });
  writer.settle();
  writer.add("a", 0);
  writer.settle();
  await turnOfTheLoop();
  for (let time = 1; time <= 4; time++) writer.add("a", time);
  writer.settle();
  for (let time = 5; time <= 9; time++) writer.add("a", time);
  writer.settle();
  const times = (): number[][] => rows.map((row) => row.map((hit) => hit.time));
  expect(times()).toEqual([[0], [1, 2, 3, 4]]);
  writer.close();
  expect(times().at(-1)).toEqual([5, 6, 7, 8, 9]);
});

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function fileInMemory(): { file: HitFile & { full: boolean; closed: boolean }; rows: Hit[][] } {
  const rows: Hit[][] = [];
  const file = {
    full: false,
    closed: false,
    load: () => {},
    pullBack: () => {},
    append(hits: readonly Hit[]) {
      if (file.full) throw new Error("disk is full");
      rows.push([...hits]);
    },
    purge: () => {},
    close() {
      file.closed = true;
    },
  };
  return { file, rows };
}
