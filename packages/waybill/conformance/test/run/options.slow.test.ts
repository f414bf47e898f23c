// The options of a run -> which requests it makes, in which order, and when it ends.
import { describe, expect, it } from "vitest";
import { found, runAgainst } from "./obedient/run.ts";

/** Without what differs between runs: the mark in addresses, ports. */
const plain = (requests: readonly string[]): string[] =>
  requests.map((request) => request.replace(/127\.0\.0\.1:\d+/g, "host").replace(/\/[0-9a-z]{8,9}-(\d+)/g, "/mark-$1"));

it("a seed makes the same requests, byte for byte, and another one others", async () => {
  const runs = [await runAgainst("shop"), await runAgainst("shop"), await runAgainst("shop", {}, { seed: 2 })];
  const [first, again, other] = runs.map(({ server }) => plain(server.requests));
  expect(first?.length).toBeGreaterThan(200);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(runs.map(({ report }) => report.seed)).toEqual([1, 1, 2]);
});

it("--only makes a good call of each operation, and the cases that begin so", async () => {
  const { report } = await runAgainst("shop", {}, { only: "addItem/invalid/body/name" });
  const ids = report.cases.map(({ id }) => id);
  const keywords = "required type:null type:number type:array minLength maxLength maxLength:astral".split(" ");
  expect(ids.filter((id) => !id.endsWith("/baseline"))).toEqual(
    keywords.map((keyword) => `addItem/invalid/body/name/${keyword}`),
  );
  expect(report.requests).toBeLessThan(30);
});

it("--fail-fast runs no case after the one with a finding, but removes what it has subscribed", async () => {
  const { report, server } = await runAgainst(
    "hooks",
    { overlooks: ({ place }) => place === "body" },
    { failFast: true },
  );
  expect(report.findings.length).toBeGreaterThan(0);
  const last = report.cases.findLastIndex(({ findings }) => findings.length > 0);
  const after = report.cases.slice(last + 1);
  expect(after.length).toBeGreaterThan(20);
  expect([...new Set(after.flatMap(({ id, skipped }) => (id.endsWith("/removed") ? [] : [skipped])))]).toEqual([
    "a finding was made (--fail-fast)",
  ]);
  const made = server.requests.filter(
    (request) => request.startsWith("POST /hooks {") && request.includes("127.0.0.1"),
  );
  const removed = server.requests.filter((request) => request.startsWith("DELETE /hooks/"));
  expect(removed.length).toBeGreaterThanOrEqual(Math.min(made.length, 5));
  expect(report.notes).toEqual([
    expect.stringMatching(
      /^\d+ cases were not run: a finding was made \(--fail-fast\)\. Left out: (\d+ of \d+ [a-z ]+(, )?)+$/,
    ),
  ]);
});

describe("a run that ends early", () => {
  it("has tried one case of each kind before it tries any kind of fault in a second place", async () => {
    const { report, server } = await runAgainst("library", {}, { maxRequests: 150 });
    expect([report.ok, report.requests, server.requests.length]).toEqual([true, 150, 150]);
    const limit = "the limit of 150 requests was reached (--max-requests)";
    expect(report.notes).toEqual([expect.stringContaining(` cases were not run: ${limit}. Left out: `)]);
    const invalid = report.cases.filter(({ phase }) => phase === "invalid");
    const kindOf = (id: string): string => id.slice(id.lastIndexOf("/"));
    const run = new Set(invalid.filter(({ skipped }) => skipped === null).map(({ id }) => kindOf(id)));
    const left = invalid.filter(({ skipped }) => skipped !== null).map(({ id }) => kindOf(id));
    expect(left.length).toBeGreaterThan(5);
    // The last round comes after all of them.
    expect(left.filter((kind) => !run.has(kind) && !["/nothing-changed", "/companions"].includes(kind))).toEqual([]);
  });

  it("removes its subscriptions with the last requests of the budget", async () => {
    let left = 80;
    const { report, server } = await runAgainst("hooks", {
      rewrite: (written) => {
        left -= 1;
        return { ...written, headers: { ...written.headers, "RateLimit-Remaining": String(left) } };
      },
    });
    expect(report.notes).toEqual([expect.stringContaining("the request budget is nearly used up")]);
    expect(left).toBeGreaterThanOrEqual(2);
    const ids = (method: string): string[] =>
      server.requests.flatMap((request) => (request.startsWith(`${method} /hooks`) ? [request] : []));
    const made = ids("POST").filter((request) => request.startsWith("POST /hooks {"));
    expect(ids("DELETE").length).toBeGreaterThanOrEqual(made.length - 2);
  });
});

describe("a budget", () => {
  /** So many requests, and 429 for all others. */
  const limited = (
    budget: number,
  ): { readonly habits: Parameters<typeof runAgainst>[1]; readonly result: () => number } => {
    let left = budget;
    let result = 0;
    return {
      result: () => result,
      habits: {
        rewrite: (written) => {
          left -= 1;
          result += 1;
          const headers = { ...written.headers, "RateLimit-Remaining": String(Math.max(0, left)) };
          return left < 0 ? { status: 429, headers, body: '{"code":1,"message":"later"}' } : { ...written, headers };
        },
      },
    };
  };

  it("is never used up by default", async () => {
    const { habits, result } = limited(30);
    const { report } = await runAgainst("shop", habits);
    expect(result()).toBe(28);
    expect(report.notes).toEqual([expect.stringContaining("RateLimit-Remaining is 2")]);
    expect(found(report)).toEqual([]);
  });

  it("is used up on request: after everything else, each operation is rejected", async () => {
    const { habits } = limited(330);
    const { report } = await runAgainst("shop", habits, { spendBudget: true });
    const last = report.cases.filter(({ phase }) => phase === "rate limit");
    expect(last.map(({ id }) => id)).toEqual([
      "listItems/rate-limit",
      ...["listItems", "addItem", "getItem", "replaceItem", "removeItem", "getSettings"].map(
        (id) => `${id}/rate-limit/spent`,
      ),
    ]);
    expect(found(report)).toEqual([]);
  });
});
