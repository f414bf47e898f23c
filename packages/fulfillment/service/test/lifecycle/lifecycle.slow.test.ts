// The service and the model of an order's life agree, over thousands of random sequences of commands and of races between them.
// many-runs.ts says how to run more of them, and how to see a failure again.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isLong } from "../../../../../scripts/testing/long.ts";
import { describeOnEach, openLocal, type Storage } from "../contract/backends.ts";
import { checkAgreement } from "./agreement.ts";
import { runSequence, sequences } from "./commands.ts";
import { countOrMore } from "./many-runs.ts";
import { races, runRace } from "./races.ts";
import { everySituation } from "./situations.ts";
import { openSystem, openSystemOutside, type System } from "./system.ts";

// Of long runs; the usual ones take seconds.
vi.setConfig({ testTimeout: 3_600_000 });

/**
 * How many runs of each kind there are usually; `pnpm --filter testing long` does 800. PostgreSQL is slower, and the rules it is to follow are
 * the same.
 */
const usual = {
  SQLite: { sequences: 64, races: 128 },
  PostgreSQL: { sequences: 32, races: 64 },
} as const;

describeOnEach("an order's life", (open) => {
  let storage: Storage;
  let system: System;
  beforeAll(async () => {
    storage = await open();
    system = await openSystem(storage);
  });
  afterAll(async () => {
    await system.close();
    await storage.drop();
  });

  const backend = (): keyof typeof usual => (storage.databaseUrl === null ? "SQLite" : "PostgreSQL");

  test("behaves like the model for any sequence of commands", async () => {
    const count = countOrMore(usual[backend()].sequences);
    const property = { name: `sequences on ${backend()}`, arbitrary: sequences, run: runSequence, isRace: false };
    const { situations, isReplay } = await checkAgreement(system, property, count);
    const missing = [...everySituation()].filter((situation) => !situations.has(situation));
    if (count > 1_000 && !isReplay) expect(missing, "situations that no sequence came to").toEqual([]);
  });

  test("goes as if commands that are under way at once came one after the other", async () => {
    const property = { name: `races on ${backend()}`, arbitrary: () => races, run: runRace, isRace: true };
    const { situations, isReplay } = await checkAgreement(system, property, countOrMore(usual[backend()].races));
    if (isReplay) return;
    // Otherwise nothing was ever overtaken, and there was no race.
    expect(situations).toContain("race explained out of the order of the calls");
    expect(situations).toContain("race explained in the order of the calls");
  });
});

test("an order's life goes the same way over sockets and at the command line", async () => {
  const storage = await openLocal();
  const system = await openSystemOutside(storage);
  try {
    await checkAgreement(
      system,
      { name: "sequences from outside", arbitrary: sequences, run: runSequence, isRace: false },
      isLong ? 60 : 24,
    );
  } finally {
    await system.close();
    await storage.drop();
  }
});
