// The order's state machine, as the description has it and as the service has it, in one form.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import { type Move, transitions } from "../../src/domain/orders/move.ts";

export interface Step {
  readonly from: readonly string[];
  readonly to: string;
  readonly event: string;
}

const schema = z.object({
  "x-waybill-state-machine": z.object({
    transitions: z.array(z.object({ from: z.array(z.string()).nullable(), to: z.string(), event: z.string() })),
  }),
});

export function transitionsOfDescription(): Step[] {
  const file = join(import.meta.dirname, "../../../../../spec/schemas/order-status.yaml");
  const described = schema.parse(load(readFileSync(file, "utf8")))["x-waybill-state-machine"].transitions;
  return sorted(described.flatMap(({ from, to, event }) => (from === null ? [] : [{ from, to, event }])));
}

const moves: readonly Move[] = ["cancel", "ship", "deliver", "return"];

export function transitionsOfService(): Step[] {
  return sorted(
    moves.map((move) => {
      const { from, to, event } = transitions[move];
      return { from, to, event: event(anyOrder).event };
    }),
  );
}

function sorted(steps: readonly Step[]): Step[] {
  return [...steps].sort((a, b) => (a.event < b.event ? -1 : 1));
}

const anyOrder: Parameters<(typeof transitions)["ship"]["event"]>[0] = {
  id: "",
  orderNumber: "",
  sourceOrderNumber: null,
  status: "SHIPPED",
  paymentStatus: null,
  allocationStatus: null,
  orderSource: "EXTERNAL",
  orderDate: "",
  shipDate: null,
  deliveredAt: null,
  estimatedDelivery: null,
  lastTrackingUpdate: null,
  deliveryLocation: null,
  deliveryDescription: null,
  trackingNumber: null,
  carrierCode: null,
  campaignId: "",
  warehouse: "",
  recipient: {
    firstName: "",
    lastName: "",
    email: "",
    phone: null,
    street1: "",
    city: "",
    state: "",
    postalCode: "",
    country: "",
  },
  companyName: null,
  notes: null,
  products: [],
  addressVerificationStatus: null,
};
