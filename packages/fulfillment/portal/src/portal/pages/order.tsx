// One order: how far it is, what is in it, where it goes.

import type { Order as OrderData } from "@fulfillment/portal-api/types";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { counted, countOf, dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import {
  cancelOrderMutation,
  getOrderOptions,
  listCampaignsOptions,
  listWarehousesOptions,
  queryKeyOf,
} from "../../generated/tanstack-query/index.gen.ts";
import { carrierOf } from "../../ui/carriers.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Badge, Loaded } from "../../ui/states.tsx";
import { Fact } from "../facts.tsx";
import { LifeCycle } from "../life-cycle.tsx";
import { sourceWords, statusWords } from "../order-words.ts";
import { Page } from "../page.tsx";

export default function Order({ id }: { readonly id: string }) {
  const order = useQuery(getOrderOptions(send, { path: { orderId: id } }));
  const [isCancelling, setCancelling] = useState(false);
  const { data } = order;
  return (
    <Page
      title={data === undefined ? "Order" : <OrderTitle order={data} />}
      name={data === undefined ? "Order" : `Order ${data.orderNumber}`}
      back={{ to: "/orders", label: "Orders" }}
      actions={
        data?.status === "AWAITING_SHIPMENT" && (
          <button type="button" className="button danger-text" onClick={() => setCancelling(true)}>
            Cancel order
          </button>
        )
      }
    >
      <Loaded query={order} what="the order">
        {(loaded) => (
          <>
            <Details order={loaded} />
            {isCancelling && <Cancel order={loaded} onClose={() => setCancelling(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function OrderTitle({ order }: { readonly order: OrderData }) {
  const { label, tone } = statusWords[order.status];
  return (
    <>
      Order <span className="number">{order.orderNumber}</span> <Badge tone={tone}>{label}</Badge>
    </>
  );
}

function Cancel({ order, onClose }: { readonly order: OrderData; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const notify = useNotify();
  const cancel = useMutation({
    ...cancelOrderMutation(send),
    onSuccess: async () => {
      notify(`Order ${order.orderNumber} was cancelled.`);
      await queries.invalidateQueries({ queryKey: queryKeyOf("Orders") });
      onClose();
    },
  });
  return (
    <Confirm
      title={`Cancel order ${order.orderNumber}?`}
      action="Cancel order"
      pending="Cancelling…"
      keep="Keep order"
      mutation={cancel}
      onConfirm={() => cancel.mutate({ path: { orderId: order.id } })}
      onClose={onClose}
    >
      <p>
        The order of {order.recipient.firstName} {order.recipient.lastName} will not be shipped, and{" "}
        <code>order.cancelled</code> is sent to your webhooks. This cannot be undone.
      </p>
    </Confirm>
  );
}

function Details({ order }: { readonly order: OrderData }) {
  return (
    <div className="columns">
      <div className="stack">
        <section className="card" aria-labelledby="life-cycle">
          <h2 id="life-cycle">Life cycle</h2>
          <LifeCycle order={order} />
        </section>
        <section className="card" aria-labelledby="products">
          <h2 id="products">Products</h2>
          <ul className="lines">
            {order.products.map(({ sku, title, quantity }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat a product and never move
              <li key={at}>
                <span>
                  {title}
                  <code className="quiet small second">{sku}</code>
                </span>
                <span className="number">× {countOf(quantity)}</span>
              </li>
            ))}
          </ul>
          <p className="quiet small number">
            {counted(
              order.products.reduce((sum, { quantity }) => sum + quantity, 0),
              "unit",
            )}{" "}
            in total
          </p>
        </section>
        {order.notes !== null && (
          <section className="card" aria-labelledby="notes">
            <h2 id="notes">Notes</h2>
            <p className="as-typed">{order.notes}</p>
          </section>
        )}
      </div>
      <div className="stack">
        <Recipient order={order} />
        <Facts order={order} />
      </div>
    </div>
  );
}

function Recipient({ order: { recipient, companyName, addressVerificationStatus } }: { readonly order: OrderData }) {
  return (
    <section className="card" aria-labelledby="recipient">
      <h2 id="recipient">Recipient</h2>
      <address>
        <strong>
          {recipient.firstName} {recipient.lastName}
        </strong>
        {companyName !== null && <span>{companyName}</span>}
        <span>{recipient.street1}</span>
        <span>
          {recipient.city}, {recipient.state} {recipient.postalCode}
        </span>
        <span>{recipient.country}</span>
      </address>
      <dl className="facts">
        <Fact name="E-mail">{recipient.email}</Fact>
        <Fact name="Phone">{recipient.phone}</Fact>
        <Fact name="Address check">{wordsOf(addressVerificationStatus)}</Fact>
      </dl>
    </section>
  );
}

function Facts({ order }: { readonly order: OrderData }) {
  const campaigns = useQuery(listCampaignsOptions(send));
  const campaign = campaigns.data?.find(({ id }) => id === order.campaignId);
  const warehouses = useQuery(listWarehousesOptions(send));
  const warehouse = warehouses.data?.find(({ alias }) => alias === order.warehouse);
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <dl className="facts">
        <Fact name="Source">{sourceWords[order.orderSource]}</Fact>
        <Fact name="Placed">
          <time dateTime={order.orderDate}>{minuteOf(order.orderDate)}</time>
        </Fact>
        <Fact name="Number at the source">{order.sourceOrderNumber}</Fact>
        <Fact name="Campaign">
          {/* That of standalone orders is not listed: its id would mean nothing. */}
          {campaign !== undefined && (
            <Link href={`/orders?campaign=${encodeURIComponent(campaign.id)}`}>{campaign.title}</Link>
          )}
        </Fact>
        <Fact name="Warehouse">{warehouse?.name ?? order.warehouse}</Fact>
        <Fact name="Stock">{wordsOf(order.allocationStatus)}</Fact>
        <Fact name="Payment">{wordsOf(order.paymentStatus)}</Fact>
        <Fact name="Carrier">{order.carrierCode !== null && carrierOf(order.carrierCode)}</Fact>
        <Fact name="Tracking number">{order.trackingNumber}</Fact>
        <Fact name="Expected">{order.estimatedDelivery !== null && dayOf(order.estimatedDelivery)}</Fact>
        <Fact name="Order ID" isLong>
          <code>{order.id}</code>
        </Fact>
      </dl>
    </section>
  );
}

/** `NEEDS_REVIEW` -> `Needs review`. */
function wordsOf(value: string | null): string | null {
  return value === null ? null : value[0] + value.slice(1).toLowerCase().replaceAll("_", " ");
}
