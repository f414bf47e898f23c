// Faults in orders as they are shown: names, types, nulls, and what is in the wrong place.

import { shipTo } from "../../contract/accounts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { readNew } from "../probes.ts";
import { at, changed, fieldsOf } from "../values.ts";
import { showingOrders } from "../wraps/responses.ts";

function escaped(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

export const responseOrders: readonly Fault[] = faultsOf("response", [
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
]);
