// Every kind of change, by topic.
import type { AnyKind } from "../change.ts";
import { kindsOf } from "../rule.ts";
import { noteRules } from "./annotations.ts";
import { apiKinds } from "./apis.ts";
import { httpKinds } from "./http/http-rules.ts";
import { channelRule, channelServersRule } from "./messaging/channels.ts";
import { listedPresence, messageOperationRule, messageRule, replyRule } from "./messaging/messages.ts";
import { messagingServerRule } from "./messaging/servers.ts";
import { signatureRule } from "./messaging/signatures.ts";
import { schemaKinds } from "./schema/schema-rules.ts";
import { schemaNameKinds } from "./schema-names.ts";

export interface RuleGroup {
  readonly title: string;
  readonly kinds: readonly AnyKind[];
}

export const ruleGroups: readonly RuleGroup[] = [
  { title: "HTTP", kinds: [...apiKinds, ...httpKinds] },
  {
    title: "Messages",
    kinds: [
      ...kindsOf([
        messagingServerRule,
        channelRule,
        channelServersRule,
        messageRule,
        signatureRule,
        messageOperationRule,
        replyRule,
      ]),
      ...listedPresence,
    ],
  },
  { title: "Values", kinds: schemaKinds },
  { title: "Texts, defaults and names", kinds: [...kindsOf(noteRules), ...schemaNameKinds] },
];

export const kinds: readonly AnyKind[] = ruleGroups.flatMap((group) => group.kinds);
