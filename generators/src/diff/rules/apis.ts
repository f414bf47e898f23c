// Whether HTTP and messages are described at all.
import type { AnyKind } from "../change.ts";
import { adds, breaks, type Opposites, opposites, removalBreaksUsers } from "../rule.ts";

export const httpPresence: Opposites<void> = opposites(
  adds("http-described", () => "HTTP is described"),
  breaks("http-undescribed", () => "HTTP is no longer described"),
  removalBreaksUsers,
);

export const messagesPresence: Opposites<void> = opposites(
  adds("messages-described", () => "messages are described"),
  breaks("messages-undescribed", () => "messages are no longer described"),
  removalBreaksUsers,
);

export const apiKinds: readonly AnyKind[] = [...httpPresence, ...messagesPresence];
