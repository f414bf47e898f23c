// Records that look like those of a real account, for mocks of lists and pages.

import type {
  ApiKey,
  Campaign,
  Import,
  ImportLine,
  Invite,
  Member,
  Order,
  OrderStatus,
  Product,
} from "@fulfillment/portal-api/types";
import {
  mockGetAccount,
  mockGetImport,
  mockGetOrder,
  mockGetRedemption,
  mockGetSession,
  mockListApiKeys,
  mockListCampaigns,
  mockListImportLines,
  mockListInvites,
  mockListMembers,
  mockListOrders,
  mockListProducts,
  mockListWebhooks,
} from "../src/generated/mocks/index.gen.ts";

export const account = mockGetAccount.sample(200).body;
export const session = mockGetSession.sample(200).body;
export const members = mockListMembers.sample(200).body;
export const redemption = mockGetRedemption.sample(200).body;

const names = ["Ada Reyes", "Mara Lindqvist", "Jonas Okafor", "Ines Duarte", "Tomi Virtanen", "Rosa Blum", "Nils Haga"];
const statuses: readonly OrderStatus[] = ["AWAITING_SHIPMENT", "SHIPPED", "DELIVERED", "RETURNED", "CANCELLED"];

export const products: Product[] = [
  { sku: "MUG-WHT", title: "White mug", image: null },
  { sku: "TEE-M", title: "T-shirt, organic cotton, medium", image: null },
  { sku: "BOOK-A5", title: "Notebook A5", image: null },
];

export function orderOf(at: number, changes: Partial<Order> = {}): Order {
  const sample = mockGetOrder.sample(200).body;
  const [firstName = "", lastName = ""] = (names[at % names.length] ?? "").split(" ");
  const status = statuses[at % statuses.length] ?? "SHIPPED";
  const hasLeft = status !== "AWAITING_SHIPMENT" && status !== "CANCELLED";
  return {
    ...sample,
    id: `ord_${at}`,
    orderNumber: String(2048 - at),
    status,
    orderDate: new Date(Date.UTC(2025, 10, 20, 9) - at * 5e6).toISOString(),
    shipDate: hasLeft ? "2025-11-21T10:00:00.000Z" : null,
    deliveredAt: status === "DELIVERED" ? "2025-11-23T15:30:00.000Z" : null,
    carrierCode: hasLeft ? "ups" : null,
    trackingNumber: hasLeft ? "1Z999AA10123456784" : null,
    recipient: { ...sample.recipient, firstName, lastName },
    products: [
      { sku: "MUG-WHT", title: "White mug", quantity: 1 + (at % 3) },
      ...(at % 2 === 0 ? [{ sku: "TEE-M", title: "T-shirt, organic cotton, medium", quantity: 1 }] : []),
    ],
    ...changes,
  };
}

const orders: Order[] = Array.from({ length: 45 }, (_, at) => orderOf(at));

function campaignOf(changes: Partial<Campaign> = {}): Campaign {
  const [sample] = mockListCampaigns.sample(200).body;
  if (sample === undefined) throw new Error("the example has no campaign");
  return { ...sample, ...changes };
}

function keyOf(changes: Partial<ApiKey> = {}): ApiKey {
  const [sample] = mockListApiKeys.sample(200).body;
  if (sample === undefined) throw new Error("the example has no key");
  return { ...sample, ...changes };
}

function inviteOf(changes: Partial<Invite> = {}): Invite {
  const [sample] = mockListInvites.sample(200).body.items;
  if (sample === undefined) throw new Error("the example has no invite");
  return { ...sample, ...changes };
}

function memberOf(changes: Partial<Member>): Member {
  const [sample] = members;
  if (sample === undefined) throw new Error("the example has no member");
  return { ...sample, role: "MEMBER", lastSignInAt: null, ...changes };
}

function importOf(changes: Partial<Import> = {}): Import {
  return { ...mockGetImport.sample(200).body, ...changes };
}

