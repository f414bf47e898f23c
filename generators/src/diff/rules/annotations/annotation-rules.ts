// Every rule about the texts and annotations of a schema.
import type { Rule } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import { compareWritten, writtenRule } from "./as-written.ts";
import { defaultRule } from "./default.ts";
import { deprecatedRule } from "./deprecated.ts";
import { examplesRule } from "./examples.ts";
import { extensionsRule } from "./extensions.ts";
import { textRule } from "./text.ts";

/** Fields of a schema that say nothing about its values as JSON. */
const schemaWrittenRule: Rule<Notes> = {
  kinds: writtenRule.kinds,
  compare: (base, revision, report) => compareWritten(base, revision, ["externalDocs", "xml"], report),
};

export const noteRules: readonly Rule<Notes>[] = [
  textRule,
  deprecatedRule,
  defaultRule,
  examplesRule,
  extensionsRule,
  schemaWrittenRule,
];
