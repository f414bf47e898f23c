// What the account of a filled database owns -> what a request of an operation names: records that it uses up are new ones each time.
import type { Operation } from "./attack-requests.ts";
import { type Filled, password } from "./filled-database.ts";
import type { Known } from "./worst-values.ts";

export function knownValues(filled: Filled): (operation: Operation) => Known {
  const next = new Map<readonly string[], number>();
  const oneOf = (list: readonly string[]): string => {
    const index = next.get(list) ?? 0;
    next.set(list, index + 1);
    return list[index % list.length] ?? "";
  };
  let urls = 0;
  const newUrl = (): string => {
    urls += 1;
    return `http://127.0.0.1:9/new/${urls}/${"a".repeat(2_000)}`;
  };
  // Those that are gone afterwards are not those that others name.
  const lists = {
    leaving: filled.webhooks.toReversed(),
    webhooks: filled.webhooks.slice(0, 100),
    tokens: filled.inviteTokens.toReversed(),
  };
  return ({ method, path: { text } }) => {
    const webhooks = method === "delete" ? lists.leaving : lists.webhooks;
    const isLanding = text.startsWith("/landing/");
    const values: Readonly<Record<string, () => string>> = {
      sku: () => (text.includes("/cart") ? "P0" : oneOf(filled.skus)),
      token: () => oneOf(isLanding ? filled.landingTokens : lists.tokens),
      orderId: () => oneOf(filled.orders),
      id: () => oneOf(webhooks),
      webhookId: () => oneOf(webhooks),
      campaignId: () => (text.endsWith("{campaignId}") ? oneOf(filled.campaigns) : filled.attacker.campaignId),
      warehouseId: () => filled.attacker.warehouses.east,
      inviteId: () => oneOf(filled.invites),
      keyId: () => oneOf(filled.keys),
      importId: () => oneOf(filled.imports),
      email: () =>
        (text.endsWith("/session") ? filled.email : undefined) ??
        `${"a".repeat(64)}@${"b".repeat(60)}.${"b".repeat(60)}.${"b".repeat(59)}.example`,
      password: () => password,
      currentPassword: () => password,
      newPassword: () => password,
      state: () => "OR",
      zip: () => "97205",
      url: () => newUrl(),
      event: () => "order.created",
      placedFrom: () => "2000-01-01T00:00:00Z",
      placedBefore: () => "2100-01-01T00:00:00Z",
    };
    return (name) => values[name]?.();
  };
}
