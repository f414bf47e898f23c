// Every kind of change there is, by what it is about.
import type { AnyKind } from "../change.ts";
import { apiKinds } from "./apis.ts";
import { httpKinds } from "./http/registry.ts";
import { messagingKinds } from "./messaging/registry.ts";
import { schemaKinds } from "./schema/registry.ts";
import { schemaNameKinds } from "./schema-names.ts";
import { wordKinds } from "./words/registry.ts";

export interface RuleGroup {
  readonly title: string;
  readonly kinds: readonly AnyKind[];
}

export const ruleGroups: readonly RuleGroup[] = [
  { title: "HTTP", kinds: [...apiKinds, ...httpKinds] },
  { title: "Messages", kinds: messagingKinds },
  { title: "Values", kinds: schemaKinds },
  { title: "Words, defaults and names", kinds: [...wordKinds, ...schemaNameKinds] },
];

export const kinds: readonly AnyKind[] = ruleGroups.flatMap((group) => group.kinds);
