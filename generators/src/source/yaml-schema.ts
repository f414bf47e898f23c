// Which YAML scalars mean what: YAML 1.2's core schema, and the merge key `<<`.
import { CORE_SCHEMA, mergeTag, type Schema } from "js-yaml";

export const yamlSchema: Schema = CORE_SCHEMA.withTags(mergeTag);
