// Services that do what their description leaves open -> no finding: in doubt the run does not object.
import { describe, expect, it } from "vitest";
import type { SmallApiName } from "./obedient/apis.ts";
import { found, runAgainst } from "./obedient/run.ts";
import type { Habits } from "./obedient/server.ts";
import type { Thing } from "./obedient/store.ts";

type Doubt = readonly [string, SmallApiName, Habits];

/** Names that were taken by earlier requests: 409 for those. */
function uniqueNames(): Habits {
  const taken = new Set<string>();
  return {
    answers: (answer, { operation, incoming }) => {
      if (operation.id !== "addItem" || answer.status !== 201) return answer;
      const { name } = JSON.parse(incoming.body.toString());
      if (taken.has(name)) return { ...answer, status: 409, body: '{"code":409,"message":"taken"}' };
      taken.add(name);
      return answer;
    },
  };
}

/** Takes no more books after one with a title of forty characters. */
function closing(): Habits {
  let closed = false;
  return {
    answers: (answer, { operation, incoming }) => {
      if (operation.id !== "post_books" || answer.status !== 201) return answer;
      if (closed) return { ...answer, status: 422, headers: problem, body: '{"title":"closed"}' };
      closed = JSON.parse(incoming.body.toString()).title.length === 40;
      return answer;
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

/** After its deletion a folder is answered with, and called "deleted". */
function keptAsDeleted(): Habits {
  const deleted = new Set<string>();
  return {
    answers: (answer, { operation, incoming }) => {
      const id = incoming.path.split("/").at(-1) ?? "";
      if (operation.id === "delete_folders_by_id" && answer.status === 204) deleted.add(id);
      if (operation.id !== "get_folders_by_id" || !deleted.has(id)) return answer;
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
    "library",
    writes((thing) => ({ ...thing, title: `${String(thing["title"])} ` })),
  ],
  [
    "what is deleted may be deleted again, where nothing says otherwise",
    "tree",
    {
      answers: (answer, { operation }) =>
        operation.id === "delete_folders_by_id" && answer.status === 404 ? { ...answer, status: 204 } : answer,
    },
  ],
  ["what was deleted is kept, and says so", "tree", keptAsDeleted()],
  [
    "a key may not do everything",
    "shop",
    {
      answers: (answer, { operation }) =>
        operation.id === "getSettings" ? { ...answer, status: 403, body: '{"code":403,"message":"not you"}' } : answer,
    },
  ],
  ["fewer records come at a time than were asked for", "library", { lists: (things) => things.slice(0, 40) }],
  ["a filter knows records that do not say what they are", "shop", writes(({ status: _, ...thing }) => thing)],
  ["the world changes: what was good is refused by now", "library", closing()],
];

describe("the run does not object", () => {
  it.each(doubts)("%s", { timeout: 20_000 }, async (_, api, habits) => {
    const { report } = await runAgainst(api, habits, { randomCases: 1 });
    expect(report.findings.map(({ message }) => message)).toEqual([]);
    expect(report.requests).toBeGreaterThan(100);
  });

  it("to names that have to differ, and goes on to find what is wrong behind them", async () => {
    const { answers } = uniqueNames();
    const { report } = await runAgainst("shop", {
      ...(answers === undefined ? {} : { answers }),
      overlooks: ({ place, keyword }) => place === "body" && keyword === "maximum",
    });
    expect(found(report)).toContain("invalid-accepted addItem");
  });

  it("to such names, and makes as many things as it needs", async () => {
    const { answers } = uniqueNames();
    const lost = writes((thing) => ({ ...thing, note: "lost" }));
    const { report } = await runAgainst(
      "shop",
      { ...lost, ...(answers === undefined ? {} : { answers }) },
      { only: "addItem/links" },
    );
    expect(found(report)).toContain("lost-write getItem");
  });
});

describe("without what it needs", () => {
  it("says so: a key", async () => {
    const { report } = await runAgainst("library", {}, { key: null });
    expect(found(report)).toEqual([]);
    expect(report.notes).toEqual([
      expect.stringMatching(/^get_books was never accepted \(401.*\); give it --key$/),
      ...report.notes.slice(1),
    ]);
  });

  it("does not take a key that is refused for a good one", async () => {
    const { report } = await runAgainst("library", {}, { key: "another key 12" });
    expect(found(report)).toContain("valid-refused get_books");
  });
});
