// A service and a kind of runs -> whether the model agrees with it in all of them, and the situations that they came to.
import { expect } from "vitest";
import { newRun, type Run } from "./commands.ts";
import { type Property, runMany } from "./many-runs.ts";
import type { System } from "./system.ts";
import { deliveriesSince, newTenant } from "./tenant.ts";

export interface Kind<T> extends Pick<Property<T>, "name" | "arbitrary" | "isRace"> {
  /** Rejects where the service does not do what the model does. */
  readonly run: (value: T, run: Run) => Promise<void>;
}

export interface Agreement {
  readonly situations: ReadonlySet<string>;
  /** One failure was run again, or none, if it was of another kind: `situations` says nothing then. */
  readonly isReplay: boolean;
}

/** Each run has an account of its own. What they do concerns no stranger. */
export async function checkAgreement<T>(system: System, { run, ...kind }: Kind<T>, count: number): Promise<Agreement> {
  const situations = new Set<string>();
  const stranger = await newTenant(system);
  const about = { system, stranger, note: (situation: string) => void situations.add(situation) };
  const holds = async (value: T): Promise<void> => await run(value, await newRun(about));
  const { ran, wanted, isReplay } = await runMany({ ...kind, holds }, count);
  expect(ran, `runs of ${kind.name}`).toBeGreaterThanOrEqual(wanted);
  expect((await deliveriesSince(system, stranger, 0)).bodies, "deliveries to a stranger").toEqual([]);
  return { situations, isReplay };
}
