// Everything that the index of a client exports beside its operations.

export * from "../../../../../generators/src/targets/client/runtime/accepting.ts";
export * from "../../../../../generators/src/targets/client/runtime/base-url.ts";
export * from "../../../../../generators/src/targets/client/runtime/byte-streams.ts";
export * from "../../../../../generators/src/targets/client/runtime/conditional.ts";
export * from "../../../../../generators/src/targets/client/runtime/create-send.ts";
export * from "../../../../../generators/src/targets/client/runtime/credentials.ts";
export * from "../../../../../generators/src/targets/client/runtime/deprecation.ts";
export * from "../../../../../generators/src/targets/client/runtime/errors.ts";
export * from "../../../../../generators/src/targets/client/runtime/idempotency.ts";
export * from "../../../../../generators/src/targets/client/runtime/lenient.ts";
export * from "../../../../../generators/src/targets/client/runtime/next-page.ts";
export * from "../../../../../generators/src/targets/client/runtime/oauth.ts";
export * from "../../../../../generators/src/targets/client/runtime/outcomes.ts";
export * from "../../../../../generators/src/targets/client/runtime/pages.ts";
export * from "../../../../../generators/src/targets/client/runtime/problems.ts";
export * from "../../../../../generators/src/targets/client/runtime/reconnect.ts";
export * from "../../../../../generators/src/targets/client/runtime/redirects.ts";
export * from "../../../../../generators/src/targets/client/runtime/refresh.ts";
export * from "../../../../../generators/src/targets/client/runtime/request.ts";
export * from "../../../../../generators/src/targets/client/runtime/response.ts";
export * from "../../../../../generators/src/targets/client/runtime/retries.ts";
export * from "../../../../../generators/src/targets/client/runtime/runtime.ts";
export * from "../../../../../generators/src/targets/client/runtime/send.ts";
export * from "../../../../../generators/src/targets/client/runtime/sequence-errors.ts";
export * from "../../../../../generators/src/targets/client/runtime/throwing.ts";
export * from "../../../../../generators/src/targets/client/runtime/validation.ts";
export type {
  ArrayShape,
  EnumShape,
  ObjectShape,
  Primitive,
  Shape,
  UnionShape,
} from "../../../../../generators/src/targets/http/runtime/values.ts";
