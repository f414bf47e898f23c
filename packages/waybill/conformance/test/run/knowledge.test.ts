// What a run is given and what it sees -> the value for the next request.
import { describe, expect, it } from "vitest";
import { isReference, Knowledge, ownerOfParameter, ownerOfPath, unknownLike } from "../../src/run/knowledge.ts";
import { openPaths } from "../description/opened.ts";

describe("given values", () => {
  const given = new Knowledge({
    campaignId: "cmp_1",
    skus: ["MUG", "TEE"],
    warehouses: [{ id: "wh_1", tags: ["x"] }, { id: "wh_2" }],
    account: { id: 7, owner: { name: "Ann" } },
    "time-zone": "UTC",
    flag: false,
  });

  it.each([
    ["campaignId", [], "cmp_1"],
    ["campaign_id", [], "cmp_1"],
    ["CampaignID", ["order"], "cmp_1"],
    ["id", ["campaign"], "cmp_1"],
    ["sku", [], "MUG"],
    ["warehouseId", [], "wh_1"],
    ["id", ["warehouse", "order"], "wh_1"],
    ["accountId", [], 7],
    ["name", ["accountOwner"], "Ann"],
    ["timeZone", [], "UTC"],
    ["flag", [], false],
    ["id", ["order"], undefined],
    ["other", [], undefined],
  ] as const)("are used by name and owner: %s of %j", (name, owners, value) => {
    expect(given.valueFor(name, owners)).toBe(value);
  });
});

describe("seen values", () => {
  const { operations } = openPaths({ "/v1/orders/list": { get: { responses: { 204: { description: "" } } } } });
  const [list] = operations;
  if (list === undefined) throw new Error("no operation");

  it("are stored for reference names, under their own name and that of their owner", () => {
    const seen = new Knowledge();
    const body = [{ id: "o1", note: "n", customer: { id: 5 }, lines: [{ sku: "A" }] }, { id: "o2" }];
    seen.learn(list, body, null);
    expect([seen.valueFor("orderId", []), seen.knownFor("orderIds", [])]).toEqual(["o1", ["o1", "o2"]]);
    expect(seen.valueFor("id", ["order"])).toBe("o1");
    expect(seen.valueFor("customerId", [])).toBe(5);
    expect(seen.valueFor("sku", [])).toBe("A");
    expect(seen.valueFor("note", [])).toBeUndefined();
  });

  it("come after given ones, the newest first, until they are forgotten", () => {
    const known = new Knowledge({ sku: "MUG" });
    known.learn(list, { id: "o1", sku: "A" }, null);
    known.learn(list, { id: "o2" }, null);
    expect([known.valueFor("sku", []), known.valueFor("orderId", [])]).toEqual(["MUG", "o2"]);
    known.forget("o2");
    known.forget("MUG");
    expect([known.valueFor("sku", []), known.valueFor("orderId", [])]).toEqual(["MUG", "o1"]);
    expect(known.all()).toMatchObject({ sku: "MUG", orderid: "o1" });
  });
});

describe("names", () => {
  it.each([
    ["id orderId order_id orderid OrderID skus productSku countryCode apiKey slug user-ref", true],
    ["valid isValid paid grid void android hybrid solid bid liquid monkey name note ideas", false],
  ])("are references, or not: %s", (names, is) => {
    expect(names.split(" ").filter((name) => isReference(name) !== is)).toEqual([]);
  });

  it.each([
    ["/v1/orders/list", "order"],
    ["/v1/orders/warehouses", "warehouse"],
    ["/v1/categories/{id}", "category"],
    ["/boxes", "box"],
    ["/addresses/{id}/search", "address"],
    ["/status", "status"],
    ["/", ""],
  ])("of paths give their resource: %s is %s", (path, owner) => {
    expect(ownerOfPath(path)).toBe(owner);
  });

  it("of a path parameter are those of the segment before it", () => {
    expect(ownerOfParameter("/shops/{shopId}/webhooks/{id}/test", "id")).toBe("webhook");
  });
});

describe("an unknown id", () => {
  it.each([
    [7, 2_147_482_993],
    ["ord_a1B2", "ord_z0Z0"],
    ["6fa459ea-ee8a-3ca4-894e-db77e160355e", "00000000-0000-4000-8000-000000000000"],
    ["ab", "ab-zzzz0000"],
    ["", "unknown-0000000000"],
    [null, "unknown-0000000000"],
  ])("looks like the one that it replaces: %j -> %j", (value, other) => {
    expect(unknownLike(value)).toBe(other);
  });
});
