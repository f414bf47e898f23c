// Faults in orders as they are shown: names, types, nulls, and what is in the wrong place.

import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { bodyOf, placeAnd, read, readNew } from "../probes.ts";
import { at, changed, fieldsOf } from "../values.ts";
import { showingOrders } from "../wraps/responses.ts";

function escaped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

export const responseOrders: readonly Fault[] = faultsOf("response", [
  {
    id: "order-street2-shown",
    title: "The recipient of an order has `street2`",
    contradicts: "spec/schemas/recipient.yaml#/properties/street2",
    foundBy: ["invalid-body", "lost-write"],
    parts: () =>
      showingOrders((order) => changed(order, "recipient", (to) => ({ ...fieldsOf(to), street2: "Floor 2" }))),
    shows: async (service) => at(await readNew(service), "recipient", "street2"),
    right: undefined,
    wrong: "Floor 2",
  },
  {
    id: "order-names-swapped",
    title: "First and last name of the recipient are swapped",
    contradicts: "spec/schemas/recipient.yaml#/properties/firstName",
    foundBy: ["lost-write"],
    parts: () =>
      showingOrders((order) =>
        changed(order, "recipient", (to) => {
          const { firstName, lastName, ...rest } = fieldsOf(to);
          return { firstName: lastName, lastName: firstName, ...rest };
        }),
      ),
    shows: async (service) => at(await readNew(service), "recipient", "firstName"),
    right: "Mara",
    wrong: "Lindqvist",
  },
  {
    id: "order-ship-date-lost",
    title: "The ship date of a shipped order stays null",
    contradicts: "spec/schemas/order.yaml#/properties/shipDate",
    foundBy: ["payload-differs"],
    parts: () => showingOrders((order) => ({ ...order, shipDate: null })),
    shows: async (service) => typeof at(await bodyOf(read(service, await placeAnd(service, "ship"))), "shipDate"),
    right: "string",
    wrong: "object",
  },
  {
    id: "order-account-leaks",
    title: "An order has a field that is not described, `accountId`",
    contradicts: "spec/schemas/order.yaml#/properties",
    foundBy: ["undeclared-field"],
    parts: () => showingOrders((order) => ({ ...order, accountId: "acc_1" })),
    shows: async (service) => Object.keys(await readNew(service)).at(-1),
    right: "addressVerificationStatus",
    wrong: "accountId",
  },
  {
    id: "escaped-recipient",
    title: "Texts of a recipient are escaped for HTML",
    contradicts: "spec/schemas/recipient.yaml#/properties/lastName",
    foundBy: ["lost-write"],
    parts: () =>
      showingOrders((order) =>
        changed(order, "recipient", (person) =>
          Object.fromEntries(Object.entries(fieldsOf(person)).map(([name, text]) => [name, escaped(text)])),
        ),
      ),
    shows: async (service) =>
      at(await readNew(service, { shipTo: shipTo({ lastName: "O'Neil & Co" }) }), "recipient", "lastName"),
    right: "O'Neil & Co",
    wrong: "O&#39;Neil &amp; Co",
  },
  {
    id: "tracking-lost",
    title: "A delivered order has no tracking number any more",
    contradicts: "spec/schemas/order.yaml#/properties/trackingNumber",
    foundBy: ["payload-differs"],
    parts: () =>
      showingOrders((order) => (order["status"] === "DELIVERED" ? { ...order, trackingNumber: null } : order)),
    shows: async (service) => {
      const orderId = await placeAnd(service, "ship", "deliver");
      return at(await bodyOf(read(service, orderId)), "trackingNumber") === null;
    },
    right: false,
    wrong: true,
  },
]);
