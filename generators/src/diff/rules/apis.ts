// Whether HTTP and messages are described at all.
import type { AnyKind } from "../change.ts";
import { adds, breaks, type Opposites, opposites, removalBreaksUsers } from "../rule.ts";

export const httpPresence: Opposites<void> = opposites(
  { ...adds, id: "http-described", message: () => "HTTP is described" },
  { ...breaks, id: "http-undescribed", message: () => "HTTP is no longer described" },
  removalBreaksUsers,
);

export const messagesPresence: Opposites<void> = opposites(
  { ...adds, id: "messages-described", message: () => "messages are described" },
  { ...breaks, id: "messages-undescribed", message: () => "messages are no longer described" },
  removalBreaksUsers,
);

export const apiKinds: readonly AnyKind[] = [...httpPresence, ...messagesPresence];
