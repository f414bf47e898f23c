// Passwords as they are stored, and how failures lock: with the time given, never waited for.
import { describe, expect, test } from "vitest";
import { hashPassword, newPassword, verifyPassword } from "../../src/domain/passwords.ts";
import { endOfSession, findSession, startSession } from "../../src/domain/sessions.ts";
import { admitAttempt, countedOf, forgiveAttempt, forgiveMember, waitOf } from "../../src/domain/sign-in.ts";
import { createUser } from "../../src/domain/users.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { VisitorLimit } from "../../src/portal/visitor-limit.ts";
import type { Database } from "../../src/storage/database.ts";
import { insertAccount } from "../../src/storage/queries/accounts.ts";
import { lineOf } from "../../src/storage/turns.ts";
import { openLocal } from "../contract/backends.ts";
import { query } from "../contract/raw-query.ts";
import { cheap } from "./running-portal.ts";

describe("a password", () => {
  test("is stored with its parameters and a salt of its own, and matches only itself", async () => {
    const stored = await hashPassword("Grüße an alle", cheap);
    expect(stored).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hashPassword("Grüße an alle", cheap)).not.toBe(stored);
    expect(await verifyPassword("Gru\u0308ße an alle", stored, cheap)).toEqual({ matches: true, outdated: false });
    expect(await verifyPassword("grüße an alle", stored, cheap)).toEqual({ matches: false });
    expect(await verifyPassword("Grüße an alle", null, cheap)).toEqual({ matches: false });
  });

  test("that was hashed with other parameters matches, and is reported as outdated", async () => {
    const stored = await hashPassword("words of a sentence", { ...cheap, cost: 5 });
    expect(await verifyPassword("words of a sentence", stored, cheap)).toEqual({ matches: true, outdated: true });
  });

  test("in another form than scrypt's throws", async () => {
    await expect(verifyPassword("x", "plain", cheap)).rejects.toThrow("is no hash of scrypt");
  });

  test("that is generated has 120 random bits", () => {
    expect(newPassword()).toMatch(/^[\w-]{20}$/);
    expect(newPassword()).not.toBe(newPassword());
  });
});

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const storage = await openLocal();
  const database = await openDatabase(storage, () => {});
  try {
    await work(database);
  } finally {
    await database.close();
    await storage.drop();
  }
}

const start = Date.parse("2026-01-05T09:00:00Z");
const second = 1000;

test("five failures are free; each further one locks for twice as long, an hour at most; success and a day forgive", () =>
  withDatabase(async (database) => {
    const attempt = async (at: number, client = "10.0.0.1") => {
      const admission = await database.write((transaction) =>
        admitAttempt(transaction, countedOf("Ada@x.example", client), at),
      );
      return admission.kind === "locked" ? admission.milliseconds / second : "admitted";
    };
    for (let count = 0; count < 5; count += 1) expect(await attempt(start)).toBe("admitted");
    expect(await attempt(start)).toBe(30);
    expect(await attempt(start + 29 * second)).toBe(1);
    let now = start + 30 * second;
    expect(await attempt(now)).toBe("admitted");
    expect(await attempt(now)).toBe(60);
    for (let count = 0; count < 10; count += 1) {
      const wait = await attempt(now);
      now += (typeof wait === "number" ? wait : 0) * second;
      expect(await attempt(now)).toBe("admitted");
    }
    expect(await attempt(now)).toBe(3600);
    await database.write((transaction) => forgiveAttempt(transaction, "ada@x.example", "10.0.0.1"));
    expect(await attempt(now)).toBe("admitted");
    for (let count = 0; count < 4; count += 1) await attempt(now);
    expect(await attempt(now)).toBe(30);
    expect(await attempt(now + 86_400 * second + 31 * second)).toBe("admitted");
  }));

