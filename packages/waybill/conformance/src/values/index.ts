// Schemas -> values: plausible ones, random ones, and the ones just inside and just outside of what a schema allows.
export { arbitraryOf } from "./arbitrary.ts";
export { survivesAsText } from "./as-text.ts";
export { type Place, placesIn } from "./places.ts";
export { sampleOf, type ValuePlace } from "./sample.ts";
export { type Variant, variantId } from "./variant.ts";
export { foreignVariants, invalidVariants, validVariants } from "./variants.ts";
