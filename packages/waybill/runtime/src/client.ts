// The type of an operation, building requests, reading responses, and the errors of calls.

export * from "../../../../generators/src/targets/client/runtime/accepting.ts";
export * from "../../../../generators/src/targets/client/runtime/byte-streams.ts";
export * from "../../../../generators/src/targets/client/runtime/dated.ts";
export * from "../../../../generators/src/targets/client/runtime/errors.ts";
export * from "../../../../generators/src/targets/client/runtime/files.ts";
export * from "../../../../generators/src/targets/client/runtime/headers.ts";
export * from "../../../../generators/src/targets/client/runtime/int64s.ts";
export * from "../../../../generators/src/targets/client/runtime/links.ts";
export * from "../../../../generators/src/targets/client/runtime/places.ts";
export * from "../../../../generators/src/targets/client/runtime/request.ts";
export * from "../../../../generators/src/targets/client/runtime/response.ts";
export * from "../../../../generators/src/targets/client/runtime/runtime.ts";
export * from "../../../../generators/src/targets/client/runtime/sequence-errors.ts";
export * from "../../../../generators/src/targets/client/runtime/texts.ts";
