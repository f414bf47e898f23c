// Creates and what is read of them -> which member of a response is which of the request, and where it is another one all of a sudden.
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../src/run/context.ts";
import { Records } from "../../src/run/records.ts";
import { noValues } from "../../src/run/request-values.ts";
import { watchRoundTrips } from "../../src/run/round-trips.ts";
import type { JsonObject } from "../../src/values/json.ts";
import { smallApi } from "./obedient/apis.ts";

/** Each record as it is sent, and as it is read. */
function objections(
  pairs: readonly (readonly [sent: JsonObject, read: JsonObject])[],
  updated: readonly number[] = [],
  returned: JsonObject = {},
): string[] {
  const { description } = smallApi("shop");
  const [create, read] = ["addItem", "getItem"].map((id) => description.operations.find((one) => one.id === id));
  const mediaType = create?.requestBody?.content[0];
  if (create === undefined || read === undefined || mediaType === undefined) throw new Error("the shop has no items");
  const found: string[] = [];
  const [records, listeners]: [Records, ((result: CallResult) => void)[]] = [new Records(), []];
  watchRoundTrips({ records, listeners, isOfOther: () => false, object: (_, message) => void found.push(message) });
  const request = { method: "GET", server: "http://127.0.0.1", target: "/", headers: [], body: null };
  const exchange = { request, response: { status: 200, headers: [], body: new Uint8Array() } };
  for (const [id, [sent, item]] of pairs.entries()) {
    const values = { ...noValues, body: { kind: "value", mediaType, value: sent } as const };
    records.take({ operation: create, values, status: 201, json: { id, ...returned }, isOfOther: false });
    if (updated.includes(id)) records.updated.set(id, new Set());
    const result = { operation: read, values: noValues, exchange, status: 200, verdict: null, json: { id, ...item } };
    for (const listener of listeners) listener(result);
  }
  return found;
}

const names = ["Ada", "Bea", "Cleo", "Dora"];
const usual = names.map((name): [JsonObject, JsonObject] => [{ to: { name } }, { recipient: { name } }]);

describe("a member that comes back elsewhere", () => {
  it("is asked of all records once several have shown it", () => {
    const lost = objections([...usual, [{ to: { name: "Eve" } }, { recipient: { name: "Ada" } }]]);
    expect(lost).toEqual(['getItem returns "Ada" as recipient.name for the to.name "Eve" that addItem was sent']);
  });

  it("is missed where there is nothing in its place", () => {
    expect(objections([...usual, [{ to: { name: "Eve" } }, { recipient: { name: null } }]])).toHaveLength(1);
  });
});

describe("nothing is said", () => {
  const eve: JsonObject = { to: { name: "Eve" } };

  it.each<[string, JsonObject, number[]]>([
    ["of a record that was updated since", { recipient: { name: "Ada" } }, [usual.length]],
    ["of a text that is written with other spaces", { recipient: { name: " Eve " } }, []],
    ["of what a response leaves out", { recipient: {} }, []],
  ])("%s", (_, read, updated) => expect(objections([...usual, [eve, read]], updated)).toEqual([]));

  it("of a member that was the same only as long as two members of the request were", () => {
    const both = names.map((name): [JsonObject, JsonObject] => [
      { bill: { name }, ship: { name } },
      { owner: { name } },
    ]);
    const apart: [JsonObject, JsonObject] = [
      { bill: { name: "Eve" }, ship: { name: "Fay" } },
      { owner: { name: "Fay" } },
    ];
    expect(objections([...both, apart])).toEqual([]);
  });

  it("of an amount that was as it was sent before", () => {
    const amounts = [1, 2, 3, 4].map((stock): [JsonObject, JsonObject] => [{ stock }, { stock }]);
    const sold = objections([...amounts, [{ stock: 9 }, { stock: 8 }]], [], { stock: 9 });
    expect([sold, objections([...amounts, [{ stock: 9 }, { stock: 8 }]])]).toEqual([[], [expect.any(String)]]);
  });

  it("of a member of another name", () => {
    const titled = names.map((name): [JsonObject, JsonObject] => [{ name }, { title: name }]);
    expect(objections([...titled, [{ name: "Eve" }, { title: "Mrs Eve" }]])).toEqual([]);
  });
});
