// What the faults of the third set ask of the service, and where the facts are stated.
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { shipTo } from "../../contract/accounts.ts";
import { bodyOf, cancel, create, place, placeAnd, readNew, statusOf, subscribe } from "../probes.ts";
import type { FaultyService } from "../run-faulty.ts";
import { at, changed, fieldsOf, itemsOf } from "../values.ts";
import { askingWithBody, showingOrders } from "../wraps/responses.ts";

export const list = "spec/paths/orders.yaml#/list/get";
export const one = "spec/paths/orders.yaml#/order/get";
export const cancelling = "spec/paths/orders.yaml#/cancel/post";
export const creating = "spec/paths/orders.yaml#/create/post";
export const recipient = "spec/schemas/recipient.yaml#/properties";
export const address = "spec/schemas/ship-to.yaml#/properties";
export const eventData = "spec/schemas/order-event-data.yaml#/properties";
export const webhooks = "spec/paths/webhooks.yaml#";
export const changes = "spec/schemas/webhook-changes.yaml#/properties";
export const two: readonly { readonly sku: string; readonly quantity: number }[] = [
  { sku: "MUG", quantity: 2 },
  { sku: "TEE", quantity: 3 },
];

export async function listed(service: FaultyService, query = ""): Promise<readonly unknown[]> {
  return itemsOf(await bodyOf(service.ask("GET", `/v1/orders/list${query}`)));
}

export function recipientWith(name: string, change: (text: string) => string): ServiceParts {
  return showingOrders((order) =>
    changed(order, "recipient", (person) =>
      changed(person, name, (text) => (typeof text === "string" ? change(text) : text)),
    ),
  );
}

export async function recipientOf(service: FaultyService, given: object): Promise<unknown> {
  return at(await readNew(service, { shipTo: shipTo({ ...given }) }), "recipient");
}

/** The recipient that the service gets to see is another one. */
export function shippingOtherwise(change: (to: ReturnType<typeof fieldsOf>) => unknown): ServiceParts {
  return askingWithBody("/v1/orders/create", (body) => changed(body, "shipTo", (to) => change(fieldsOf(to))));
}

export function orderingOtherwise(change: (line: ReturnType<typeof fieldsOf>, index: number) => unknown): ServiceParts {
  return askingWithBody("/v1/orders/create", (body) =>
    changed(body, "products", (lines) =>
      Array.isArray(lines) ? lines.map((line, index) => change(fieldsOf(line), index)) : lines,
    ),
  );
}

export function ordering(service: FaultyService, products: unknown): Promise<number> {
  return statusOf(create(service, { products }));
}

/** The data of the event after an order was moved so. */
export async function eventAfter(
  service: FaultyService,
  name: string,
  move: "ship" | "deliver" | "cancel",
): Promise<Readonly<Record<string, unknown>>> {
  const subscription = await subscribe(service, [name]);
  const orderId = move === "deliver" ? await placeAnd(service, "ship") : await place(service);
  if (move === "cancel") await cancel(service, orderId);
  else await service.warehouse.move(orderId, move);
  return (await subscription.events())[0]?.data ?? {};
}
