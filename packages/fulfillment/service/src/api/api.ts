// Everything that handlers need -> a handler for each operation of the description.
import type { Effects } from "../domain/effects.ts";
import { createCatalogHandlers } from "./catalog.ts";
import { createContactHandlers } from "./contacts.ts";
import { createOrderHandlers } from "./orders.ts";
import type { Api, Caller } from "./reply.ts";
import { createWebhookHandlers, type WebhookParts } from "./webhooks.ts";

/** A new operation without a handler is a compile error here. */
export function createApi(parts: WebhookParts & Effects): Api {
  const { database } = parts;
  return {
    ...authHandlers,
    ...createOrderHandlers(database, parts),
    ...createCatalogHandlers(database),
    ...createContactHandlers(database, parts),
    ...createWebhookHandlers(parts),
  };
}

/** Of /v1/auth: one response for every method. */
export const authHandlers: Pick<Api, Extract<keyof Api, `checkAuth${string}`>> = {
  checkAuth: accepted,
  checkAuthPut: accepted,
  checkAuthPost: accepted,
  checkAuthDelete: accepted,
  checkAuthOptions: accepted,
  checkAuthPatch: accepted,
  checkAuthTrace: accepted,
  checkAuthHead: async () => ({ status: 200 }),
};

async function accepted(_: unknown, { accountId }: Caller) {
  return { status: 200, body: { account_id: accountId, message: "API key is valid" } } as const;
}
