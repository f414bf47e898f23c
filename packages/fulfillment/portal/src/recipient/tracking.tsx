// What became of a recipient's order -> its state, its carrier and its days.
import type { OrderStatus, Shipment } from "@fulfillment/portal-api/types";
import { dayOf } from "../api/dates.ts";
import { carrierOf } from "../ui/carriers.ts";
import { Badge, type Tone } from "../ui/states.tsx";
import { say, type Text } from "../ui/words.ts";

const states: Readonly<Record<OrderStatus, { readonly text: Text; readonly tone: Tone } | null>> = {
  AWAITING_SHIPMENT: { text: "Preparing for shipment", tone: "amber" },
  SHIPPED: { text: "On its way", tone: "blue" },
  // Its day says it.
  DELIVERED: null,
  CANCELLED: { text: "Cancelled", tone: "plain" },
  RETURNED: { text: "Returned", tone: "red" },
};

export function isUnderWay({ status }: Shipment): boolean {
  return status === "SHIPPED" || status === "AWAITING_SHIPMENT";
}

export function Tracking({ shipment }: { readonly shipment: Shipment }) {
  const { status, carrierCode, trackingNumber, shipDate, estimatedDelivery, deliveredAt } = shipment;
  const state = states[status];
  return (
    <div className="tracking">
      {state !== null && <Badge tone={state.tone}>{say(state.text)}</Badge>}
      {deliveredAt !== null && <Badge tone="green">{say("Delivered on {day}", { day: dayOf(deliveredAt) })}</Badge>}
      {shipDate !== null && <p>{say("Shipped on {day}", { day: dayOf(shipDate) })}</p>}
      {estimatedDelivery !== null && isUnderWay(shipment) && (
        <p>{say("Expected on {day}", { day: dayOf(estimatedDelivery) })}</p>
      )}
      {trackingNumber !== null && (
        <p>
          {carrierCode !== null && `${carrierOf(carrierCode)} `}
          <strong className="number as-typed">{trackingNumber}</strong>
        </p>
      )}
    </div>
  );
}
