// What waits to be stored about deliveries, when the database is slow.
import { expect, it } from "vitest";
import { Notices } from "../../src/operation/notices.ts";
import type { Database } from "../../src/storage/database.ts";

it("the bodies of failures that wait to be stored take 16 MiB at most, again after each time they are written", async () => {
  const stored: { readonly payload: string | null }[] = [];
  const transaction = { first: async () => ({}), all: async (_query: unknown, row: never) => void stored.push(row) };
  const database = { write: (work: (of: object) => unknown) => work(transaction) } as unknown as Database;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const notices = new Notices({ database, now: Date.now, log });
  const body = "x".repeat(65_536);
  for (const most of [256, 256]) {
    for (let id = 0; id < 300; id += 1)
      notices.attempted(
        `sub_${id}`,
        { event: "order.created", body },
        { kind: "unreached", reason: "", durationMs: 1 },
      );
    await notices.flush();
    expect(stored.splice(0).filter(({ payload }) => typeof payload === "string")).toHaveLength(most);
  }
  await notices.close();
});
