// A schema -> a value that it accepts and that a reader understands; `undefined` when none was found.
import type { Json, Schema } from "../../model/schema.ts";
import { sampleOf as sampleWith } from "../../sampling/index.ts";

export { isObject } from "../../sampling/index.ts";

/** Examples and defaults of the description where it has them, and only required members besides. */
export function sampleOf(schema: Schema): Json | undefined {
  const sample = sampleWith(schema);
  return sample.ok ? sample.value : undefined;
}
