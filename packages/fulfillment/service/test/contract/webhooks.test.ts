import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WebhookSubscriptionWithSecret } from "@fulfillment/types";
import { WebhookSubscriptionWithSecretSchema } from "@fulfillment/validators";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { oneIn } from "../../../../../scripts/testing/long.ts";
import { objectIn, readDescription, stringsIn } from "../../../../../spec/test/description.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { describeOnEach } from "./backends.ts";
import { query } from "./raw-query.ts";
import { type RunningService, runService, type ServiceResponse } from "./running-service.ts";

const subscribable = stringsIn(objectIn(readDescription().values.get("schemas/webhook-event-name.yaml"))["enum"]);
const forbidden = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses.";

describeOnEach("webhook subscriptions", (open) => {
  let service: RunningService;
  let count = 0;

  beforeAll(async () => {
    service = await runService(await open(), { allowPrivateTargets: false });
    return () => service.end();
  });

  /** A name under a domain that never resolves: accepted when it is set. */
  function freshUrl(): string {
    count += 1;
    return `https://hook-${count}.invalid/deliveries`;
  }

  const post = (body: unknown, key = service.account.key): Promise<ServiceResponse> =>
    service.call("POST", "/v1/webhooks", { body, key });
  const put = (id: string, body: unknown, key = service.account.key): Promise<ServiceResponse> =>
    service.call("PUT", `/v1/webhooks/${id}`, { body, key });

  async function create(
    changes: Record<string, unknown> = {},
    key = service.account.key,
  ): Promise<WebhookSubscriptionWithSecret> {
    const response = await post({ url: freshUrl(), events: ["order.created"], ...changes }, key);
    expect(response, response.text).toMatchObject({ status: 201 });
    return WebhookSubscriptionWithSecretSchema.parse(response.body);
  }

  async function listed(key = service.account.key): Promise<Record<string, unknown>[]> {
    const { body } = await service.call("GET", "/v1/webhooks", { key });
    return z.object({ webhooks: z.array(z.record(z.string(), z.unknown())) }).parse(body).webhooks;
  }

  test("the catalog lists every subscribable event once, the same for every account", async () => {
    const { body } = await service.call("GET", "/v1/webhooks/events");
    const entries = z.array(z.object({ event: z.string(), description: z.string(), category: z.string() })).parse(body);
    expect(entries.map(({ event, category }) => [event, category])).toEqual(
      subscribable.map((name) => [name, name.split(".")[0]]),
    );
    expect(entries).toContainEqual({ event: "invite.viewed", category: "invite", description: expect.any(String) });
    expect((await service.call("GET", "/v1/webhooks/events", { key: service.other.key })).body).toEqual(body);
  });

  test("the secret is shown on creation and rotation only, and is stored sealed", async () => {
    const made = await create({ events: ["order.shipped", "order.created", "order.shipped"] });
    expect(made).toMatchObject({ active: true, events: ["order.shipped", "order.created"] });
    expect(made.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(made.updatedAt).toBe(made.createdAt);
    const { secret, ...shown } = made;
    expect((await listed()).find(({ id }) => id === made.id)).toEqual(shown);
    const rotated = await service.call("POST", `/v1/webhooks/${made.id}/rotate-secret`);
    const after = WebhookSubscriptionWithSecretSchema.parse(rotated.body);
    expect(rotated.status).toBe(200);
    expect(after.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(after.secret).not.toBe(secret);
    expect(after.updatedAt >= made.updatedAt).toBe(true);
    expect((await listed()).every((subscription) => !("secret" in subscription))).toBe(true);
    const database = await openDatabase(service.storage, () => {});
    const stored = JSON.stringify(await database.all(query("select * from subscriptions"), {}));
    await database.close();
    expect(stored).toContain(made.id);
    expect(stored).not.toContain(after.secret.slice(6));
  });

  test("an account has as many subscriptions as the operator allows, also when it creates them at once", async () => {
    const place = await open();
    const strict = await runService(place, { allowPrivateTargets: false, maxSubscriptions: 3 });
    const ask = (url: string, key = strict.account.key): Promise<ServiceResponse> =>
      strict.call("POST", "/v1/webhooks", { body: { url, events: ["order.created"] }, key });
    const urls = Array.from({ length: 8 }, freshUrl);
    const responses = await Promise.all(urls.map((url) => ask(url)));
    const refused = { status: 400, body: { message: "An account can have at most 3 webhooks" } };
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { status, body } of responses.filter((response) => response.status !== 201)) {
      expect({ status, body }).toEqual(refused);
    }
    // What is refused anyway is refused for the other reason.
    const made = urls.find((_, index) => responses[index]?.status === 201) ?? "";
    expect((await ask(made)).body).toEqual({ message: "Webhook URL is already registered" });
    expect((await ask("https://127.0.0.1/")).body).toEqual({ message: forbidden });
    expect(await ask(freshUrl(), strict.other.key)).toMatchObject({ status: 201 });
    const { id } = WebhookSubscriptionWithSecretSchema.parse(responses.find(({ status }) => status === 201)?.body);
    const paused = { body: { active: false, url: freshUrl() } };
    expect(await strict.call("PUT", `/v1/webhooks/${id}`, paused)).toMatchObject({ status: 200 });
    expect(await ask(freshUrl())).toMatchObject(refused);
    await strict.call("DELETE", `/v1/webhooks/${id}`);
    expect(await ask(freshUrl())).toMatchObject({ status: 201 });
    await strict.stop();
    await place.drop();
  });

  test("lists are oldest first, with inactive ones, and never another account's", async () => {
    const [first, second] = [await create({}, service.other.key), await create({}, service.other.key)];
    await put(first.id, { active: false }, service.other.key);
    const own = await listed(service.other.key);
    expect(own.map(({ id, active }) => [id, active])).toEqual([
      [first.id, false],
      [second.id, true],
    ]);
    expect((await listed()).some(({ id }) => id === first.id)).toBe(false);
  });

  test("an update changes what it names", async () => {
    const made = await create();
    const { secret: _, ...shown } = made;
    const empty = await put(made.id, {});
    expect(empty).toMatchObject({ status: 200, body: shown });
    const paused = await put(made.id, { active: false, unknown: 1 });
    expect(paused.body).toMatchObject({ ...shown, active: false, updatedAt: expect.any(String) });
    const url = freshUrl();
    const moved = await put(made.id, { url, events: ["invite.viewed", "invite.viewed"], active: true });
    expect(moved.body).toMatchObject({
      id: made.id,
      url,
      events: ["invite.viewed"],
      active: true,
      createdAt: made.createdAt,
    });
    expect(await put(made.id, { url })).toMatchObject({ status: 200 });
  });

  test("deletion is permanent", async () => {
    const { id, url } = await create();
    const deleted = await service.call("DELETE", `/v1/webhooks/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { message: "Webhook deleted successfully" } });
    expect((await listed()).some((subscription) => subscription["id"] === id)).toBe(false);
    expect(await service.call("DELETE", `/v1/webhooks/${id}`)).toMatchObject({ status: 400 });
    expect((await create({ url })).id).not.toBe(id);
  });

  test("an unknown subscription is 400, another account's too", async () => {
    const { id } = await create({}, service.other.key);
    for (const unknown of [id, "sub_none", "%00", "a%00b", "%ff"]) {
      const responses = [
        await put(unknown, { active: false }),
        await service.call("DELETE", `/v1/webhooks/${unknown}`),
        await service.call("POST", `/v1/webhooks/${unknown}/test`),
        await service.call("POST", `/v1/webhooks/${unknown}/rotate-secret`),
      ];
      for (const response of responses) {
        expect(response.status).toBe(400);
        expect(response.body).toEqual({ message: "Webhook not found" });
      }
    }
    expect(await listed(service.other.key)).toContainEqual(expect.objectContaining({ id, active: true }));
  });

  test("a URL is subscribed once, however it is spelt; another account may have it too", async () => {
    const { id, url } = await create();
    await put(id, { active: false });
    for (const same of [
      url,
      url.toUpperCase().replace("DELIVERIES", "deliveries"),
      url.replace("/deliveries", ":443/deliveries"),
    ]) {
      const response = await post({ url: same, events: ["order.created"] });
      expect(response.body, same).toEqual({ message: "Webhook URL is already registered" });
    }
    const other = await create();
    const moved = await put(other.id, { url });
    expect(moved).toMatchObject({ status: 400, body: { message: "Webhook URL is already registered" } });
    expect((await create({ url }, service.other.key)).url).toBe(url);
  });

  test("of many at once with one URL, one is created", async () => {
    const url = freshUrl();
    const responses = await Promise.all(Array.from({ length: 8 }, () => post({ url, events: ["order.created"] })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
  });

  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["url: Required", "events: Required"]],
    ["no events", { url: "https://a.invalid/", events: [] }, ["events: At least one element is required"]],
    [
      "unknown events",
      { url: "https://a.invalid/", events: ["order.created", "order.lost"] },
      ["events.1: Invalid event name"],
    ],
    ["webhook.test", { url: "https://a.invalid/", events: ["webhook.test"] }, ["events.0: Invalid event name"]],
    ["wrong types", { url: 7, events: "order.created" }, ["url: Expected string", "events: Expected array"]],
    ["a forbidden URL too", { url: "http://localhost/", events: [] }, ["events: At least one element is required"]],
  ])("create refuses %s", async (_, body, errors) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message: "Invalid request body", errors });
  });

  test("update refuses invalid fields before anything else", async () => {
    const response = await put("sub_none", { active: "no", events: [], url: "http://localhost/" });
    expect(response.body).toEqual({
      message: "Invalid request body",
      errors: ["events: At least one element is required", "active: Expected boolean"],
    });
    expect((await put("sub_none", { url: "http://localhost/" })).body).toEqual({ message: forbidden });
  });

  describe("the URL rules", () => {
    const file = join(import.meta.dirname, "../../../../../spec/examples/webhook-addresses.json");
    const vectors = z
      .object({ urls: z.array(z.object({ url: z.string(), verdict: z.string(), resolves: z.unknown().optional() })) })
      .parse(JSON.parse(readFileSync(file, "utf8")))
      .urls.filter(({ resolves, verdict }) => resolves === undefined && verdict === "refused");

    test("refuse what the vectors refuse, on create and on update", async () => {
      expect(vectors.length).toBeGreaterThan(100);
      const { id } = await create();
      // The rules are the same for both databases.
      for (const { url } of service.storage.databaseUrl === null ? vectors : oneIn(5, vectors)) {
        const created = await post({ url, events: ["order.created"] });
        expect([created.status, created.body], url).toEqual([400, { message: forbidden }]);
        const updated = await put(id, { url });
        expect([updated.status, updated.body], url).toEqual([400, { message: forbidden }]);
      }
    });
  });

  test("a test needs an active subscription, and says when the endpoint was not reached", async () => {
    const { id } = await create();
    const unreached = await service.call("POST", `/v1/webhooks/${id}/test`);
    expect(unreached).toMatchObject({ status: 200, body: { success: false, statusCode: null } });
    expect(z.object({ error: z.string().min(1) }).parse(unreached.body).error).toMatch(/resolve/i);
    await put(id, { active: false });
    const inactive = await service.call("POST", `/v1/webhooks/${id}/test`);
    expect(inactive).toMatchObject({ status: 400, body: { message: "Webhook is not active" } });
  });
});
