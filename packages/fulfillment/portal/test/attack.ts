// An account in which every text that people or other systems can write is a script.
import type { HttpHandler } from "msw";
import {
  mockCreateInvite,
  mockGetAccount,
  mockGetImport,
  mockGetLandingPage,
  mockGetOrder,
  mockGetRedemption,
  mockGetSession,
  mockListApiKeys,
  mockListCampaigns,
  mockListImportLines,
  mockListImports,
  mockListInvites,
  mockListMembers,
  mockListOrders,
  mockListProducts,
  mockListWarehouses,
  mockListWebhookFailures,
  mockListWebhooks,
} from "../src/generated/mocks/index.gen.ts";
import { account, members, session } from "./records.ts";

/** Each would set `window.attacked`: as markup, out of an attribute, as a link, out of a script. */
export const attack = `"'><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>\${attacked}javascript:window.attacked=1`;

/** Where these texts are shown. */
export const attackedPages: readonly string[] = [
  "/orders",
  "/orders/ord_1",
  "/orders/new",
  "/imports",
  "/imports/imp_1",
  "/campaigns",
  "/invites",
  "/webhooks",
  "/webhooks/whk_01K8Z4Q2E9MB",
  "/settings/keys",
  "/settings/account",
  "/settings/members",
  "/redeem/token",
  "/landing/token",
];

/** Ids, enumerations, moments and URLs have forms of their own, which the validators of the client check. */
export function attackedAccount(): HttpHandler[] {
  const order = {
    ...mockGetOrder.sample(200).body,
    orderNumber: attack,
    sourceOrderNumber: attack,
    companyName: attack,
    notes: attack,
    warehouse: attack,
    carrierCode: attack,
    trackingNumber: attack,
    deliveryDescription: attack,
    deliveryLocation: attack,
    status: "SHIPPED" as const,
    recipient: {
      firstName: attack,
      lastName: attack,
      email: attack,
      phone: attack,
      street1: attack,
      city: attack,
      state: attack,
      postalCode: attack,
      country: attack,
    },
    products: [{ sku: attack, title: attack, quantity: 1 }],
  };
  const product = { sku: attack, title: attack, image: null };
  const shared = { sender: { name: attack, logo: null }, shipsTo: "US" };
  const withAll = <Item extends object>(items: readonly Item[], changes: object): Item[] =>
    items.map((item) => ({ ...item, ...changes }));
  return [
    mockGetSession(200, {
      ...session,
      member: { ...session.member, name: attack, email: attack },
      account: { ...session.account, name: attack },
    }),
    mockGetAccount(200, { ...account, name: attack }),
    mockListMembers(200, withAll(members, { name: attack, email: attack })),
    mockListOrders(200, { items: [order], total: 1 }),
    mockGetOrder(200, order),
    mockListProducts(200, [product]),
    mockListWarehouses(200, withAll(mockListWarehouses.sample(200).body, { name: attack, alias: attack })),
    mockListCampaigns(200, withAll(mockListCampaigns.sample(200).body, { title: attack })),
    mockListInvites(200, {
      items: withAll(mockListInvites.sample(200).body.items, {
        campaignTitle: attack,
        email: attack,
        recipient: attack,
      }),
      total: 1,
    }),
    mockCreateInvite(),
    mockListApiKeys(200, withAll(mockListApiKeys.sample(200).body, { name: attack })),
    mockListImports(200, withAll(mockListImports.sample(200).body, { fileName: attack, status: "DONE" })),
    mockGetImport(200, { ...mockGetImport.sample(200).body, fileName: attack, status: "DONE" }),
    mockListImportLines(200, {
      items: withAll(mockListImportLines.sample(200).body.items, {
        recipient: attack,
        orderNumber: attack,
        status: "FAILED",
        problem: attack,
      }),
      total: 1,
    }),
    mockListWebhooks(
      200,
      withAll(mockListWebhooks.sample(200).body, { url: `https://hooks.example/?${encodeURI(attack)}` }),
    ),
    mockListWebhookFailures(
      200,
      withAll(mockListWebhookFailures.sample(200).body, { event: attack, error: attack, payload: attack }),
    ),
    mockGetRedemption(200, {
      ...mockGetRedemption.sample(200).body,
      ...shared,
      campaignTitle: attack,
      recipient: { firstName: attack },
      products: [product],
      cart: { items: [{ ...product, quantity: 1 }] },
    }),
    mockGetLandingPage(200, { ...shared, campaignTitle: attack, products: [product] }),
  ];
}