function lineOf(changes: Partial<ImportLine> = {}): ImportLine {
  const [sample] = mockListImportLines.sample(200).body.items;
  if (sample === undefined) throw new Error("the example has no line");
  return { ...sample, ...changes };
}

/** A page of a list, as the service returns it. */
function pageOf<Item>(all: readonly Item[], query: { limit?: number | undefined; offset?: number | undefined } = {}) {
  const { limit = 20, offset = 0 } = query;
  return { items: all.slice(offset, offset + limit), total: all.length };
}

/** A full account. */
export function fullAccount() {
  const [webhook] = mockListWebhooks.sample(200).body;
  if (webhook === undefined) throw new Error("the example has no subscription");
  const campaigns = [
    campaignOf({ orderCount: 1204, inviteCount: 88 }),
    campaignOf({ id: "cmp_2", title: "Onboarding boxes for new colleagues, Berlin and remote", landingPath: null }),
  ];
  const lines = Array.from({ length: 120 }, (_, at) =>
    lineOf(
      at % 17 === 3
        ? { line: at + 2, status: "FAILED", orderId: null, orderNumber: null, problem: "MUG-BLK is out of stock" }
        : { line: at + 2, recipient: names[at % names.length] ?? "" },
    ),
  );
  return [
    mockListOrders(({ query }) => ({
      status: 200,
      contentType: "application/json",
      body: pageOf(
        orders.filter(({ status, recipient }) => {
          const isFound = `${recipient.firstName} ${recipient.lastName}`
            .toLowerCase()
            .includes((query?.search ?? "").toLowerCase());
          return isFound && (query?.status === undefined || status === query.status);
        }),
        query,
      ),
    })),
    mockGetOrder(({ path }) => {
      const body = orders.find(({ id }) => id === path.orderId);
      return body === undefined ? mockGetOrder.sample(404) : { ...mockGetOrder.sample(200), body };
    }),
    mockListProducts(200, products),
    mockListCampaigns(200, campaigns),
    mockListApiKeys(200, [
      keyOf({ name: "Shop integration", lastUsedAt: "2025-11-20T08:15:00.000Z" }),
      keyOf({ id: "key_2", name: "Reporting", lastUsedAt: null }),
      keyOf({ id: "key_3", name: null, prefix: null, revokedAt: "2025-11-18T08:15:00.000Z" }),
    ]),
    mockListInvites(({ query }) => ({
      status: 200,
      contentType: "application/json",
      body: pageOf(
        [
          inviteOf({ viewedAt: "2025-11-20T08:15:00.000Z" }),
          inviteOf({ id: "inv_2", recipient: null, email: "jonas.okafor@example.com" }),
          inviteOf({ id: "inv_3", recipient: "Ines Duarte", status: "REDEEMED", orderId: "ord_3" }),
        ],
        query,
      ),
    })),
    mockGetImport(
      200,
      importOf({ status: "DONE", orders: 120, placed: 113, failed: 7, finishedAt: "2025-11-10T09:01:00.000Z" }),
    ),
    mockListImportLines(({ query }) => ({
      status: 200,
      contentType: "application/json",
      body: pageOf(
        lines.filter(({ status }) => query?.status === undefined || status === query.status),
        query,
      ),
    })),
    mockListWebhooks(200, [
      { ...webhook, events: ["order.created", "order.shipped", "invite.redeemed"] },
      { ...webhook, id: "whk_2", url: "https://staging.northwind.example/hooks", active: false },
    ]),
    mockListMembers(200, [
      ...members,
      memberOf({ id: "usr_2", name: "Jonas Okafor", lastSignInAt: "2025-11-20T08:15:00.000Z" }),
      memberOf({ id: "usr_3", name: "Rosa Blum", active: false }),
    ]),
    mockGetRedemption(200, { ...redemption, products }),
  ];
}
