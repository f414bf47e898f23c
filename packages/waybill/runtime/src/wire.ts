// How values become texts and bodies, and texts and bodies become values.

export * from "../../../../generators/src/targets/http/runtime/bodies.ts";
export * from "../../../../generators/src/targets/http/runtime/body-format.ts";
export * from "../../../../generators/src/targets/http/runtime/charsets.ts";
export * from "../../../../generators/src/targets/http/runtime/encodings.ts";
export * from "../../../../generators/src/targets/http/runtime/event-streams.ts";
export * from "../../../../generators/src/targets/http/runtime/events.ts";
export * from "../../../../generators/src/targets/http/runtime/form-fields.ts";
export * from "../../../../generators/src/targets/http/runtime/forms.ts";
export * from "../../../../generators/src/targets/http/runtime/media-types.ts";
export * from "../../../../generators/src/targets/http/runtime/multipart-parts.ts";
export * from "../../../../generators/src/targets/http/runtime/pairs.ts";
export * from "../../../../generators/src/targets/http/runtime/sequences.ts";
export * from "../../../../generators/src/targets/http/runtime/streams.ts";
export * from "../../../../generators/src/targets/http/runtime/styles.ts";
export * from "../../../../generators/src/targets/http/runtime/values.ts";
