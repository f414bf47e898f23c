// `fulfillment seed`, `keys` and `accounts` beside a running service: what they print, and that it counts from the next request on.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fulfillment, inProcess, newDirectory, printed, type Serving, startServing } from "./command-line.ts";

const directory = newDirectory();
let service: Serving;
let seeded: Record<string, unknown>;

const data = ["--data", directory.path];
const command = (...words: string[]) => inProcess([...words, ...data]);

beforeAll(async () => {
  service = await startServing(data);
  seeded = printed(await fulfillment(["seed", "--account", "demo", "--json", ...data]));
});

afterAll(async () => {
  await service.end();
  directory.remove();
});

/** The response of `/v1/auth` to a key. */
async function statusOf(key: unknown): Promise<number> {
  return (await fetch(`${service.url}/v1/auth`, { headers: { Authorization: `Bearer ${key}` } })).status;
}

async function get(path: string): Promise<unknown> {
  const response = await fetch(service.url + path, { headers: { Authorization: `Bearer ${seeded["apiKey"]}` } });
  return await response.json();
}

async function newKey(account: string): Promise<string> {
  const { out } = await command("keys", "create", "--account", account);
  expect(out).toMatch(/^\S{96}\n$/);
  return out.trimEnd();
}

describe("seed", () => {
  test("makes an account that orders can be placed on at once", async () => {
    expect(Object.keys(seeded)).toEqual(["accountId", "apiKey", "campaignId", "skus", "warehouses", "inviteIds"]);
    expect(seeded["apiKey"]).toMatch(/^\S{96}$/);
    expect(seeded["inviteIds"]).toHaveLength(3);
    expect(await get("/v1/auth")).toMatchObject({ account_id: seeded["accountId"] });
    expect(await get("/v1/orders/warehouses")).toEqual(seeded["warehouses"]);
    const products = await get("/v1/products/list");
    expect(products).toHaveLength(6);
    const inventory = await get("/v1/inventory/list");
    expect(inventory).toMatchObject({ pagination: { total_count: 6, has_more: false } });
    expect(inventory).toMatchObject({
      inventory: expect.arrayContaining([
        expect.objectContaining({
          sku: "BTL-SLT-500",
          on_hand: 15,
          inventory_events: [expect.objectContaining({ event_type: "RECEIVED" }), expect.anything()],
        }),
      ]),
    });
  });

  test("keeps what is there, and fills up invites", async () => {
    const [first] = Array.isArray(seeded["inviteIds"]) ? seeded["inviteIds"] : [];
    printed(await command("invites", "redeem", String(first), "--sku", "TEE-NVY-M", "--quantity", "1"));
    const again = printed(await command("seed", "--account", "demo", "--json"));
    const { apiKey, inviteIds, ...rest } = again;
    expect(seeded).toMatchObject(rest);
    expect(apiKey).not.toBe(seeded["apiKey"]);
    expect(await statusOf(apiKey)).toBe(200);
    expect(await statusOf(seeded["apiKey"])).toBe(200);
    expect(inviteIds).toHaveLength(3);
    expect(inviteIds).not.toContain(first);
  });

  test("prints text for people", async () => {
    const { code, out } = await command("seed", "--account", "for people");
    expect(code).toBe(0);
    expect(out).toMatch(/^Account +for people \(acc_\w+\)\nAPI key +\S{96}\n/);
  });
});

