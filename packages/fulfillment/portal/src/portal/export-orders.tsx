// The orders that the filters find, on all pages -> a CSV file.

import type { ListOrdersRequest, Order } from "@fulfillment/portal-api/types";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { counted, countOf } from "../api/dates.ts";
import { messageOf, type PortalError } from "../api/failures.ts";
import { send } from "../api/send.ts";
import { listOrdersOptions } from "../generated/tanstack-query/index.gen.ts";
import { Icon } from "../ui/icon.tsx";
import { downloadCsv } from "./csv.ts";

interface ExportProps {
  /** The filters of the list, and its order. */
  readonly wanted: Omit<NonNullable<ListOrdersRequest["query"]>, "limit" | "offset">;
  readonly isEmpty: boolean;
}

/** As many as the API returns at once. */
const atOnce = 200;

export function ExportOrders({ wanted, isEmpty }: ExportProps) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<PortalError | null>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const run = async (): Promise<void> => {
    const orders: Order[] = [];
    for (let total = 1; orders.length < total && !isLeft.current; ) {
      const query = { ...wanted, limit: atOnce, offset: orders.length };
      const page = await queries.fetchQuery({ ...listOrdersOptions(send, { query }), staleTime: 0, gcTime: 0 });
      orders.push(...page.items);
      // An order that is gone meanwhile must not make it ask forever.
      total = page.items.length === 0 ? 0 : page.total;
      setProgress(`${countOf(orders.length)} of ${counted(page.total, "order")}`);
    }
    if (!isLeft.current) downloadCsv("orders.csv", [Object.keys(columns), ...orders.map(rowOf)]);
  };
  const isRunning = progress !== null;
  const start = (): void => {
    if (isRunning || isEmpty) return;
    setError(null);
    setProgress("Exporting…");
    void run()
      .catch(setError)
      .finally(() => setProgress(null));
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={isRunning || isEmpty} onClick={start}>
        <Icon name="file" />
        {progress ?? "Export CSV"}
      </button>
      {error !== null && (
        <p role="alert" className="problem">
          {messageOf(error)}
        </p>
      )}
    </>
  );
}

/** Those that an import reads have the names it knows. */
const columns: Readonly<Record<string, (order: Order) => string | null>> = {
  orderNumber: ({ orderNumber }) => orderNumber,
  sourceOrderNumber: ({ sourceOrderNumber }) => sourceOrderNumber,
  status: ({ status }) => status,
  source: ({ orderSource }) => orderSource,
  placed: ({ orderDate }) => orderDate,
  shipped: ({ shipDate }) => shipDate,
  delivered: ({ deliveredAt }) => deliveredAt,
  carrier: ({ carrierCode }) => carrierCode,
  trackingNumber: ({ trackingNumber }) => trackingNumber,
  firstName: ({ recipient }) => recipient.firstName,
  lastName: ({ recipient }) => recipient.lastName,
  email: ({ recipient }) => recipient.email,
  phone: ({ recipient }) => recipient.phone,
  street1: ({ recipient }) => recipient.street1,
  city: ({ recipient }) => recipient.city,
  state: ({ recipient }) => recipient.state,
  zip: ({ recipient }) => recipient.postalCode,
  country: ({ recipient }) => recipient.country,
  products: ({ products }) => products.map(({ sku, quantity }) => `${quantity} x ${sku}`).join("; "),
  warehouse: ({ warehouse }) => warehouse,
  campaignId: ({ campaignId }) => campaignId,
  id: ({ id }) => id,
};

function rowOf(order: Order): string[] {
  return Object.values(columns).map((read) => read(order) ?? "");
}
