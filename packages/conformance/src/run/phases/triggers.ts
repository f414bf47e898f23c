// Events that no operation causes and no state machine leads to: each is made to happen, and has to be heard of.
import { placeOf } from "../../description/description.ts";
import type { Context } from "../context.ts";
import { stateMachinesOf } from "../state-machine.ts";
import type { Subscriptions } from "../subscriptions.ts";

export async function runTriggers(context: Context, subscriptions: Subscriptions): Promise<void> {
  const { description, options } = context;
  const inMachines = new Set(
    stateMachinesOf(description).flatMap(({ transitions }) => transitions.map(({ event }) => event)),
  );
  const caused = new Set(description.operations.flatMap(({ extensions }) => [extensions["x-waybill-events"]].flat()));
  for (const { eventName, at } of description.messages) {
    if (inMachines.has(eventName) || caused.has(eventName)) continue;
    const trigger = options.triggers?.[eventName];
    if (trigger === undefined) {
      context.notes.add(`${eventName} was not triggered; pass --trigger '${eventName}=…'`);
      continue;
    }
    await context.case("life cycle", `${eventName}/trigger`, eventName, async () => {
      subscriptions.expect(eventName, { references: [], cause: `a trigger of ${eventName}`, where: placeOf(at) });
      await trigger(context.knowledge.all());
      await subscriptions.settle();
    });
  }
}
