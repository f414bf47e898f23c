import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../../src/operation/open-database.ts";
import { newOrder, shipTo } from "./accounts.ts";
import { describeOnEach } from "./backends.ts";
import { query } from "./raw-query.ts";
import { type RunningService, runService } from "./running-service.ts";

describeOnEach("products, inventory and contacts", (open) => {
  let service: RunningService;

  beforeAll(async () => {
    service = await runService(await open());
    return () => service.end();
  });

  const mug = { sku: "MUG", title: "Mug, oat" };
  const tee = { sku: "TEE", title: "T-shirt, navy" };

  test("are listed by SKU, in pages: products", async () => {
    expect((await service.call("GET", "/v1/products/list")).body).toEqual([mug, tee]);
    expect((await service.call("GET", "/v1/products/list?limit=1&offset=1")).body).toEqual([tee]);
    expect((await service.call("GET", "/v1/products/list?limit=-1")).status).toBe(400);
  });

  test("are listed in numbered pages, in snake case: inventory", async () => {
    const page = async (search: string) => (await service.call("GET", `/v1/inventory/list${search}`)).body;
    const item = (sku: string, product_name: string, on_hand: number) => ({
      product_name,
      sku,
      on_hand,
      inventory_events: [],
    });
    expect(await page("")).toEqual({
      inventory: [item("MUG", "Mug, oat", 15), item("TEE", "T-shirt, navy", 5)],
      pagination: { total_count: 2, page: 1, page_size: 20, has_more: false },
    });
    expect(await page("?page_size=1")).toEqual({
      inventory: [item("MUG", "Mug, oat", 15)],
      pagination: { total_count: 2, page: 1, page_size: 1, has_more: true },
    });
    expect(await page("?page_size=1&page=3")).toEqual({
      inventory: [],
      pagination: { total_count: 2, page: 3, page_size: 1, has_more: false },
    });
    expect(await page("?page_size=101")).toEqual({
      message: "Invalid query parameters: page_size must be at most 100",
    });
    expect(await page("?page_size=0")).toEqual({ message: "Invalid query parameters: page_size must be at least 1" });
    expect(await page("?page=0")).toEqual({ message: "Invalid query parameters: page must be at least 1" });
    expect(await page("?page=1000000000000000000000")).toMatchObject({ inventory: [] });
  });

  test("contacts are added, with the limits of shipTo, as often as they are sent", async () => {
    const contact = {
      campaignId: service.account.campaignId,
      email: "mara@example.com",
      firstName: "Mara",
      street2: null,
    };
    const add = (body: unknown) => service.call("POST", "/v1/contacts/create", { body });
    const first = await add({ ...contact, unknown: 1 });
    expect(first).toMatchObject({ status: 201, body: { ...contact, id: expect.stringMatching(/^con_/) } });
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(first.body)).sort()).toEqual(
      ["campaignId", "email", "firstName", "id", "street2"].sort(),
    );
    expect((await add(contact)).status).toBe(201);
    expect((await add({})).body).toEqual({
      message: "Invalid request body",
      errors: ["campaignId: Required", "email: Required"],
    });
    expect((await add({ ...contact, email: "no", zip: "x".repeat(21), phone: 7 })).body).toEqual({
      message: "Invalid request body",
      errors: ["email: Invalid email address", "phone: Expected string", "zip: Must have at most 20 characters"],
    });
    expect((await add({ ...contact, campaignId: "none", email: "no" })).body).toMatchObject({
      errors: ["campaignId: Unknown campaign", "email: Invalid email address"],
    });
    expect((await add({ ...contact, campaignId: service.other.campaignId })).body).toMatchObject({
      errors: ["campaignId: Unknown campaign"],
    });
  });

  test("createContactRecord makes the recipient a contact, once per campaign and address", async () => {
    const recipient = shipTo({ email: "new@example.com", phone: "1", street2: "Apt 5" });
    const place = (changes: Record<string, unknown>) =>
      service.call("POST", "/v1/orders/create", { body: newOrder(service.account, { shipTo: recipient, ...changes }) });
    const contacts = async (): Promise<unknown[]> => {
      const database = await openDatabase(service.storage, () => {});
      const rows = await database.all(query("select document from contacts where email = 'new@example.com'"), {});
      await database.close();
      return rows.map(({ document }) => JSON.parse(String(document)));
    };
    await place({});
    await place({ createContactRecord: false });
    expect(await contacts()).toEqual([]);
    await place({ createContactRecord: true });
    await place({ createContactRecord: true });
    expect(await contacts()).toEqual([
      { ...recipient, id: expect.stringMatching(/^con_/), campaignId: service.account.campaignId },
    ]);
    await place({ createContactRecord: true, campaignId: service.account.secondCampaignId });
    expect(await contacts()).toHaveLength(2);
  });
});