describe("keys", () => {
  test("are printed alone, by the id or the name of the account", async () => {
    const byName = await fulfillment(["keys", "create", "--account", "demo", ...data]);
    expect(byName).toEqual({ code: 0, out: expect.stringMatching(/^\S{96}\n$/), err: "" });
    expect(await statusOf(byName.out.trimEnd())).toBe(200);
    expect(await statusOf(await newKey(String(seeded["accountId"])))).toBe(200);
  });

  test("are listed without being shown", async () => {
    const key = await newKey("demo");
    const { out } = await command("keys", "list", "--account", "demo");
    expect(out).toContain(`…${key.slice(-4)}`);
    expect(out).not.toContain(key);
    const listed: unknown = JSON.parse((await command("keys", "list", "--account", "demo", "--json")).out);
    const last = Array.isArray(listed) ? listed.at(-1) : null;
    expect(last).toEqual({
      id: expect.any(String),
      ending: key.slice(-4),
      createdAt: expect.any(String),
      revokedAt: null,
    });
  });

  test("are refused from the next request on, however they are named", async () => {
    for (const name of ["key", "id"]) {
      const key = await newKey("demo");
      expect(await statusOf(key)).toBe(200);
      const listed: unknown = JSON.parse((await command("keys", "list", "--account", "demo", "--json")).out);
      const { id } = Array.isArray(listed) ? listed.at(-1) : { id: "" };
      const revoked = await command("keys", "revoke", name === "key" ? key : id);
      expect(printed(revoked)).toEqual({ id, revokedAt: expect.stringMatching(/Z$/) });
      expect(await statusOf(key)).toBe(401);
    }
  });

  test("that do not exist are not repeated", async () => {
    const { code, out, err } = await command("keys", "revoke", "k".repeat(96));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toBe("fulfillment: key not found: `fulfillment keys list` prints the ids of an account's keys\n");
  });
});

describe("accounts", () => {
  test("are created once per name", async () => {
    const { accountId, name } = printed(await command("accounts", "create", "--name", "Shop"));
    expect(name).toBe("Shop");
    expect(await command("accounts", "create", "--name", "Shop")).toEqual({
      code: 1,
      out: "",
      err: "fulfillment: an account Shop already exists\n",
    });
    const listed: unknown = JSON.parse((await command("accounts", "list", "--json")).out);
    expect(listed).toContainEqual({
      accountId,
      name,
      active: true,
      limit: null,
      orders: 0,
      createdAt: expect.any(String),
    });
    expect((await command("accounts", "list")).out).toMatch(/^ID +NAME +STATE +LIMIT +ORDERS +CREATED\n/);
  });

  test("have a limit of their own, until they have not", async () => {
    const key = await newKey("demo");
    const limit = async (): Promise<string | null> =>
      (await fetch(`${service.url}/v1/auth`, { headers: { Authorization: `Bearer ${key}` } })).headers.get(
        "RateLimit-Limit",
      );
    expect(printed(await command("accounts", "set-limit", "demo", "--limit", "5000"))).toMatchObject({ limit: 5000 });
    expect(await limit()).toBe("5000");
    expect(printed(await command("accounts", "set-limit", "demo", "--limit", "default"))).toMatchObject({
      limit: null,
    });
    expect(await limit()).toBe("1000");
  });

  test("are refused while they are deactivated", async () => {
    printed(await command("seed", "--account", "Paused", "--json"));
    const key = await newKey("Paused");
    expect(printed(await command("accounts", "deactivate", "Paused"))).toMatchObject({ name: "Paused", active: false });
    expect(await statusOf(key)).toBe(401);
    const { code, err } = await command("seed", "--account", "Paused");
    expect(code).toBe(1);
    expect(err).toMatch(/^fulfillment: account Paused is deactivated; to activate it: /);
    expect(printed(await command("accounts", "activate", "Paused"))).toMatchObject({ active: true });
    expect(await statusOf(key)).toBe(200);
  });

  test("that do not exist are named", async () => {
    const unknown = {
      code: 1,
      out: "",
      err: "fulfillment: account missing not found: `fulfillment accounts list` lists all accounts\n",
    };
    expect(await command("keys", "create", "--account", "missing")).toEqual(unknown);
    expect(await command("keys", "list", "--account", "missing")).toEqual(unknown);
    expect(await command("accounts", "set-limit", "missing", "--limit", "1")).toEqual(unknown);
  });
});
