// The operations of an API: which there are, and where.
import type { Kind } from "../../change.ts";
import { adds, breaks, type Rule } from "../../rule.ts";

export const operationAdded: Kind<void> = {
  ...adds,
  id: "operation-added",
  opposite: "operation-removed",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: () => "it is new",
  means: {
    request: "It may be called, and need not be.",
    response: "It may be received, and need not be.",
    event: "A receiver that answers what it does not know goes on as before.",
  },
};

export const operationRemoved: Kind<void> = {
  ...breaks,
  id: "operation-removed",
  opposite: "operation-added",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: () => "it is gone",
  means: { request: "Calls fail.", response: "It is never received again.", event: "It is never received again." },
};

export const operationMoved: Kind<string> = {
  ...breaks,
  id: "operation-moved",
  opposite: "operation-moved",
  message: (to) => `it is at ${to} now`,
  means: {
    request: "Calls to where it was fail.",
    response: "It is not received where it was.",
  },
};

/** Found where operations are matched. */
export const operationsRule: Rule<never> = {
  kinds: [operationAdded, operationRemoved, operationMoved],
  compare: () => {},
};
