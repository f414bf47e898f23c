// Everything that a user's program does with the packages, one step after the other.
import { deliverySteps } from "./deliveries.ts";
import { orderSteps } from "./orders.ts";
import type { Target } from "./target.ts";

/** How many steps there were; rejects at the first that fails. */
export async function runSteps(target: Target): Promise<number> {
  const steps = [...orderSteps(target), ...deliverySteps];
  for (const step of steps) await step();
  return steps.length;
}
