// The drawing and the table of the life cycle, in the guide to orders, have the arrows of the description's state machine.
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { z } from "zod";

const root = path.resolve(import.meta.dirname, "../..");
const guide = readFileSync(path.join(root, "docs/guides/orders.md"), "utf8");

const status = z.object({
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
const { transitions } = status.parse(load(readFileSync(path.join(root, "spec/schemas/order-status.yaml"), "utf8")))[
  "x-waybill-state-machine"
];

/** `SHIPPED RETURNED order.returned`. Of two ways to the same step, the one that is stated somewhere comes first. */
const arrows = new Map(
  transitions
    .toReversed()
    .flatMap(({ from, to, event, assumed }) =>
      (from ?? ["new"]).map((state) => [`${state} ${to} ${event}`, assumed.length > 0] as const),
    ),
);

test("the table has every arrow of the state machine, and no other", () => {
  const [, rows = ""] = /^\| from \| to \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const told = rows.split("\n").flatMap((row) => {
    const [, from = "", to = "", , event = ""] = row.split("|");
    const states = spansIn(from).length === 0 ? ["new"] : spansIn(from);
    return states.flatMap((state) => spansIn(to).map((next) => `${state} ${next} ${spansIn(event)[0]}`));
  });
  expect([...new Set(told)].sort()).toEqual([...arrows.keys()].sort());
});

test("the drawing has every arrow of the state machine, dashed where this service decided it", () => {
  const [, drawing = ""] = /^```mermaid\nflowchart TD\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const drawn = [...drawing.matchAll(/^ {2}(\w+)\S* (-->|-\.->)\|(\S+)\| (\w+)$/gm)];
  expect(drawn).toHaveLength(drawing.trim().split("\n").length);
  expect(new Map(drawn.map(([, from, line, event, to]) => [`${from} ${to} ${event}`, line === "-.->"]))).toEqual(
    arrows,
  );
});

function spansIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
}
