// States and sources of orders -> the words of the portal. The compiler names those that the description gains.
import type { OrderSource, OrderStatus } from "@fulfillment/portal-api/types";
import type { Tone } from "../ui/states.tsx";

export const statusWords: Readonly<Record<OrderStatus, { readonly label: string; readonly tone: Tone }>> = {
  AWAITING_SHIPMENT: { label: "Awaiting shipment", tone: "amber" },
  SHIPPED: { label: "Shipped", tone: "blue" },
  DELIVERED: { label: "Delivered", tone: "green" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
  RETURNED: { label: "Returned", tone: "red" },
};

export const sourceWords: Readonly<Record<OrderSource, string>> = {
  REDEEM_PAGE: "Redemption page",
  CSV_IMPORT: "CSV import",
  LANDING_PAGE: "Landing page",
  MANUAL_ORDER: "By hand",
  STANDALONE_ORDER: "Standalone",
  CONNECTED_STORE: "Connected store",
  EXTERNAL: "API",
};
