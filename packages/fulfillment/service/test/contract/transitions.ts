// The order's state machine, as the description has it and as the service has it, in one form.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OrderSchema } from "@fulfillment/validators";
import { load } from "js-yaml";
import { z } from "zod";
import shipped from "../../../../../spec/examples/orders/get-order.200-shipped.json" with { type: "json" };
import { type Move, transitions } from "../../src/domain/orders/move.ts";

export interface Step {
  readonly from: readonly string[];
  readonly to: string;
  readonly event: string;
}

const schema = z.object({
  "x-waybill-state-machine": z.object({
    transitions: z.array(z.object({ from: z.array(z.string()).nullable(), to: z.string(), event: z.string() })),
  }),
});

export function transitionsOfDescription(): Step[] {
  const file = join(import.meta.dirname, "../../../../../spec/schemas/order-status.yaml");
  const described = schema.parse(load(readFileSync(file, "utf8")))["x-waybill-state-machine"].transitions;
  return sorted(described.flatMap(({ from, to, event }) => (from === null ? [] : [{ from, to, event }])));
}

const moves: readonly Move[] = ["cancel", "ship", "deliver", "return"];

export function transitionsOfService(): Step[] {
  return sorted(
    moves.map((move) => {
      const { from, to, event } = transitions[move];
      return { from, to, event: event(OrderSchema.parse(shipped.value)).event };
    }),
  );
}

function sorted(steps: readonly Step[]): Step[] {
  return [...steps].sort((a, b) => (a.event < b.event ? -1 : 1));
}
