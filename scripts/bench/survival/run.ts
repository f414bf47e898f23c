// A disturbance and a backend -> rounds of it under load, and what was lost.
import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { medianOf } from "../figures.ts";
import type { Audit } from "./audit.ts";
import type { Disturbance } from "./disturbances.ts";
import { type Backend, openWorld, type World } from "./world.ts";

export interface Survival {
  readonly name: string;
  readonly title: string;
  readonly backend: Backend;
  readonly rounds: number;
  readonly audit: Audit;
  /** Requests that got a 500, and those that got no response. */
  readonly refused: number;
  readonly unanswered: number;
  /** Milliseconds from the end of each round to the next acknowledged order. */
  readonly recoveries: { readonly median: number; readonly longest: number };
  readonly starts: { readonly median: number; readonly longest: number } | null;
}

export interface RunOptions {
  readonly backend: Backend;
  readonly rounds: number;
  readonly clients: number;
  readonly random: () => number;
}

/** How long the service may take until it acknowledges orders again. */
const longestRecoveryMs = 45_000;

export async function survive(disturbance: Disturbance, options: RunOptions): Promise<Survival> {
  const { backend, rounds } = options;
  const world = await openWorld({ ...options, ...disturbance.world });
  try {
    await acknowledged(world);
    const recoveries: number[] = [];
    for (let index = 0; index < rounds; index += 1) {
      await disturbance.round(world, index);
      recoveries.push(await acknowledged(world));
      await becomesReady(world);
    }
    const audit = await world.finish();
    const { ledger, starts } = world;
    return {
      name: disturbance.name,
      title: disturbance.title,
      backend,
      rounds,
      audit,
      refused: ledger.statuses.get(500) ?? 0,
      unanswered: ledger.unanswered,
      recoveries: rangeOf(recoveries),
      starts: starts.length === 0 ? null : rangeOf(starts),
    };
  } finally {
    await world.close();
  }
}

/** A disk of its own takes a mount. */
export function canMount(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && spawnSync("mount", ["--version"]).status === 0;
}

export function lossesOf({ audit: { lostOrders, lostEvents, faults } }: Survival): string[] {
  return [...lostOrders, ...lostEvents.map((key) => `${key} did not arrive`), ...faults];
}

async function acknowledged({ ledger }: World): Promise<number> {
  const [start, before] = [performance.now(), ledger.orders.size];
  while (ledger.orders.size === before) {
    if (performance.now() - start > longestRecoveryMs) throw new Error("no order was acknowledged for too long");
    await delay(5);
  }
  return performance.now() - start;
}

async function becomesReady({ service }: World): Promise<void> {
  for (const until = performance.now() + longestRecoveryMs; performance.now() < until; await delay(100)) {
    const response = await fetch(`${service.url}/readyz`);
    await response.text();
    if (response.status === 200) return;
  }
  throw new Error("orders are acknowledged, but /readyz is not 200");
}

function rangeOf(values: readonly number[]): { readonly median: number; readonly longest: number } {
  return { median: medianOf(values), longest: Math.max(...values) };
}
