// `x-waybill-state-machine` -> transitions, refusals, and the shortest way to each state.
import { describe, expect, it } from "vitest";
import { stateMachinesOf, type Transition, wayTo } from "../../src/run/rules/state-machine.ts";
import { openText } from "../description/opened.ts";

const rule = {
  property: "state",
  transitions: [
    { trigger: { operation: "make" }, from: null, to: "NEW", event: "thing.made", response: { status: 201 } },
    { trigger: { operation: "check" }, from: ["NEW"], to: "CHECKED" },
    { trigger: "somebody comes", from: ["CHECKED"], to: "SENT", event: "thing.sent" },
    {
      trigger: { operation: "rush" },
      from: ["NEW", "CHECKED"],
      to: "SENT",
      response: { status: 200, message: "Rushed" },
    },
    {
      trigger: { operation: "back" },
      from: ["SENT"],
      to: "NEW",
      changes: ["sentAt", { member: "stock", from: "HELD", to: "BACK" }],
    },
    { trigger: { operation: "end" }, from: ["SENT"], to: null },
  ],
  refusals: [
    { trigger: { operation: "check" }, from: ["SENT"], response: { status: 409 } },
    { trigger: "nobody", from: ["NEW"] },
  ],
};

function machineWith(given: object) {
  const schema = { type: "object", properties: { state: { type: "string" } }, "x-waybill-state-machine": given };
  return stateMachinesOf(
    openText({
      openapi: "3.1.0",
      info: { title: "Test", version: "1" },
      paths: { "/a": { get: { responses: { 204: { description: "" } } } } },
      components: { schemas: { Thing: schema } },
    }),
  );
}

describe("a state machine", () => {
  const [machine] = machineWith(rule);
  if (machine === undefined) throw new Error("no machine");
  const names = (way: readonly Transition[] | null): (string | null)[] | null =>
    way?.map(({ operation, event }) => operation ?? event) ?? null;
  const way = (state: string, canMake: (one: Transition) => boolean = () => true): (string | null)[] | null =>
    names(wayTo(machine, state, canMake));

  it("is read with its own members only", () => {
    expect([machine.name, machine.property, machine.transitions.length]).toEqual(["Thing", "state", 6]);
    expect(machine.transitions[3]).toEqual({
      operation: "rush",
      from: ["NEW", "CHECKED"],
      to: "SENT",
      event: null,
      sets: {},
      changes: null,
      moves: [],
      response: { status: 200, message: "Rushed" },
    });
    expect(machine.transitions[4]).toMatchObject({
      changes: ["sentAt", "stock"],
      moves: [{ member: "stock", from: "HELD", to: "BACK" }],
    });
    expect(machine.refusals).toEqual([
      { operation: "check", from: ["SENT"], response: { status: 409, message: null } },
    ]);
    expect(machine.where).toMatch(/^openapi\.yaml:\d+:\d+$/);
  });

  it("has a shortest way to each state, of transitions that can be made", () => {
    expect(way("NEW")).toEqual(["make"]);
    expect(way("CHECKED")).toEqual(["make", "check"]);
    expect(way("SENT")).toEqual(["make", "rush"]);
    expect(way("SENT", ({ operation }) => operation !== "rush")).toEqual(["make", "check", "thing.sent"]);
    expect(way("SENT", ({ operation }) => operation === "make" || operation === "check")).toBeNull();
    expect(way("ELSEWHERE")).toBeNull();
    expect(way("NEW", () => false)).toBeNull();
  });

  it("is none without a property to hold the state", () => {
    expect(machineWith({ transitions: [] })).toEqual([]);
  });
});
