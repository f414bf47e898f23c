// Every kind of change, by topic.
import type { AnyKind } from "../change.ts";
import { wordKinds } from "./annotations/annotation-rules.ts";
import { apiKinds } from "./apis.ts";
import { httpKinds } from "./http/http-rules.ts";
import { messagingKinds } from "./messaging/messaging-rules.ts";
import { schemaKinds } from "./schema/schema-rules.ts";
import { schemaNameKinds } from "./schema-names.ts";

export interface RuleGroup {
  readonly title: string;
  readonly kinds: readonly AnyKind[];
}

export const ruleGroups: readonly RuleGroup[] = [
  { title: "HTTP", kinds: [...apiKinds, ...httpKinds] },
  { title: "Messages", kinds: messagingKinds },
  { title: "Values", kinds: schemaKinds },
  { title: "Texts, defaults and names", kinds: [...wordKinds, ...schemaNameKinds] },
];

export const kinds: readonly AnyKind[] = ruleGroups.flatMap((group) => group.kinds);
