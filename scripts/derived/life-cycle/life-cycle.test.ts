// The life cycle is drawn from the description's state table, and the table beside the drawing says the same.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { drawLifeCycle } from "./drawing.ts";
import { layOut } from "./layout.ts";
import { type Machine, readMachine } from "./machine.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const machine = readMachine(root);

test("the table of the guide has every arrow of the state table, and no other", () => {
  const guide = readFileSync(path.join(root, "docs/guides/orders.md"), "utf8");
  const [, rows = ""] = /^\| from \| to \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const told = rows.split("\n").flatMap((row) => {
    const [, from = "", to = "", , event = ""] = row.split("|");
    return (spansIn(from)[0] === undefined ? [null] : spansIn(from)).flatMap((state) =>
      spansIn(to).map((next) => `${state} ${next} ${spansIn(event)[0]}`),
    );
  });
  const arrows = machine.arrows.map(({ from, to, event }) => `${from} ${to} ${event}`);
  expect([...new Set(told)].sort()).toEqual(arrows.sort());
});

test("the longest way runs down the middle, and what can be skipped is gone around", () => {
  const { boxes, lines } = layOut(machine);
  expect(boxes.map(({ state, row, column }) => `${state} ${row} ${column}`)).toEqual([
    "AWAITING_SHIPMENT 1 middle",
    "SHIPPED 2 middle",
    "DELIVERED 3 middle",
    "CANCELLED 2 side",
    "RETURNED 4 middle",
  ]);
  expect(lines.filter(({ kind }) => kind === "past").map(({ arrow }) => `${arrow.from} ${arrow.to}`)).toEqual([
    "SHIPPED RETURNED",
  ]);
});

test("what is stated is solid, and what this service decided is dashed", () => {
  const dashed = machine.arrows.filter(({ assumed }) => assumed);
  expect(dashed.map(({ to }) => to)).toEqual(["SHIPPED", "DELIVERED", "RETURNED", "RETURNED"]);
  // One more in the legend.
  expect(drawLifeCycle(machine).match(/stroke-dasharray/g)).toHaveLength(dashed.length + 1);
});

test("a second branch is refused rather than drawn over the first", () => {
  const more: Machine = {
    states: [...machine.states, "LOST"],
    arrows: [...machine.arrows, { from: "SHIPPED", to: "LOST", event: "order.lost", assumed: false }],
  };
  expect(() => drawLifeCycle(more)).toThrow("more than one branch");
});

function spansIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
}
