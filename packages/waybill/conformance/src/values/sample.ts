// A schema -> the value that a run sends: that of the toolkit's sampler, with objects made member by member, so that known values
// get everywhere.
import { type Sample, type SampleOptions, type Schema, sampleOf as sampleWith } from "waybill/description";

export { leastOf, optionsBelow, type Sample, type SampleOptions, type ValuePlace } from "waybill/description";

export function sampleOf(schema: Schema, options: SampleOptions = {}): Sample {
  return sampleWith(schema, { ...options, described: "scalars" });
}
