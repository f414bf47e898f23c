// A script that looks after an account: its key, its stock, its contacts, and the subscriptions to webhooks.
import { FulfillmentClient, type WebhookEventName, type WebhookSubscription } from "@fulfillment/client";
import type {
  AuthCheck,
  CreateWebhookRequest,
  CreateWebhookResponse,
  ListInventoryRequest,
  NewWebhook,
  Pagination,
  UpdateWebhookRequest,
  WebhookTestResult,
} from "@fulfillment/types";

const client = new FulfillmentClient({ apiKey: "key" });
const events: readonly WebhookEventName[] = ["order.created", "order.shipped", "invite.redeemed"];
const subscription: NewWebhook = { url: "https://shop.example/hook", events: [...events] };

export const requests: {
  readonly create: CreateWebhookRequest;
  readonly update: UpdateWebhookRequest;
  readonly stock: ListInventoryRequest;
} = {
  create: { body: subscription },
  update: { path: { id: "wh_1" }, body: { active: false } },
  stock: { query: { page: 2, page_size: 50 } },
};

export async function subscribe(): Promise<string> {
  const { webhooks } = await client.webhooks.list();
  const known: WebhookSubscription | undefined = webhooks.find(({ url }) => url === subscription.url);
  if (known !== undefined) {
    await client.webhooks.update(known.id, { events: subscription.events, active: true });
    const { success, statusCode, error }: WebhookTestResult = await client.webhooks.test(known.id);
    if (!success) throw new Error(`${statusCode ?? "no answer"} ${error ?? ""}`);
    return (await client.webhooks.rotateSecret(known.id)).secret;
  }
  const { secret, createdAt } = await client.webhooks.create(subscription);
  return `${secret} ${createdAt}`;
}

export function secretOf(answer: CreateWebhookResponse): string {
  if (answer.status === 201) return answer.body.secret;
  return typeof answer.body === "string" ? answer.body : answer.body.message;
}

export async function overview(): Promise<string> {
  const { account_id, message }: AuthCheck = await client.auth.check();
  const { pagination, inventory = [] } = await client.inventory.list({ page: 1 });
  const { total_count, has_more }: Pagination = pagination;
  const products = await client.products.list({ limit: 5 });
  const contact = await client.contacts.create({ email: "ada@example.com" });
  const names = (await client.webhooks.events()).map(({ description, category }) => `${category}: ${description}`);
  await client.webhooks.delete("wh_1");
  const skus = products.map(({ sku }) => sku ?? "none");
  return [account_id, message, total_count, has_more, inventory.length, ...skus, ...names, Object.keys(contact)].join(
    " ",
  );
}
