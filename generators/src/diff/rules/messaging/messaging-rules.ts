// Every rule about messages.
import type { AnyKind } from "../../change.ts";
import { channelRule } from "./channels.ts";
import { messageRule } from "./messages.ts";
import { messageOperationRule } from "./operations.ts";

export const messagingKinds: readonly AnyKind[] = [channelRule, messageRule, messageOperationRule].flatMap(
  (rule) => rule.kinds,
);
