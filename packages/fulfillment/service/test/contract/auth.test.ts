import { beforeAll, describe, expect, test } from "vitest";
import { createKey, revoke } from "../../src/domain/keys.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { insertAccount, setAccountActive } from "../../src/storage/queries/accounts.ts";
import { describeOnEach } from "./backends.ts";
import { type RunningService, runService } from "./running-service.ts";

describeOnEach("authentication", (open) => {
  let service: RunningService;
  /** Another process's view of the database, as a command line has it. */
  let elsewhere: Database;

  beforeAll(async () => {
    service = await runService(await open());
    elsewhere = await openDatabase(service.storage, () => {});
    return async () => {
      await elsewhere.close();
      await service.end();
    };
  });

  test.each(["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"])(
    "accepts the key with any method: %s /v1/auth",
    async (method) => {
      const response = await service.call(method, "/v1/auth");
      expect(response).toMatchObject({
        status: 200,
        body: { account_id: service.account.id, message: "API key is valid" },
      });
    },
  );

  test("HEAD /v1/auth has no response body", async () => {
    expect(await service.call("HEAD", "/v1/auth")).toMatchObject({ status: 200, text: "" });
    expect(await service.call("HEAD", "/v1/auth", { key: null })).toMatchObject({ status: 401, text: "" });
  });

  describe("a wrong key", () => {
    const good = (): string => service.account.key;
    const refused: Readonly<Record<string, () => string | null>> = {
      "no header": () => null,
      "an empty header": () => "",
      "no scheme": () => good(),
      "another scheme": () => `Basic ${good()}`,
      "the scheme in lower case": () => `bearer ${good()}`,
      "two spaces": () => `Bearer  ${good()}`,
      "no key": () => "Bearer ",
      "95 characters": () => `Bearer ${good().slice(1)}`,
      "97 characters": () => `Bearer ${good()}a`,
      "an unknown key of 96 characters": () => `Bearer ${"a".repeat(96)}`,
      "the last character changed": () => `Bearer ${good().slice(0, -1)}${good().endsWith("A") ? "B" : "A"}`,
    };
    test.each(Object.keys(refused))("is the same 401: %s", async (name) => {
      const value = refused[name]?.() ?? null;
      const headers: Record<string, string> = value === null ? {} : { Authorization: value };
      const response = await service.call("GET", "/v1/orders/list", { key: null, headers });
      expect(response).toMatchObject({ status: 401, text: "Unauthorized" });
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    });
  });

  test("401 comes before the route, the method and the body", async () => {
    for (const [method, path] of [
      ["GET", "/v1/nothing"],
      ["PUT", "/v1/orders/create"],
      ["POST", "/v1/orders/create"],
    ] as const) {
      expect(await service.call(method, path, { key: null })).toMatchObject({ status: 401, text: "Unauthorized" });
    }
  });

  test("keys have 96 characters; an account may have several, and revoking one takes effect on the next request", async () => {
    const made = await elsewhere.write((transaction) => createKey(transaction, service.account.id, Date.now()));
    if (made === null) throw new Error("no key");
    expect(made.key).toHaveLength(96);
    expect(await service.call("GET", "/v1/auth", { key: made.key })).toMatchObject({ status: 200 });
    await elsewhere.write((transaction) => revoke(transaction, made.id, Date.now()));
    expect(await service.call("GET", "/v1/auth", { key: made.key })).toMatchObject({ status: 401 });
    expect(await service.call("GET", "/v1/auth")).toMatchObject({ status: 200 });
  });

  test("a deactivated account's keys are refused, and accepted again once it is active", async () => {
    const id = "acc_deactivated";
    const key = await elsewhere.write(async (transaction) => {
      await transaction.all(insertAccount, { id, name: id, created_at: new Date().toISOString() });
      return (await createKey(transaction, id, Date.now()))?.key ?? "";
    });
    const statuses: number[] = [];
    for (const active of [1, 0, 1]) {
      await elsewhere.write(async (transaction) => transaction.all(setAccountActive, { id, active }));
      statuses.push((await service.call("GET", "/v1/auth", { key })).status);
    }
    expect(statuses).toEqual([200, 401, 200]);
  });
});
