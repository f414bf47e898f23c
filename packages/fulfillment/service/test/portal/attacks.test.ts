// What must not work at the portal: other accounts' records, foreign pages, planted sessions, guessed passwords, secrets in logs.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { routes } from "@fulfillment/portal-api/server";
import { beforeAll, describe, expect, test } from "vitest";
import { newOrder, shipTo } from "../contract/accounts.ts";
import { openLocal } from "../contract/backends.ts";
import { type Browser, emailOf, password, type RunningPortal, runPortal } from "./running-portal.ts";

describe("attacks on the portal", () => {
  let portal: RunningPortal;
  let owner: Browser;

  beforeAll(async () => {
    portal = await runPortal(await openLocal());
    owner = await portal.signedIn("owner");
    return () => portal.end();
  });

  /** A valid body of each operation that has a path with an id, so that the id is all that can be wrong. */
  const bodies: Readonly<Record<string, unknown>> = {
    renameApiKey: { name: "Mine" },
    updateWebhook: { active: false },
    updateCampaign: { title: "Mine" },
    redeemInvite: { shipTo: shipTo() },
    addCartItem: { sku: "MUG", quantity: 1 },
    updateCartItem: { quantity: 1 },
    createLandingOrder: { shipTo: shipTo(), products: [{ sku: "MUG", quantity: 1 }] },
  };

  /** Ids of records of the account, by the parameter that takes them. */
  function ownIds(): Promise<Readonly<Record<string, string>>> {
    made ??= makeIds();
    return made;
  }

  let made: Promise<Readonly<Record<string, string>>> | undefined;

  async function makeIds(): Promise<Readonly<Record<string, string>>> {
    const { campaignId, inviteId } = portal.account;
    const key = await owner.post("/portal/v1/api-keys", { name: "Theirs" });
    const order = await owner.post("/portal/v1/orders", newOrder(portal.account));
    const url = "http://127.0.0.1:9/hook";
    const webhook = await owner.post("/portal/v1/webhooks", { url, events: ["order.created"] });
    const form = new FormData();
    form.set("campaignId", campaignId);
    const row = "Ada,Reyes,ada@example.com,1 Quay,Dayton,OH,45402,MUG,1";
    form.set("file", new File([`firstName,lastName,email,street1,city,state,zip,sku,quantity\n${row}\n`], "a.csv"));
    const started = await owner.post("/portal/v1/imports", form);
    return {
      keyId: key.textAt("apiKey", "id"),
      orderId: order.textAt("id"),
      webhookId: webhook.textAt("id"),
      importId: started.textAt("id"),
      campaignId,
      inviteId,
    };
  }

  test("every operation that takes an id gives another account the 404 of an id that does not exist", async () => {
    const ids = await ownIds();
    const stranger = await portal.signedIn("other-owner");
    const withIds = routes.filter(({ path }) => path.includes("{") && path.startsWith("/portal/"));
    expect(withIds.length).toBeGreaterThan(12);
    for (const { operationId, method, path } of withIds) {
      const pathWith = (id: (name: string) => string): string =>
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(id(name)));
      const ask = (id: (name: string) => string) => stranger.call(method, pathWith(id), { body: bodies[operationId] });
      const theirs = await ask((name) => ids[name] ?? `no id for ${name}`);
      const nobodys = await ask(() => "none_01");
      const strange = await ask(() => "\u0000\u{1f389}");
      expect([theirs.status, nobodys.status, strange.status], operationId).toEqual([404, 404, 404]);
      expect(theirs.text, operationId).toBe(nobodys.text);
    }
    // Nothing was changed by it.
    expect((await owner.get(`/portal/v1/orders/${ids["orderId"]}`)).body).toMatchObject({
      status: "AWAITING_SHIPMENT",
    });
    expect((await owner.get("/portal/v1/webhooks")).text).toContain(ids["webhookId"]);
  });

  test("an id is no token of a link: pages of recipients open with links alone", async () => {
    const ids = await ownIds();
    const open = routes.filter(({ path }) => /^\/(?:redeem|landing)\/v1\//.test(path));
    expect(open.length).toBeGreaterThan(6);
    for (const { operationId, method, path } of open)
      for (const id of Object.values(ids)) {
        const target = path.replace("{token}", id).replace("{sku}", "MUG");
        const answer = await portal.browser().call(method, target, { body: bodies[operationId] });
        expect([answer.status, answer.body], operationId).toMatchObject([404, { code: "not_found" }]);
      }
  });

  test("no list of another account has a record of this one", async () => {
    const ids = await ownIds();
    const stranger = await portal.signedIn("other-owner");
    const lists = routes.filter(
      ({ method, path }) => method === "GET" && path.startsWith("/portal/") && !path.includes("{"),
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const { path } of lists) {
      const { status, text } = await stranger.get(path);
      expect(status, path).toBe(200);
      for (const id of Object.values(ids)) expect(text, path).not.toContain(id);
    }
  });

  test("what a body names of another account is unknown", async () => {
    const stranger = await portal.signedIn("other-owner");
    const order = newOrder(portal.account, { warehouseId: portal.account.warehouses.east });
    expect((await stranger.post("/portal/v1/orders", order)).body).toMatchObject({
      fields: [{ path: "campaignId" }, { path: "warehouseId" }],
    });
    const { campaignId } = portal.account;
    expect((await stranger.post("/portal/v1/invites", { campaignId })).body).toMatchObject({
      fields: [{ path: "campaignId" }],
    });
  });

  test("every operation with a session refuses those who have none, and every change those without the header", async () => {
    const asking = routes.filter(({ security }) => JSON.stringify(security).includes("session"));
    for (const { operationId, method, path } of asking) {
      const target = path.replaceAll(/\{\w+\}/g, "none_01");
      const body = bodies[operationId];
      expect((await portal.browser().call(method, target, { body })).status, operationId).toBe(401);
      if (method === "GET") continue;
      const bare = await owner.call(method, target, { body, headers: { "X-Portal-Request": null } });
      expect(bare.body, operationId).toMatchObject({ code: "foreign_request" });
    }
  });

  test("members can neither see nor change keys, and not see members", async () => {
    const member = await portal.signedIn("member");
    const restricted = routes.filter(({ extensions }) => extensions["x-portal-roles"] !== undefined);
    expect(restricted.map(({ operationId }) => operationId).sort()).toEqual([
      "createApiKey",
      "listApiKeys",
      "listMembers",
      "renameApiKey",
      "revokeApiKey",
    ]);
    for (const { operationId, method, path } of restricted) {
      const response = await member.call(method, path.replace("{keyId}", "none_01"), { body: bodies[operationId] });
      expect([response.status, response.body], operationId).toMatchObject([403, { code: "forbidden" }]);
    }
  });

  test("a request of a foreign page is refused, with or without a cookie", async () => {
    const foreign: Readonly<Record<string, string | null>>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: null, "Sec-Fetch-Site": "cross-site" },
      { Origin: null, "Sec-Fetch-Site": "same-site" },
      { Origin: null, "Sec-Fetch-Site": null, "X-Portal-Request": null },
    ];
    for (const headers of foreign) {
      const response = await owner.call("POST", "/portal/v1/campaigns", { body: { title: "Planted" }, headers });
      expect([response.status, response.body], JSON.stringify(headers)).toMatchObject([
        403,
        { code: "foreign_request" },
      ]);
    }
    expect((await owner.get("/portal/v1/campaigns")).text).not.toContain("Planted");
    const form = { body: "title=Planted", headers: { "Content-Type": "text/plain" } };
    expect((await owner.call("POST", "/portal/v1/campaigns", form)).status).toBe(415);
  });

  test("without an origin, a name that another site has led here is not the portal's", async () => {
    const { port } = new URL(portal.url);
    const ask = (method: string, host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { host, origin: `http://${host}`, "x-portal-request": "1", cookie: owner.cookie ?? "" };
        const path = "/portal/v1/session";
        request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    for (const host of ["evil.example", `evil.example:${port}`, `localhost.evil.example:${port}`, "10.0.0.1"]) {
      expect([await ask("GET", host), await ask("DELETE", host)], host).toEqual([403, 403]);
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect(await ask("GET", host), host).toBe(200);
    }
  });

  test("a session id that was planted before signing in is worth nothing after it", async () => {
    const browser = portal.browser();
    const planted = "portal-session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    browser.cookie = planted;
    const signedIn = await browser.post("/portal/v1/session", { email: emailOf("owner"), password });
    const [cookie = ""] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(/^portal-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(browser.cookie).not.toBe(planted);
    const before = browser.cookie;
    await browser.post("/portal/v1/session", { email: emailOf("owner"), password });
    const victim = portal.browser();
    for (const one of [planted, before, `${browser.cookie}; ${planted}`]) {
      victim.cookie = one;
      expect((await victim.get("/portal/v1/session")).status).toBe(401);
    }
  });

  test("guesses are locked out, at once or one by one, for members and strangers alike", async () => {
    const guess = (email: string, from: string, guessed = "wrong") =>
      portal.browser().call("POST", "/portal/v1/session", { body: { email, password: guessed }, from });
    for (const [index, email] of ["nobody@portal.example", emailOf("other-owner")].entries()) {
      const from = `10.1.${index}.1`;
      const all = await Promise.all(Array.from({ length: 12 }, () => guess(email, from)));
      expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
      const locked = all.filter(({ status }) => status === 429);
      expect(locked).toHaveLength(7);
      expect(Number(locked[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      // Not even the right one.
      expect((await guess(email, from, password)).status).toBe(429);
    }
    // From elsewhere, the right one is.
    expect((await guess(emailOf("other-owner"), "10.2.1.1", password)).status).toBe(200);
    const [known, unknown] = [
      await guess(emailOf("member"), "10.3.1.1"),
      await guess("nemo@portal.example", "10.3.1.2"),
    ];
    expect(known.text).toBe(unknown.text);
    const spread = [];
    for (let index = 0; index < 22; index += 1) spread.push((await guess(`n${index}@x.example`, "10.4.1.1")).status);
    expect(spread.filter((status) => status === 401)).toHaveLength(20);
    expect((await guess(emailOf("owner"), "10.4.1.2", password)).status).toBe(200);
  });

  test("an attempt that finds too many others before it does not count, and a flood leaves no rows", async () => {
    const guess = (email: string, from: string, guessed: string) =>
      portal.browser().call("POST", "/portal/v1/session", { body: { email, password: guessed }, from });
    const flood = Array.from({ length: 300 }, (_, index) => guess(`m${index}@x.example`, "10.5.1.1", "wrong"));
    const owners = Array.from({ length: 40 }, () => guess(emailOf("owner"), "10.5.1.2", password));
    const statuses = (await Promise.all(owners)).map(({ status }) => status);
    await Promise.all(flood);
    expect(new Set(statuses).size).toBeLessThanOrEqual(2);
    expect((await guess(emailOf("owner"), "10.5.1.2", password)).status).toBe(200);
    const database = new DatabaseSync(join(portal.service.storage.dataDirectory, "fulfillment.db"), { readOnly: true });
    const rows = database.prepare("select subject from sign_in_failures where subject like '%10.5.1.%'").all();
    database.close();
    // The address and the members that it tried before it was locked; of the owner, the address only.
    expect(rows.length).toBeLessThanOrEqual(1 + 20 + 1);
  });

  test("a flood of guesses from many addresses keeps no owner out where the owner has signed in before", async () => {
    const signIn = (from: string, guessed: string) =>
      portal
        .browser()
        .call("POST", "/portal/v1/session", { body: { email: emailOf("owner"), password: guessed }, from });
    expect((await signIn("10.7.0.1", password)).status).toBe(200);
    let strangers = 0;
    let isOver = false;
    const flood = async (): Promise<number[]> => {
      const statuses: number[] = [];
      while (!isOver) {
        strangers += 1;
        const from = `10.7.${1 + (strangers >> 8)}.${strangers % 256}`;
        statuses.push((await signIn(from, "wrong")).status);
      }
      return statuses;
    };
    const floods = Array.from({ length: 40 }, flood);
    const owners: number[] = [];
    for (let count = 0; count < 5; count += 1) owners.push((await signIn("10.7.0.1", password)).status);
    isOver = true;
    const statuses = (await Promise.all(floods)).flat();
    expect(owners).toEqual([200, 200, 200, 200, 200]);
    // Strangers do find the line full.
    expect(statuses).toContain(429);
  });

  test("an attempt that fails in the service does not count", async () => {
    const database = new DatabaseSync(join(portal.service.storage.dataDirectory, "fulfillment.db"));
    const set = database.prepare("update users set password_hash = ? where email = ?");
    const stored = database.prepare("select password_hash from users where email = ?").get(emailOf("member"));
    set.run("no hash", emailOf("member"));
    const signIn = () =>
      portal.browser().call("POST", "/portal/v1/session", {
        body: { email: emailOf("member"), password },
        from: "10.6.1.1",
      });
    for (let count = 0; count < 8; count += 1) expect((await signIn()).status).toBe(500);
    set.run(String(stored?.["password_hash"]), emailOf("member"));
    database.close();
    expect((await signIn()).status).toBe(200);
  });

  test("neither keys nor passwords, sessions, secrets or tokens of links are in the log or in the database", async () => {
    const key = (await owner.post("/portal/v1/api-keys", { name: "Secret" })).textAt("key");
    await portal.service.call("GET", "/v1/auth", { key });
    const url = "http://127.0.0.1:9/secret";
    const { textAt } = await owner.post("/portal/v1/webhooks", { url, events: ["order.created"] });
    const { campaignId } = portal.account;
    const link = (await owner.post("/portal/v1/invites", { campaignId })).textAt("path");
    await portal.browser().get(link.replace("/redeem/", "/redeem/v1/"));
    await portal.browser().post(`${link.replace("/redeem/", "/redeem/v1/")}/views`);
    const session = owner.cookie?.split("=")[1] ?? "";
    const secrets = [key, password, session, textAt("secret"), link.replace("/redeem/", "")];
    const log = JSON.stringify(portal.service.log);
    const stored = ["fulfillment.db", "fulfillment.db-wal"].map((name) =>
      readFileSync(join(portal.service.storage.dataDirectory, name), "latin1"),
    );
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(log.includes(secret)).toBe(false);
      expect(stored.some((text) => text.includes(secret))).toBe(false);
    }
    expect(log).toContain('"path":"/redeem/v1/{token}"');
  });

  test("pages of a search that looks at the orders in pieces are complete", async () => {
    const count = 2_000;
    const browser = await portal.signedIn("other-owner");
    const { id: accountId, campaignId } = portal.other;
    const sample = (await browser.post("/portal/v1/orders", newOrder(portal.other))).body;
    const database = new DatabaseSync(join(portal.service.storage.dataDirectory, "fulfillment.db"), {
      enableForeignKeyConstraints: false,
    });
    const last = database.prepare("select max(number) as number from orders where account_id = ?").get(accountId);
    const first = Number(last?.["number"] ?? 0) + 1;
    const insert = database.prepare(
      `insert into orders (id, account_id, number, campaign_id, status, warehouse_id, street2, document, source, search)
       values (?, ?, ?, ?, ?, 'w', 'null', ?, 'EXTERNAL', ?)`,
    );
    const letters = "a".repeat(100);
    database.exec("begin");
    for (let number = first; number < first + count; number += 1) {
      const id = `ord_${number}`;
      const status = number % 3 === 0 ? "RETURNED" : "SHIPPED";
      const document = JSON.stringify({ ...Object(sample), id, status });
      insert.run(
        id,
        accountId,
        number,
        campaignId,
        status,
        document,
        `${letters} ${letters}\n${"a".repeat(240)}@x.example`,
      );
    }
    database.exec("commit");
    database.close();
    const none = await browser.get(`/portal/v1/orders?search=${"a".repeat(199)}b`);
    expect(none.body).toEqual({ items: [], total: 0 });
    const returned = Array.from({ length: count }, (_, index) => first + index).filter((number) => number % 3 === 0);
    const page = await browser.get("/portal/v1/orders?status=RETURNED&search=aaa&limit=3&offset=500");
    expect(page.body).toMatchObject({
      items: returned
        .toReversed()
        .slice(500, 503)
        .map((number) => ({ id: `ord_${number}` })),
      total: returned.length,
    });
  });

  test("bodies and uploads are bounded, and paths of the API are never pages", async () => {
    const large = { title: "x".repeat(300_000) };
    expect((await owner.post("/portal/v1/campaigns", large)).status).toBe(413);
    const form = new FormData();
    form.set("campaignId", portal.account.campaignId);
    form.set("file", new File(["x".repeat(8_500_000)], "a.csv"));
    expect((await owner.post("/portal/v1/import-previews", form)).status).toBe(413);
    const parts = new FormData();
    for (let count = 0; count < 20_000; count += 1) parts.append("file", "");
    expect((await owner.post("/portal/v1/import-previews", parts)).status).toBe(413);
    expect((await owner.get("/portal/v1/none")).body).toMatchObject({ code: "not_found" });
  });
});
