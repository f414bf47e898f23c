// Schemas -> values: plausible ones, random ones, and the ones just inside and just outside of what a schema allows.
export { arbitraryOf } from "./arbitrary.ts";
export { survivesAsText } from "./as-text.ts";
export { invalidVariants } from "./invalid-variants.ts";
export { sampleOf } from "./sample.ts";
export type { ValuePlace } from "./sample-context.ts";
export { validVariants } from "./valid-variants.ts";
export { type Variant, variantId } from "./variant.ts";
