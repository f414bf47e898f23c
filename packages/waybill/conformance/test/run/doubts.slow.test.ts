// Services that do what their description leaves open -> no finding: in doubt the run does not object.
import { describe, expect, it } from "vitest";
import { oneIn } from "../../../../../scripts/testing/long.ts";
import type { RunReport } from "../../src/run/run-report.ts";
import type { SmallApiName } from "./obedient/apis.ts";
import type { Hook, HookPlan } from "./obedient/deliveries.ts";
import { found, runAgainst } from "./obedient/run.ts";
import type { Habits } from "./obedient/server.ts";
import type { Thing } from "./obedient/store.ts";

type Doubt = readonly [string, SmallApiName, Habits];

/** Names that were taken by earlier requests: 409 for those. */
function uniqueNames(): Habits {
  const taken = new Set<string>();
  return {
    rewrite: (written, { operation, incoming }) => {
      if (operation.id !== "addItem" || written.status !== 201) return written;
      const { name } = JSON.parse(incoming.body.toString());
      if (taken.has(name)) return { ...written, status: 409, body: '{"code":409,"message":"taken"}' };
      taken.add(name);
      return written;
    },
  };
}

/** Takes no more books after one with a title of forty characters. */
function closing(): Habits {
  let closed = false;
  return {
    rewrite: (written, { operation, incoming }) => {
      if (operation.id !== "post_books" || written.status !== 201) return written;
      if (closed) return { ...written, status: 422, headers: problem, body: '{"title":"closed"}' };
      closed = JSON.parse(incoming.body.toString()).title.length === 40;
      return written;
    },
  };
}

const problem = { "Content-Type": "application/problem+json" };

/** Puts the last records first, once in two times. */
function unsteady(): Habits {
  let count = 0;
  return {
    lists: (things) => {
      count += 1;
      return count % 2 === 0 ? things.toReversed() : things;
    },
  };
}

/** After its deletion a folder is still returned, with the status "deleted". */
function keptAsDeleted(): Habits {
  const deleted = new Set<string>();
  return {
    rewrite: (written, { operation, incoming }) => {
      const id = incoming.path.split("/").at(-1) ?? "";
      if (operation.id === "delete_folders_by_id" && written.status === 204) deleted.add(id);
      if (operation.id !== "get_folders_by_id" || !deleted.has(id)) return written;
      return {
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ id, name: "deleted" }),
      };
    },
  };
}

const writes = (to: (thing: Thing) => Thing): Habits => ({ writes: to });

const doubts: readonly Doubt[] = [
  ["names have to differ", "shop", uniqueNames()],
  ["a list comes in another order every time", "library", unsteady()],
  [
    "texts are trimmed, and addresses and times written in another way",
    "shop",
    writes((thing) =>
      [...String(thing["name"])].length < 20 ? { ...thing, name: `${String(thing["name"])} ` } : thing,
    ),
  ],
  [
    "what is deleted may be deleted again, where nothing says otherwise",
    "tree",
    {
      rewrite: (written, { operation }) =>
        operation.id === "delete_folders_by_id" && written.status === 404 ? { ...written, status: 204 } : written,
    },
  ],
  ["a deleted record is kept and marked as deleted", "tree", keptAsDeleted()],
  [
    "a key may not do everything",
    "shop",
    {
      rewrite: (written, { operation }) =>
        operation.id === "getSettings"
          ? { ...written, status: 403, body: '{"code":403,"message":"not you"}' }
          : written,
    },
  ],
  ["fewer records come at a time than were asked for", "library", { lists: (things) => things.slice(0, 40) }],
  ["a filter knows records that do not say what they are", "shop", writes(({ status: _, ...thing }) => thing)],
  ["the world changes: what was good is refused by now", "library", closing()],
];

describe("the run has no findings", () => {
  it.each(oneIn(5, doubts))("a service is not accused: %s", async (_, api, habits) => {
    const { report } = await runAgainst(api, habits, { randomCases: 1 });
    expect(report.findings.map(({ message }) => message)).toEqual([]);
    expect(report.requests).toBeGreaterThan(100);
  });

  it("to names that have to differ, and goes on to find what is wrong behind them", async () => {
    const { rewrite } = uniqueNames();
    const { report } = await runAgainst("shop", {
      ...(rewrite === undefined ? {} : { rewrite }),
      overlooks: ({ place, keyword }) => place === "body" && keyword === "maximum",
    });
    expect(found(report)).toContain("invalid-accepted addItem");
  });

  it("to such names, and makes as many things as it needs", async () => {
    const { rewrite } = uniqueNames();
    const lost = writes((thing) => ({ ...thing, note: "lost" }));
    const { report } = await runAgainst(
      "shop",
      { ...lost, ...(rewrite === undefined ? {} : { rewrite }) },
      { only: "addItem/links" },
    );
    expect(found(report)).toContain("lost-write getItem");
  });
});

/** The first deliveries of a run, as a machine sends them that is busy for a while. */
const busy: readonly (readonly [string, string, (count: number) => Partial<HookPlan>])[] = [
  ["is not sent", "missing-event", (count) => ({ sendsTo: once(count, false, undefined) })],
  [
    "is signed with another secret",
    "bad-signature",
    (count) => {
      const secretOf = once<(hook: Hook) => string>(
        count,
        () => "earlier",
        ({ secret }) => secret,
      );
      return { secretFor: (hook) => secretOf()(hook) };
    },
  ],
];

/** `first` for so many calls, then `later`. */
function once<Value>(count: number, first: Value, later: Value): () => Value {
  let calls = 0;
  return () => {
    calls += 1;
    return calls <= count ? first : later;
  };
}

describe("a finding that depends on time is repeated", () => {
  const plan = { path: "/hooks", testEvent: "hook.test" };
  const run = async (changes: Partial<HookPlan>): Promise<RunReport> =>
    (await runAgainst("hooks", { hooks: { ...plan, ...changes } }, { deliveryMs: 500, randomCases: 0 })).report;

  it("a delivery that arrives late at first is waited for", async () => {
    expect((await run({ delayMs: once(1, 900, 0) })).findings.map(({ message }) => message)).toEqual([]);
  });

  it.each(busy)("a delivery that %s at first, and never again, is a note: %s", async (_, check, changes) => {
    const { findings, notes } = await run(changes(1));
    expect(findings.map(({ message }) => message)).toEqual([]);
    const note = expect.stringMatching(new RegExp(`^${check} was seen once, and not when .* was repeated alone: `));
    expect(notes).toContainEqual(note);
  });

  it.each(busy)("a delivery that always %s is a finding: %s", async (_, check, changes) => {
    const { findings } = await run(changes(Number.POSITIVE_INFINITY));
    expect(findings.map((one) => one.check)).toContain(check);
  });
});

describe("without what it needs", () => {
  it("the report names it: a key", async () => {
    const { report } = await runAgainst("library", {}, { key: null });
    expect(found(report)).toEqual([]);
    expect(report.notes).toEqual([
      expect.stringMatching(/^get_books was never accepted \(401.*\); pass --key$/),
      ...report.notes.slice(1),
    ]);
  });

  it("a run does not mistake a rejected key for a valid one", async () => {
    const { report } = await runAgainst("library", {}, { key: "another key 12" });
    expect(found(report)).toContain("valid-refused get_books");
  });
});
