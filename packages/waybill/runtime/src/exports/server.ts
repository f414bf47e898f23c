// Everything that the index of a server exports beside its routes.

export type {
  ArrayShape,
  EnumShape,
  ObjectShape,
  Primitive,
  Shape,
  UnionShape,
} from "../../../../../generators/src/targets/http/runtime/values.ts";
export * from "../../../../../generators/src/targets/server/runtime/credentials.ts";
export * from "../../../../../generators/src/targets/server/runtime/guarded.ts";
export * from "../../../../../generators/src/targets/server/runtime/idempotency.ts";
export * from "../../../../../generators/src/targets/server/runtime/incoming.ts";
export * from "../../../../../generators/src/targets/server/runtime/keep-alive.ts";
export * from "../../../../../generators/src/targets/server/runtime/maybe.ts";
export * from "../../../../../generators/src/targets/server/runtime/node-handler.ts";
export * from "../../../../../generators/src/targets/server/runtime/node-host.ts";
export * from "../../../../../generators/src/targets/server/runtime/node-incoming.ts";
export * from "../../../../../generators/src/targets/server/runtime/node-server.ts";
export * from "../../../../../generators/src/targets/server/runtime/page-links.ts";
export * from "../../../../../generators/src/targets/server/runtime/parameters.ts";
export * from "../../../../../generators/src/targets/server/runtime/preconditions.ts";
export * from "../../../../../generators/src/targets/server/runtime/refusals.ts";
export * from "../../../../../generators/src/targets/server/runtime/responses.ts";
export * from "../../../../../generators/src/targets/server/runtime/runtime.ts";
export * from "../../../../../generators/src/targets/server/runtime/serve.ts";
