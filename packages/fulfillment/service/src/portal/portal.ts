// The parts of a running service -> the portal on a port of its own: its API, and the built pages beside it.
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { createNodeHandler, createNodeHost, type NodeHost, targetOf } from "@fulfillment/portal-api/server";
import { indexOrders } from "../domain/orders/search.ts";
import { clientOf } from "../http/client-address.ts";
import { addressOfClient, requestIds } from "../http/host.ts";
import type { PortalApi, PortalParts } from "./context.ts";
import { createAccountHandlers } from "./handlers/account.ts";
import { createCampaignHandlers } from "./handlers/campaigns.ts";
import { createImportHandlers } from "./handlers/imports.ts";
import { createOrderHandlers } from "./handlers/orders.ts";
import { createRecipientHandlers } from "./handlers/recipients.ts";
import { createSessionHandlers } from "./handlers/session.ts";
import { createWebhookHandlers } from "./handlers/webhooks.ts";
import { readPages } from "./pages.ts";
import { createPortalService, type PortalVisit } from "./portal-service.ts";
import { problem } from "./problems.ts";
import { VisitorLimit } from "./visitor-limit.ts";

export interface PortalOptions {
  readonly parts: PortalParts;
  readonly host: string;
  readonly port: number;
  /** Where browsers find the pages; `null`: at the address that it listens on. */
  readonly origin: string | null;
  /** Where the built pages are; without them, only the API is served. */
  readonly pages: string | null;
  /** Where the images for recipients are. */
  readonly images: string | null;
  readonly trustProxy: readonly string[];
  readonly checkResponses?: boolean;
}

export interface Portal {
  readonly url: string;
  /** Whether it has pages. */
  readonly hasPages: boolean;
  close(): Promise<void>;
}

export async function startPortal(options: PortalOptions): Promise<Portal> {
  const { parts, host, port, origin, pages: directory, images, trustProxy, checkResponses = false } = options;
  const { log } = parts;
  const pages = directory === null ? null : readPages(directory, images);
  const addressOf = addressOfClient(trustProxy);
  const nextId = requestIds();
  const service = createPortalService({
    api: createPortalApi(parts),
    portal: parts,
    visitors: new VisitorLimit(parts.now),
    origin,
    log,
    checkResponses,
  });
  const handler = createNodeHandler(service, {
    state: (request: IncomingMessage): PortalVisit => ({
      id: nextId(),
      client: clientOf(addressOf(request), request.socket.remoteAddress),
      socket: request.socket,
      startedAt: performance.now(),
      session: null,
      operationId: null,
      path: null,
      waitMs: 0,
    }),
  });
  const server: NodeHost = createNodeHost(handler, {
    createServer,
    refuse: ({ status }) => problem(status, "invalid_request", "The request cannot be read."),
    besides: (request, response) => {
      const target = targetOf(request.url ?? "/");
      if (isOfApi(target) || pages === null || !(response instanceof ServerResponse)) return false;
      pages.respond(request, target, response);
      return true;
    },
  });
  let isOver = false;
  const indexing = indexOrders(parts.database, () => isOver).catch((error: unknown) =>
    log.error({ err: error }, "older orders cannot be searched"),
  );
  await parts.imports.resume();
  const url = await server.listen({ host, port });
  return {
    url,
    hasPages: pages !== null,
    close: async () => {
      isOver = true;
      await server.close();
      await parts.imports.stop();
      await indexing;
    },
  };
}

function createPortalApi(parts: PortalParts): PortalApi {
  return {
    ...createSessionHandlers(parts),
    ...createAccountHandlers(parts),
    ...createOrderHandlers(parts),
    ...createImportHandlers(parts),
    ...createWebhookHandlers(parts),
    ...createCampaignHandlers(parts),
    ...createRecipientHandlers(parts),
  };
}

/** What is below these paths is the API's, found or not. */
function isOfApi(target: string): boolean {
  return /^\/(?:portal|redeem|landing)\/v\d+(?:\/|\?|$)/.test(target);
}
