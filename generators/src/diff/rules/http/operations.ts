// The operations of an API, and where they are. Reported where operations are matched.
import type { AnyKind, Kind } from "../../change.ts";
import { adds, breaks, mutual, type Opposites, opposites, removalBreaksUsers } from "../../rule.ts";

export const operationPresence: Opposites<void> = opposites(
  adds("operation-added", () => "it is new", {
    means: {
      request: "Calling it is optional.",
      response: "Handling it is optional.",
      event: "Receivers that acknowledge unknown events are not affected.",
    },
  }),
  breaks("operation-removed", () => "it is removed", {
    means: { request: "Calls fail.", response: "It no longer arrives.", event: "It no longer arrives." },
  }),
  removalBreaksUsers,
);

export const operationMoved: Kind<{ from: string; to: string }> = mutual(
  breaks("operation-moved", ({ from, to }) => `it has moved from ${from} to ${to}`, {
    means: { request: "Calls to the old path fail.", response: "It no longer arrives at the old place." },
  }),
);

export const operationKinds: readonly AnyKind[] = [...operationPresence, operationMoved];
