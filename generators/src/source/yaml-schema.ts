// How all YAML is read: YAML 1.2's core schema, the merge key `<<`, and the maximum depth.
import { CORE_SCHEMA, mergeTag, type ParserOptions, type Schema } from "js-yaml";

/** The parser counts the values inside the innermost collection as a level of their own. */
export function eventOptions(depth: number): ParserOptions {
  return { maxDepth: depth + 1 };
}

export const yamlSchema: Schema = CORE_SCHEMA.withTags(mergeTag);
