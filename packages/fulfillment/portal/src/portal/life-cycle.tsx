// The state of an order -> the steps behind it and those ahead.

import type { Order } from "@fulfillment/portal-api/types";
import { dayOf, minuteOf } from "../api/dates.ts";
import { carrierOf } from "../ui/carriers.ts";
import { Icon } from "../ui/icon.tsx";

interface Step {
  readonly title: string;
  readonly at: string | null;
  readonly note?: string | null;
  readonly state: "done" | "ahead" | "ended";
}

export function LifeCycle({ order }: { readonly order: Order }) {
  return (
    <ol className="life-cycle">
      {stepsOf(order).map(({ title, at, note, state }) => (
        <li key={title} data-state={state}>
          <span className="step-mark">{state !== "ahead" && <Icon name={state === "done" ? "check" : "close"} />}</span>
          <div>
            <p className="step-title">
              {title}
              {state === "ahead" && <span className="unseen"> (not yet)</span>}
            </p>
            {at !== null && (
              <p className="quiet small">
                <time dateTime={at}>{minuteOf(at)}</time>
              </p>
            )}
            {note !== null && note !== undefined && <p className="quiet small">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(order: Order): Step[] {
  const placed: Step = { title: "Placed", at: order.orderDate, state: "done" };
  const expected = order.estimatedDelivery === null ? null : `Expected ${dayOf(order.estimatedDelivery)}`;
  const by = order.carrierCode === null ? null : carrierOf(order.carrierCode);
  const carrier = [by, order.trackingNumber].filter((part) => part !== null).join(" · ") || null;
  const shipped: Step = { title: "Shipped", at: order.shipDate, note: carrier, state: "done" };
  const latest = [order.deliveryDescription, order.deliveryLocation].filter((part) => part !== null).join(", ") || null;
  switch (order.status) {
    case "AWAITING_SHIPMENT":
      return [
        placed,
        { title: "Shipped", at: null, note: "No carrier has it yet", state: "ahead" },
        { title: "Delivered", at: null, note: expected, state: "ahead" },
      ];
    case "CANCELLED":
      return [placed, { title: "Cancelled", at: null, note: "It will not be shipped", state: "ended" }];
    case "SHIPPED":
      return [placed, shipped, { title: "Delivered", at: null, note: latest ?? expected, state: "ahead" }];
    case "DELIVERED":
      return [placed, shipped, { title: "Delivered", at: order.deliveredAt, note: latest, state: "done" }];
    case "RETURNED":
      return [
        placed,
        shipped,
        ...(order.deliveredAt === null
          ? []
          : [{ title: "Delivered", at: order.deliveredAt, state: "done" } satisfies Step]),
        { title: "Returned", at: order.lastTrackingUpdate, note: latest, state: "ended" },
      ];
  }
}