test("a member is locked at one address, and by no one at another; setting the password unlocks all", () =>
  withDatabase(async (database) => {
    const attempt = async (client: string) => {
      const admitted = await database.write((transaction) =>
        admitAttempt(transaction, countedOf("ada@x.example", client), start),
      );
      return admitted.kind;
    };
    for (const stranger of ["10.0.1.1", "10.0.1.2", "10.0.1.3"]) {
      for (let count = 0; count < 5; count += 1) expect(await attempt(stranger)).toBe("admitted");
      expect(await attempt(stranger)).toBe("locked");
    }
    expect(await attempt("10.0.0.1")).toBe("admitted");
    await database.write((transaction) => forgiveMember(transaction, "ada@x.example"));
    expect(await attempt("10.0.1.3")).toBe("admitted");
  }));

test("a refused attempt stores nothing, and old rows are deleted a hundred at a time", () =>
  withDatabase(async (database) => {
    const admit = (email: string, client: string, at: number) =>
      database.write((transaction) => admitAttempt(transaction, countedOf(email, client), at));
    const rows = async () => (await database.all(query("select subject from sign_in_failures"), {})).length;
    for (let count = 0; count < 300; count += 1) await admit(`ada${count}@x.example`, "10.0.0.1", start);
    // The address, and each member that it tried before it was locked.
    expect(await rows()).toBe(1 + 20);
    expect(await waitOf(database, countedOf("ada99@x.example", "10.0.0.1"), start)).toBe(30 * second);
    for (let count = 0; count < 119; count += 1) await admit("ada@x.example", `10.0.${count}.2`, start + 1);
    expect(await rows()).toBe(21 + 238);
    const later = start + 86_401 * second;
    await admit("ada@x.example", "10.0.0.3", later);
    expect(await rows()).toBe(21 + 238 - 100 + 2);
    const plan = await database.all(
      query("explain query plan select subject from sign_in_failures where last_at < 1 order by last_at limit 100"),
      {},
    );
    expect(JSON.stringify(plan)).toContain("sign_in_failures_by_time");
  }));

test("a session ends 12 hours after its last request, and 7 days after its first", () =>
  withDatabase(async (database) => {
    const hour = 3600 * second;
    const id = await database.write(async (transaction) => {
      await transaction.all(insertAccount, { id: "acc", name: "acc", created_at: "now" });
      const user = { accountId: "acc", email: "ada@x.example", name: "Ada", role: "OWNER" as const, passwordHash: "x" };
      const userId = await createUser(transaction, { ...user, now: start });
      return await startSession(transaction, userId ?? "", start);
    });
    const isThere = async (at: number) => (await findSession(database, id, at)) !== null;
    expect(await isThere(start + 12 * hour)).toBe(false);
    for (let hours = 11; hours < 168; hours += 11) expect(await isThere(start + hours * hour), `${hours}`).toBe(true);
    expect(endOfSession(start)).toBe(start + 168 * hour);
    expect(await isThere(start + 168 * hour)).toBe(false);
    expect(await findSession(database, `${id}A`, start)).toBeNull();
  }));

test("only so much work passes at once, in its order, and none that finds the line full", async () => {
  const inLine = lineOf({ atOnce: 1, longest: 1 });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inLine(async () => {
    await gate.promise;
    order.push("first");
    return 1;
  });
  const next = inLine(async () => order.push("second"));
  expect(await inLine(async () => order.push("third"))).toBeNull();
  gate.resolve();
  await Promise.all([first, next]);
  expect(order).toEqual(["first", "second"]);
  expect(await inLine(() => Promise.reject(new Error("failed"))).catch(() => "free again")).toBe("free again");
  expect(await inLine(async () => "passes")).toBe("passes");
});

test("a visitor places 60 orders in an hour, and others are not affected", () => {
  let now = start;
  const limit = new VisitorLimit(() => now);
  for (let count = 0; count < 60; count += 1) expect(limit.hit("a", "order")).toBe(0);
  expect(limit.hit("a", "order")).toBe(3600 * second);
  expect(limit.hit("b", "order")).toBe(0);
  expect(limit.hit("a", "request")).toBe(0);
  now += 3600 * second;
  expect(limit.hit("a", "order")).toBe(0);
});
