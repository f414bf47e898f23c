// The portal through HTTP: what members, recipients and visitors do, and what /v1 and subscribers see of it.

import { RecipientSchema } from "@fulfillment/validators";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImport } from "../../src/domain/imports.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { shipTo } from "../contract/accounts.ts";
import { describeOnEach } from "../contract/backends.ts";
import { type Subscriber, subscriber } from "../contract/subscriber.ts";
import { type Browser, emailOf, password, type RunningPortal, runPortal } from "./running-portal.ts";

describeOnEach("the portal", (open) => {
  let portal: RunningPortal;
  let owner: Browser;
  let receiver: Subscriber;
  const refused: string[] = [];

  beforeAll(async () => {
    portal = await runPortal(await open());
    owner = await portal.signedIn("owner");
    receiver = await subscriber((request, response) => {
      response.writeHead(refused.includes(request.url ?? "") ? 503 : 204).end();
    });
  });
  afterAll(async () => {
    await portal.end();
    await receiver.close();
  });

  async function events(path: string, names: readonly string[]): Promise<string> {
    const made = await owner.post("/portal/v1/webhooks", { url: receiver.url(path), events: names });
    expect(made.status, made.text).toBe(201);
    return made.textAt("id");
  }

  function order(changes: Record<string, unknown> = {}): Record<string, unknown> {
    const { campaignId } = portal.account;
    return { campaignId, shipTo: shipTo(), products: [{ sku: "MUG", quantity: 1 }], ...changes };
  }

  test("the session says who is signed in, and ends by signing out", async () => {
    const browser = await portal.signedIn("member");
    const session = await browser.get("/portal/v1/session");
    expect(session.body).toMatchObject({
      member: { email: emailOf("member"), role: "MEMBER" },
      account: { id: portal.account.id },
    });
    const { cookie } = browser;
    expect((await browser.call("DELETE", "/portal/v1/session")).status).toBe(204);
    expect((await browser.get("/portal/v1/session")).status).toBe(401);
    browser.cookie = cookie;
    expect((await browser.get("/portal/v1/session")).status).toBe(401);
  });

  test("signing out everywhere ends every session of the member and no other", async () => {
    const browsers = [await portal.signedIn("member"), await portal.signedIn("member")] as const;
    expect((await browsers[0].call("DELETE", "/portal/v1/sessions")).status).toBe(204);
    expect((await browsers[1].get("/portal/v1/session")).status).toBe(401);
    expect((await owner.get("/portal/v1/session")).status).toBe(200);
  });

  test("a changed password ends the other sessions and is asked for from then on", async () => {
    const [browser, elsewhere] = [await portal.signedIn("member"), await portal.signedIn("member")];
    const next = "another sentence of words";
    const change = (currentPassword: string, newPassword: string) =>
      browser.call("PUT", "/portal/v1/password", { body: { currentPassword, newPassword } });
    expect((await change("wrong", next)).body).toMatchObject({ fields: [{ path: "currentPassword" }] });
    expect((await change(password, "short")).body).toMatchObject({ fields: [{ path: "newPassword" }] });
    expect((await change(password, next)).status).toBe(204);
    expect((await browser.get("/portal/v1/session")).status).toBe(200);
    expect((await elsewhere.get("/portal/v1/session")).status).toBe(401);
    expect((await change(next, password)).status).toBe(204);
  });

  test("a key is shown once, works at /v1, is named, and is refused from the request after its revocation", async () => {
    const made = await owner.post("/portal/v1/api-keys", { name: "Shop" });
    expect(made.status, made.text).toBe(201);
    const key = made.textAt("key");
    const id = made.textAt("apiKey", "id");
    expect(key).toHaveLength(96);
    expect(made.body).toMatchObject({ apiKey: { name: "Shop", prefix: key.slice(0, 10), ending: key.slice(-4) } });
    expect((await portal.service.call("GET", "/v1/auth", { key })).status).toBe(200);
    const listed = await owner.get("/portal/v1/api-keys");
    expect(listed.text).not.toContain(key);
    expect(listed.body).toContainEqual(expect.objectContaining({ id, lastUsedAt: expect.any(String) }));
    const renamed = await owner.call("PATCH", `/portal/v1/api-keys/${id}`, { body: { name: "Store" } });
    expect(renamed.body).toMatchObject({ id, name: "Store" });
    const control = await owner.call("PATCH", `/portal/v1/api-keys/${id}`, { body: { name: "a\u0000b" } });
    expect(control.body).toMatchObject({ code: "invalid_request", fields: [{ path: "name" }] });
    expect((await owner.post(`/portal/v1/api-keys/${id}/revoke`)).body).toMatchObject({
      revokedAt: expect.any(String),
    });
    expect((await portal.service.call("GET", "/v1/auth", { key })).status).toBe(401);
  });

  test("the account shows its tier, and members are listed", async () => {
    const account = await owner.get("/portal/v1/account");
    expect(account.body).toMatchObject({ id: portal.account.id, rateLimit: { tier: "STANDARD", budget: 100_000 } });
    const members = await owner.get("/portal/v1/members");
    expect(members.text).toContain(emailOf("member"));
    expect(members.text).not.toContain(emailOf("other-owner"));
  });

  test("an order placed by hand is found by every filter and by search, and can be cancelled once", async () => {
    await events("/by-hand", ["order.created", "order.cancelled"]);
    const made = await owner.post(
      "/portal/v1/orders",
      order({ shipTo: shipTo({ lastName: "Zwölf%_" }), notes: "<script>alert(1)</script>", companyName: "Acme" }),
    );
    expect(made.status, made.text).toBe(201);
    const id = made.textAt("id");
    expect(made.body).toMatchObject({ orderSource: "MANUAL_ORDER", notes: "<script>alert(1)</script>" });
    expect((await portal.service.call("GET", `/v1/orders/${id}`)).body).toEqual(made.body);
    const found = async (query: string) => (await owner.get(`/portal/v1/orders?${query}`)).text.includes(id);
    for (const text of ["zwölf%25_", "MARA.LINDQVIST", made.textAt("orderNumber"), "mug"]) {
      expect(await found(`search=${text}`), text).toBe(true);
    }
    expect(await found("search=zw%25lf")).toBe(false);
    expect((await owner.get("/portal/v1/orders?search=%00")).status).toBe(200);
    expect(await found("status=AWAITING_SHIPMENT&source=MANUAL_ORDER&limit=200")).toBe(true);
    expect(await found("source=CSV_IMPORT")).toBe(false);
    const placed = made.textAt("orderDate");
    const later = new Date(Date.parse(placed) + 1).toISOString();
    expect(await found(`sort=OLDEST&limit=200&placedFrom=${placed}&placedBefore=${later}`)).toBe(true);
    for (const none of [`placedFrom=${later}`, `placedBefore=${placed}`]) expect(await found(none), none).toBe(false);
    expect(await found(`campaignId=${portal.account.secondCampaignId}`)).toBe(false);
    expect((await owner.post(`/portal/v1/orders/${id}/cancel`)).status).toBe(201);
    expect((await owner.post(`/portal/v1/orders/${id}/cancel`)).body).toMatchObject({ code: "not_allowed" });
    expect((await owner.get(`/portal/v1/orders/${id}`)).body).toMatchObject({ status: "CANCELLED" });
    expect((await receiver.wait("/by-hand", 2)).map(({ event }) => event).sort()).toEqual([
      "order.cancelled",
      "order.created",
    ]);
  });

  test("what is wrong with an order is said at its fields", async () => {
    const empty = order({ shipTo: shipTo({ zip: "", email: "no" }), products: [] });
    expect((await owner.post("/portal/v1/orders", empty)).body).toEqual({
      code: "invalid_request",
      message: "Some fields are invalid.",
      fields: expect.arrayContaining([
        { path: "shipTo.zip", message: "Must have at least 1 character" },
        { path: "shipTo.email", message: "Invalid email address" },
        { path: "products", message: "At least one element is required" },
      ]),
    });
    const unknown = order({ campaignId: "cmp_none", products: [{ sku: "NONE", quantity: 0 }] });
    expect((await owner.post("/portal/v1/orders", unknown)).body).toMatchObject({
      fields: [{ path: "campaignId" }, { path: "products.0.sku" }, { path: "products.0.quantity" }],
    });
  });

  test("standalone orders share a campaign that is not listed", async () => {
    const { campaignId: _, ...standalone } = order();
    const made = [
      await owner.post("/portal/v1/standalone-orders", standalone),
      await owner.post("/portal/v1/standalone-orders", standalone),
    ] as const;
    expect(made[0].body).toMatchObject({ orderSource: "STANDALONE_ORDER" });
    expect(made[1].textAt("campaignId")).toBe(made[0].textAt("campaignId"));
    expect((await owner.get("/portal/v1/campaigns")).text).not.toContain(made[0].textAt("campaignId"));
  });

  function upload(text: string | Uint8Array<ArrayBuffer>, campaignId = portal.account.campaignId): FormData {
    const form = new FormData();
    form.set("campaignId", campaignId);
    form.set("file", new File([text], "orders.csv", { type: "text/csv" }));
    return form;
  }

  const header = "firstName,lastName,email,street1,city,state,zip,sku,quantity\n";
  const row = "Ada,Reyes,ada@example.com,1 Quay,Dayton,OH,45402,MUG,1\n";

  test("a preview says what is wrong by line, and stores nothing", async () => {
    const before = (await owner.get("/portal/v1/orders?limit=1")).body;
    const wrong = `${header}${row}Ada,Reyes,ada@example.com,1 Quay,Dayton,OH,,NONE,x\n`;
    expect((await owner.post("/portal/v1/import-previews", upload(wrong))).body).toMatchObject({
      fileName: "orders.csv",
      orders: 2,
      problems: expect.arrayContaining([
        { line: 3, column: "zip", message: "Required" },
        { line: 3, column: "quantity", message: "Expected integer" },
        { line: 3, column: "sku", message: "Unknown SKU NONE" },
      ]),
    });
    const latin = await owner.post("/portal/v1/import-previews", upload(new Uint8Array([0x66, 0xe9])));
    expect(latin.body).toMatchObject({ problems: [{ line: 1 }] });
    expect((await owner.post("/portal/v1/imports", upload(wrong))).body).toMatchObject({
      code: "invalid_request",
      problems: [{ line: 3 }, { line: 3 }, { line: 3 }],
    });
    const elsewhere = await owner.post("/portal/v1/imports", upload(header + row, portal.other.campaignId));
    expect(elsewhere.body).toMatchObject({ fields: [{ path: "campaignId" }] });
    expect((await owner.get("/portal/v1/orders?limit=1")).body).toEqual(before);
    expect((await owner.get("/portal/v1/imports")).body).toEqual([]);
  });

  test("an import places each order once, in the order of the file, and reports each line", async () => {
    await events("/imports", ["order.created"]);
    const started = await owner.post("/portal/v1/imports", upload(header + row.repeat(60)));
    expect(started.body).toMatchObject({ status: "RUNNING", orders: 60, placed: 0 });
    const id = started.textAt("id");
    await expect
      .poll(async () => (await owner.get(`/portal/v1/imports/${id}`)).body)
      .toMatchObject({ status: "DONE", placed: 60, failed: 0, finishedAt: expect.any(String) });
    const lines = await owner.get(`/portal/v1/imports/${id}/lines?limit=2&offset=58`);
    expect(lines.body).toMatchObject({
      total: 60,
      items: [
        { line: 60, status: "PLACED", recipient: "Ada Reyes", orderId: expect.any(String), problem: null },
        { line: 61, orderNumber: expect.any(String) },
      ],
    });
    expect((await owner.get(`/portal/v1/imports/${id}/lines?status=FAILED`)).body).toEqual({ items: [], total: 0 });
    expect((await owner.get("/portal/v1/orders?source=CSV_IMPORT&limit=1")).body).toMatchObject({ total: 60 });
    expect((await receiver.wait("/imports", 60)).length).toBe(60);
  });

  test("an import that another process has left goes on where it was, and fails only what can no longer be placed", async () => {
    const { id: accountId, campaignId } = portal.account;
    const recipient = { ...shipTo(), phone: null, postalCode: "97205", country: "US", zip: undefined };
    const texts = { street2: null, companyName: null, notes: null, sourceOrderNumber: null, warehouse: null };
    const orders = ["MUG", "GONE", "MUG"].map((sku, index) => ({
      line: index + 2,
      recipient: RecipientSchema.parse(recipient),
      ...texts,
      lines: [{ sku, quantity: 1 }],
    }));
    const left = await openDatabase(portal.service.storage, () => {});
    const { id } = await left.write((transaction) =>
      createImport(transaction, { accountId, campaignId, fileName: null, orders, now: Date.now() }),
    );
    await left.close();
    await expect
      .poll(async () => (await owner.get(`/portal/v1/imports/${id}`)).body)
      .toMatchObject({
        status: "DONE",
        placed: 2,
        failed: 1,
      });
    expect((await owner.get(`/portal/v1/imports/${id}/lines?status=FAILED`)).body).toMatchObject({
      items: [{ line: 3, orderId: null, problem: "products.0.sku: Unknown SKU" }],
    });
  });

  test("a subscription is created, paused, tested and deleted, and its secret is shown once and rotated", async () => {
    expect((await owner.get("/portal/v1/webhook-events")).text).toContain("invite.redeemed");
    const url = receiver.url("/hook");
    const made = await owner.post("/portal/v1/webhooks", { url, events: ["order.shipped"] });
    const id = made.textAt("id");
    const secret = made.textAt("secret");
    expect((await owner.get("/portal/v1/webhooks")).text).not.toContain(secret);
    expect((await owner.post("/portal/v1/webhooks", { url, events: ["order.shipped"] })).body).toMatchObject({
      fields: [{ path: "url" }],
    });
    expect((await owner.post(`/portal/v1/webhooks/${id}/test`)).body).toEqual({
      success: true,
      statusCode: 204,
      error: null,
    });
    expect((await receiver.wait("/hook", 1))[0]?.verifies(secret)).toBe(true);
    const rotated = await owner.post(`/portal/v1/webhooks/${id}/rotate-secret`);
    expect(rotated.textAt("secret")).not.toBe(secret);
    const paused = await owner.call("PATCH", `/portal/v1/webhooks/${id}`, { body: { active: false } });
    expect(paused.body).toMatchObject({ active: false, events: ["order.shipped"] });
    expect((await owner.post(`/portal/v1/webhooks/${id}/test`)).body).toMatchObject({ code: "not_allowed" });
    expect((await owner.call("DELETE", `/portal/v1/webhooks/${id}`)).status).toBe(200);
    expect((await owner.get(`/portal/v1/webhooks/${id}/failures`)).status).toBe(404);
  });

  test("the latest failed deliveries are listed in the portal, and nowhere in /v1", async () => {
    refused.push("/refusing");
    const id = await events("/refusing", ["order.created"]);
    await owner.post("/portal/v1/orders", order());
    await receiver.wait("/refusing", 1);
    await expect
      .poll(async () => (await owner.get(`/portal/v1/webhooks/${id}/failures`)).body)
      .toEqual([
        {
          ...{ event: "order.created", at: expect.any(String), statusCode: 503, error: "Endpoint answered 503" },
          payload: expect.stringContaining('{"event":"order.created","data":{"orderId":"ord_'),
        },
      ]);
    expect((await portal.service.ask("GET", `/v1/webhooks/${id}/failures`)).status).toBe(404);
  });

  test("changes of a cart at the same time do not exceed its limits", async () => {
    const { campaignId } = portal.account;
    const link = (await owner.post("/portal/v1/invites", { campaignId })).textAt("path");
    const cart = `${link.replace("/redeem/", "/redeem/v1/")}/cart`;
    const visitor = portal.browser();
    const added = await Promise.all(
      Array.from({ length: 20 }, () => visitor.post(cart, { sku: "MUG", quantity: 400 })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([200, 200, ...Array.from({ length: 18 }, () => 400)]);
    expect((await visitor.get(link.replace("/redeem/", "/redeem/v1/"))).body).toMatchObject({
      cart: { items: [{ sku: "MUG", quantity: 800 }] },
    });
  });

  test("an invite is opened by its link, its cart is changed, and it is redeemed once", async () => {
    await events("/invites", ["invite.viewed", "invite.cart_updated", "invite.redeemed", "order.created"]);
    const { campaignId } = portal.account;
    const wanted = { campaignId, email: "kim@example.com", firstName: "Kim", products: [{ sku: "TEE", quantity: 1 }] };
    const made = await owner.post("/portal/v1/invites", wanted);
    expect(made.body).toMatchObject({ invite: { status: "OPEN", hasLink: true, recipient: "Kim", viewedAt: null } });
    const path = made.textAt("path").replace("/redeem/", "/redeem/v1/");
    const recipient = portal.browser();
    const call = (method: string, below: string, body?: unknown) =>
      recipient.call(method, `${path}${below}`, { body, headers: { "X-Portal-Request": null } });
    expect((await call("GET", "")).body).toMatchObject({
      status: "OPEN",
      recipient: { firstName: "Kim", email: "kim@example.com" },
      cart: { items: [{ sku: "TEE", title: "T-shirt, navy", quantity: 1 }] },
    });
    expect((await call("POST", "/views")).status).toBe(204);
    expect((await call("POST", "/cart", { sku: "MUG", quantity: 1 })).status).toBe(200);
    expect((await call("PUT", "/cart/MUG", { quantity: 3 })).status).toBe(200);
    expect((await call("POST", "/cart", { sku: "NONE", quantity: 1 })).body).toMatchObject({
      fields: [{ path: "sku", message: "Unknown SKU" }],
    });
    expect((await call("POST", "/cart", { sku: "MUG", quantity: 1000 })).body).toMatchObject({
      fields: [{ path: "quantity" }],
    });
    expect((await call("DELETE", "/cart/TEE")).body).toEqual({
      items: [{ sku: "MUG", title: "Mug, oat", quantity: 3 }],
    });
    expect((await call("DELETE", "/cart/TEE")).body).toMatchObject({ code: "not_allowed" });
    const done = await call("POST", "/order", { shipTo: shipTo({ street2: "Apt 5" }) });
    expect(done.body).toMatchObject({ products: [{ sku: "MUG", quantity: 3 }] });
    expect((await call("POST", "/order", { shipTo: shipTo() })).body).toMatchObject({ code: "redeemed" });
    expect((await call("GET", "")).body).toMatchObject({
      status: "REDEEMED",
      shipment: { status: "AWAITING_SHIPMENT", trackingNumber: null },
      shipsTo: "US",
      recipient: {},
      cart: { items: [] },
      orderNumber: done.textAt("orderNumber"),
    });
    expect((await call("POST", "/views")).status).toBe(204);
    const arrived = await receiver.wait("/invites", 6);
    const kinds = arrived.map(({ event, data }) => {
      const details = data["eventDetails"];
      const kind = typeof details === "object" && details !== null && "eventType" in details ? details.eventType : "";
      return `${event} ${kind}`.trim();
    });
    expect(kinds.sort()).toEqual([
      "invite.cart_updated CART_ADD",
      "invite.cart_updated CART_REMOVE",
      "invite.cart_updated CART_UPDATE",
      "invite.redeemed ORDER_COMPLETE",
      "invite.viewed",
      "order.created",
    ]);
    const orders = await owner.get("/portal/v1/orders?source=REDEEM_PAGE");
    expect(orders.body).toMatchObject({ total: 1, items: [{ orderNumber: done.textAt("orderNumber") }] });
  });

  test("a renewed link replaces the one before, and a redeemed invite gets none", async () => {
    const { campaignId, inviteId } = portal.account;
    const made = await owner.post("/portal/v1/invites", { campaignId });
    const renewed = await owner.post(`/portal/v1/invites/${made.textAt("invite", "id")}/link`);
    const page = (response: typeof made) =>
      portal.browser().get(response.textAt("path").replace("/redeem/", "/redeem/v1/"));
    expect((await page(made)).status).toBe(404);
    expect((await page(renewed)).status).toBe(200);
    const older = await owner.post(`/portal/v1/invites/${inviteId}/link`);
    expect((await page(older)).body).toMatchObject({ recipient: { firstName: "Jonas", zip: "45402" } });
    expect((await owner.get(`/portal/v1/invites?campaignId=${campaignId}&status=REDEEMED`)).body).toMatchObject({
      total: expect.any(Number),
    });
  });

  test("a campaign's landing page takes orders until it is closed", async () => {
    const made = await owner.post("/portal/v1/campaigns", { title: "Spring <b>gifts</b>", landingPage: true });
    expect(made.body).toMatchObject({ title: "Spring <b>gifts</b>", orderCount: 0, inviteCount: 0 });
    const path = made.textAt("landingPath").replace("/landing/", "/landing/v1/");
    const visitor = portal.browser();
    expect((await visitor.get(path)).body).toMatchObject({ campaignTitle: "Spring <b>gifts</b>" });
    const wanted = { shipTo: shipTo(), products: [{ sku: "MUG", quantity: 1 }] };
    expect((await visitor.post(`${path}/orders`, wanted)).status).toBe(201);
    const unknown = { shipTo: shipTo(), products: [{ sku: "NONE", quantity: 1 }] };
    expect((await visitor.post(`${path}/orders`, unknown)).body).toMatchObject({
      fields: [{ path: "products.0.sku" }],
    });
    expect((await owner.get("/portal/v1/orders?source=LANDING_PAGE")).body).toMatchObject({ total: 1 });
    const id = made.textAt("id");
    const closed = await owner.call("PATCH", `/portal/v1/campaigns/${id}`, { body: { landingPage: false } });
    expect(closed.body).toMatchObject({ landingPath: null });
    expect((await visitor.get(path)).status).toBe(404);
  });
});
