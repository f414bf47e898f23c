import { randomInt } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/operation/open-database.ts";
import { setAccountBudget } from "../../src/storage/queries/accounts.ts";
import { describeOnEach } from "./backends.ts";
import { type RunningService, restart, runService, type ServiceResponse } from "./running-service.ts";

describeOnEach("the rate limit", (open) => {
  let service: RunningService;
  let addresses = 0;
  // Redis still counts the requests of earlier runs.
  const run = `10.${randomInt(256)}.${randomInt(256)}`;

  beforeAll(async () => {
    service = await runService(await open(), { rateLimit: 5 });
    return () => service.end();
  });

  function freshAddress(): string {
    addresses += 1;
    return `${run}.${addresses}`;
  }

  const counts = ({ status, headers }: ServiceResponse): (number | string | null)[] => [
    status,
    headers.get("RateLimit-Limit"),
    headers.get("RateLimit-Remaining"),
  ];

  test("counts every accepted request, with any response, and returns 429 beyond the budget", async () => {
    const from = freshAddress();
    const paths = ["/v1/auth", "/v1/none", "/v1/orders/none", "/v1/orders/list?limit=x", "/v1/orders/list"];
    const responses: ServiceResponse[] = [];
    for (const path of paths) responses.push(await service.call("GET", path, { from }));
    expect(responses.map(counts)).toEqual([
      [200, "5", "4"],
      [404, "5", "3"],
      [404, "5", "2"],
      [400, "5", "1"],
      [200, "5", "0"],
    ]);
    for (const method of ["GET", "POST", "PUT"]) {
      const refused = await service.call(method, "/v1/orders/create", { from });
      expect(counts(refused)).toEqual([429, "5", "0"]);
      expect(refused.body).toEqual({ message: "Rate limit exceeded" });
      expect(Number(refused.headers.get("RateLimit-Reset"))).toBeGreaterThan(86_000);
    }
    expect(counts(await service.call("GET", "/v1/auth", { from: freshAddress() }))).toEqual([200, "5", "4"]);
  });

  test("the two forms of the headers agree", async () => {
    const { headers } = await service.call("GET", "/v1/auth", { from: freshAddress() });
    expect(headers.get("X-RateLimit-Limit")).toBe(headers.get("RateLimit-Limit"));
    expect(headers.get("X-RateLimit-Remaining")).toBe(headers.get("RateLimit-Remaining"));
    const reset = Number(headers.get("X-RateLimit-Reset"));
    expect(Math.abs(reset - Date.now() / 1000 - Number(headers.get("RateLimit-Reset")))).toBeLessThan(5);
  });

  test("401 is not counted, and comes before 429", async () => {
    const from = freshAddress();
    for (let request = 0; request < 6; request += 1) {
      const response = await service.call("GET", "/v1/auth", { from, key: null });
      expect(counts(response)).toEqual([401, "5", "5"]);
      expect(response.headers.get("RateLimit-Reset")).toBe("0");
    }
    for (let request = 0; request < 5; request += 1) await service.call("GET", "/v1/auth", { from });
    expect(counts(await service.call("GET", "/v1/auth", { from, key: "x".repeat(96) }))).toEqual([401, "5", "0"]);
    expect(counts(await service.call("GET", "/v1/auth", { from }))).toEqual([429, "5", "0"]);
  });

  test("keys share the budget of an address, and a larger one belongs to the account", async () => {
    const from = freshAddress();
    for (let request = 0; request < 4; request += 1) await service.call("GET", "/v1/auth", { from });
    expect(counts(await service.call("GET", "/v1/auth", { from, key: service.other.key }))).toEqual([200, "5", "0"]);
    const database = await openDatabase(service.storage, () => {});
    await database.write(async (transaction) => transaction.all(setAccountBudget, { id: service.other.id, budget: 8 }));
    await database.close();
    expect(counts(await service.call("GET", "/v1/auth", { from, key: service.other.key }))).toEqual([200, "8", "2"]);
    expect(counts(await service.call("GET", "/v1/auth", { from }))).toEqual([429, "5", "0"]);
  });

  test("of many at once, exactly the budget is served", async () => {
    const from = freshAddress();
    const responses = await Promise.all(Array.from({ length: 40 }, () => service.call("GET", "/v1/auth", { from })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test("the counts outlive a restart", async () => {
    const from = freshAddress();
    for (let request = 0; request < 3; request += 1) await service.call("GET", "/v1/auth", { from });
    service = await restart(service, { rateLimit: 5 });
    expect(counts(await service.call("GET", "/v1/auth", { from }))).toEqual([200, "5", "1"]);
  });

  test("X-Forwarded-For counts only when a trusted proxy sent it", async () => {
    const alone = await runService(await open(), { rateLimit: 50_000, trustProxy: [] });
    const seen = async (from: string): Promise<number> =>
      Number((await alone.call("GET", "/v1/auth", { from })).headers.get("RateLimit-Remaining"));
    const first = await seen("192.0.2.1");
    expect(await seen("192.0.2.2")).toBe(first - 1);
    await alone.end();
    const from = freshAddress();
    const spellings = [`203.0.113.9, ${from}`, `::ffff:${from}`, `${from}:4711`, from];
    const left: unknown[] = [];
    for (const spelling of spellings) left.push(counts(await service.call("GET", "/v1/auth", { from: spelling }))[2]);
    expect(left).toEqual(["4", "3", "2", "1"]);
  });
});
