// `x-waybill-state-machine` of the order status -> arrows between states, each with its event.
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { z } from "zod";

export interface Arrow {
  /** `null`: there is no order yet. */
  readonly from: string | null;
  readonly to: string;
  readonly event: string;
  /** Where it starts or leads is not in the requirements: this service decided it. */
  readonly assumed: boolean;
}

export interface Machine {
  readonly states: readonly string[];
  readonly arrows: readonly Arrow[];
}

const schema = z.object({
  enum: z.array(z.string()),
  "x-waybill-state-machine": z.object({
    transitions: z.array(
      z.object({
        from: z.array(z.string()).nullable(),
        to: z.string(),
        event: z.string(),
        assumed: z.array(z.string()).default([]),
      }),
    ),
  }),
});

/** From the root of the repository. */
const source = "spec/schemas/order-status.yaml";

export function readMachine(root: string): Machine {
  const document = schema.parse(load(readFileSync(path.join(root, source), "utf8")));
  const all = document["x-waybill-state-machine"].transitions.flatMap(({ from, to, event, assumed }): Arrow[] =>
    (from ?? [null]).map((state) => ({ from: state, to, event, assumed: assumed.length > 0 })),
  );
  return {
    states: document.enum,
    arrows: all.filter((arrow, at) => all.findIndex((one) => isSame(one, arrow)) === at),
  };
}

/** Of two ways to the same step the first counts: a step that is stated somewhere is stated. */
function isSame(a: Arrow, b: Arrow): boolean {
  return a.from === b.from && a.to === b.to && a.event === b.event;
}
