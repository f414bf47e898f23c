// Every rule about the texts and annotations of a schema.
import type { Rule } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import { defaultRule } from "./default.ts";
import { deprecatedRule } from "./deprecated.ts";
import { examplesRule } from "./examples.ts";
import { extensionsRule } from "./extensions.ts";
import { textRule } from "./text.ts";

export const noteRules: readonly Rule<Notes>[] = [textRule, deprecatedRule, defaultRule, examplesRule, extensionsRule];
