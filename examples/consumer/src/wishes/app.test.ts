// A call of the running server. `waybill scaffold` wrote this once: change it with the handlers that you write.
import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "./app.ts";
import { WishList } from "./wish-list.ts";

test("a wish is on the list, once", async () => {
  const wishes = new WishList();
  const server = await start({ port: 0, context: ({ signal }) => ({ wishes, signal }) });
  try {
    const body = JSON.stringify({ email: "mara@example.com", sku: "MUG-1" });
    const make = () =>
      fetch(`${server.url}/api/wishes`, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.equal((await make()).status, 201);
    assert.equal((await make()).status, 201);
    const list = await fetch(`${server.url}/api/wishes?email=mara@example.com`);
    assert.deepEqual(await list.json(), [{ wishId: "1", email: "mara@example.com", sku: "MUG-1" }]);
    const withdraw = () => fetch(`${server.url}/api/wishes/1`, { method: "DELETE" });
    assert.deepEqual([(await withdraw()).status, (await withdraw()).status], [204, 404]);
  } finally {
    await server.close();
  }
});
