// The operations of an API, and where they are.
import type { Kind } from "../../change.ts";
import { adds, breaks, type Rule } from "../../rule.ts";

export const operationAdded: Kind<void> = {
  ...adds,
  id: "operation-added",
  opposite: "operation-removed",
  uneven: "an addition is optional to use, but a removal breaks its users",
  message: () => "it is new",
  means: {
    request: "Calling it is optional.",
    response: "Handling it is optional.",
    event: "Receivers that acknowledge unknown events are not affected.",
  },
};

export const operationRemoved: Kind<void> = {
  ...breaks,
  id: "operation-removed",
  opposite: "operation-added",
  uneven: "an addition is optional to use, but a removal breaks its users",
  message: () => "it is removed",
  means: { request: "Calls fail.", response: "It no longer arrives.", event: "It no longer arrives." },
};

export const operationMoved: Kind<string> = {
  ...breaks,
  id: "operation-moved",
  opposite: "operation-moved",
  message: (to) => `it has moved to ${to}`,
  means: {
    request: "Calls to the old path fail.",
    response: "It no longer arrives at the old place.",
  },
};

/** Reported where operations are matched. */
export const operationsRule: Rule<never> = {
  kinds: [operationAdded, operationRemoved, operationMoved],
  compare: () => {},
};
