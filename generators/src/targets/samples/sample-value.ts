// A schema -> a value that it accepts and that a reader understands; `undefined` when none was found.

import { sampleOf as sampleWith } from "../../model/sampling/index.ts";
import type { Json, Schema } from "../../model/schema.ts";

export { isObject } from "../../model/sampling/index.ts";

/** Examples and defaults of the description where it has them, and only required members besides. */
export function sampleOf(schema: Schema): Json | undefined {
  const sample = sampleWith(schema);
  return sample.ok ? sample.value : undefined;
}
