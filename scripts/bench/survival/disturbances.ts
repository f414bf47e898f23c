// What happens to a service under load: one row each, with what is done in a round and how it is undone.

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Server } from "./servers.ts";
import type { Backend, World, WorldOptions } from "./world.ts";

export interface Disturbance {
  readonly name: string;
  /** In the table. */
  readonly title: string;
  readonly backends: readonly Backend[];
  /** Of all cycles of `kill`, how many rounds the others have: they take longer. */
  readonly share: number;
  readonly world?: Pick<WorldOptions, "disk" | "clock">;
  /** One round, which has undone everything at its end. */
  readonly round: (world: World, index: number) => Promise<void>;
}

const days = 86_400_000;

export const disturbances: readonly Disturbance[] = [
  { name: "kill", title: "kill -9", backends: ["sqlite", "postgres"], share: 1, round: kill },
  {
    name: "database-stopped",
    title: "PostgreSQL stopped",
    backends: ["postgres"],
    share: 0.1,
    round: (world) => stopped(world, world.postgres, ["SIGINT", "SIGQUIT"]),
  },
  {
    name: "database-paused",
    title: "PostgreSQL paused",
    backends: ["postgres"],
    share: 0.1,
    round: (world, index) => paused(world, world.postgres, index),
  },
  {
    name: "redis-stopped",
    title: "Redis stopped",
    backends: ["postgres"],
    share: 0.1,
    round: (world) => stopped(world, world.redis, ["SIGTERM", "SIGKILL"]),
  },
  {
    name: "redis-paused",
    title: "Redis paused",
    backends: ["postgres"],
    share: 0.1,
    round: (world, index) => paused(world, world.redis, index),
  },
  { name: "database-locked", title: "file locked", backends: ["sqlite"], share: 0.1, round: locked },
  {
    name: "disk-full",
    title: "disk full",
    backends: ["sqlite", "postgres"],
    share: 0.05,
    world: { disk: 96 },
    round: full,
  },
  {
    name: "clock",
    title: "clock jumps",
    backends: ["sqlite", "postgres"],
    share: 0.1,
    world: { clock: [3650 * days, 0, -3650 * days, 0, 3_600_000, -3_600_000, 0] },
    round: async (world) => {
      await delay(between(world, 100, 400));
      world.service.jump();
      await delay(between(world, 100, 400));
    },
  },
];

async function kill(world: World): Promise<void> {
  await delay(between(world, 100, 400));
  await world.service.kill();
  await world.restart();
}

async function stopped(world: World, server: Server | null, signals: readonly NodeJS.Signals[]): Promise<void> {
  await delay(between(world, 100, 400));
  await server?.stop(signals[Math.floor(world.random() * signals.length)] ?? "SIGINT");
  await delay(between(world, 300, 1500));
  await server?.start();
}

/** The first time for longer than the service waits for any response of a server. */
async function paused(world: World, server: Server | null, index: number): Promise<void> {
  await delay(between(world, 100, 400));
  server?.pause();
  await delay(index === 0 ? 20_000 : between(world, 300, 3000));
  server?.resume();
}

/** The first time for longer than the service waits for the lock. */
async function locked(world: World, index: number): Promise<void> {
  await delay(between(world, 100, 400));
  const other = new DatabaseSync(join(world.directory, "fulfillment.db"), { timeout: 5000 });
  other.exec("BEGIN IMMEDIATE");
  await delay(index === 0 ? 12_000 : between(world, 300, 3000));
  other.exec("ROLLBACK");
  other.close();
}

/** Until some requests were refused, or half a minute: what is allocated already can be written. PostgreSQL may end itself. */
async function full(world: World): Promise<void> {
  await delay(between(world, 100, 400));
  world.fillDisk();
  const refused = (): number => world.ledger.statuses.get(500) ?? 0;
  const before = refused();
  for (let waited = 0; waited < 300 && refused() < before + 20; waited += 1) await delay(100);
  world.freeDisk();
  if (world.postgres !== null && !world.postgres.running) await world.postgres.start();
  if (refused() === before) throw new Error("the disk was full, and no request was refused");
}

function between({ random }: World, least: number, most: number): number {
  return least + random() * (most - least);
}
