// Deliveries of the running service, a process of its own, to the kit in every framework.
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProcess, newDirectory, printed, type Serving, startServing } from "../../service/test/cli/command-line.ts";
import { createWebhookHandler, memorySeenStore, type WebhookEvent } from "../src/index.ts";
import { frameworks, type Served } from "./adapters/frameworks.ts";

const directory = newDirectory();
const data = ["--data", directory.path];

let service: Serving;
let apiKey = "";
let order: object = {};

beforeAll(async () => {
  service = await startServing([...data, "--allow-private-webhook-targets"]);
  const seeded = printed(await inProcess(["seed", "--account", "demo", "--json", ...data]));
  apiKey = String(seeded["apiKey"]);
  const [sku] = Array.isArray(seeded["skus"]) ? seeded["skus"] : [];
  order = { campaignId: seeded["campaignId"], shipTo, products: [{ sku, quantity: 2 }] };
});

afterAll(async () => {
  await service.end();
  directory.remove();
});

describe.each(Object.entries(frameworks))("the service's deliveries through %s", (_, serve) => {
  const arrived = new EventEmitter();
  const handled: WebhookEvent[] = [];
  let secrets: string[] = [];
  let served: Served;
  let id = "";

  beforeAll(async () => {
    const take = (event: WebhookEvent): void => {
      handled.push(event);
      arrived.emit(event.event);
    };
    const handler = createWebhookHandler({
      secret: () => secrets,
      seen: memorySeenStore(),
      on: { "order.created": take, "webhook.test": take },
      onError: () => {},
    });
    served = await serve(handler);
    const created = await call("POST", "/v1/webhooks", { url: served.url, events: ["order.created"] });
    secrets = [String(created["secret"])];
    id = String(created["id"]);
  });

  afterAll(async () => {
    await call("DELETE", `/v1/webhooks/${id}`);
    await served.close();
  });

  test("what the service sends verifies, and is the order that was created", async () => {
    const arrival = once(arrived, "order.created", { signal: AbortSignal.timeout(20_000) });
    const { orderId } = await call("POST", "/v1/orders/create", order);
    await arrival;
    expect(handled.filter(({ event }) => event === "order.created")).toMatchObject([{ data: { orderId } }]);
  });

  test("the service sees the response: accepted with the current secret, rejected with an old one", async () => {
    const check = (): Promise<Record<string, unknown>> => call("POST", `/v1/webhooks/${id}/test`);
    expect(await check()).toEqual({ success: true, statusCode: 200, error: null });
    expect(handled.at(-1)).toMatchObject({ event: "webhook.test" });
    const { secret } = await call("POST", `/v1/webhooks/${id}/rotate-secret`);
    expect(await check()).toMatchObject({ success: false, statusCode: 401 });
    secrets = [String(secret), ...secrets];
    expect(await check()).toMatchObject({ success: true, statusCode: 200 });
    secrets = [];
    expect(await check()).toMatchObject({ success: false, statusCode: 500 });
  });
});

const shipTo = {
  firstName: "Zoë",
  lastName: "Müller",
  email: "zoe@example.com",
  street1: "1 Main Street",
  city: "Zürich",
  state: "ZH",
  zip: "8000",
};

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const received: unknown = await response.json();
  expect(response.ok, JSON.stringify(received)).toBe(true);
  return Object.fromEntries(Object.entries(received ?? {}));
}
