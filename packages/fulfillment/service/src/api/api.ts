// Everything that handlers need -> a handler for each operation of the description.
import type { Effects } from "../domain/effects.ts";
import { createAuthHandlers } from "./auth.ts";
import { createCatalogHandlers } from "./catalog.ts";
import { createContactHandlers } from "./contacts.ts";
import { createOrderHandlers } from "./orders.ts";
import type { Api } from "./reply.ts";
import { createWebhookHandlers, type WebhookParts } from "./webhooks.ts";

/** A new operation without a handler is a compile error here. */
export function createApi(parts: WebhookParts & Effects): Api {
  const { database } = parts;
  return {
    ...createAuthHandlers(),
    ...createOrderHandlers(database, parts),
    ...createCatalogHandlers(database),
    ...createContactHandlers(database, parts),
    ...createWebhookHandlers(parts),
  };
}
