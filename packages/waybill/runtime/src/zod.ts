// What schemas call where Zod has nothing that means the same.

export * from "../../../../generators/src/targets/zod/runtime/schemas/array-schema.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/checked.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/combining.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/constant.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/dated-codec.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/discriminated.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/elements.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/json-codec.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/members.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/numbers.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/object-schema.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/objects.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/operations.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/tuple.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/unchanged.ts";
export * from "../../../../generators/src/targets/zod/runtime/schemas/unevaluated.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/address.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/email.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/email-idn.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/hostname.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/hostname-idn.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/iri.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/text.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/time.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/uri.ts";
export * from "../../../../generators/src/targets/zod/runtime/strings/uri-template.ts";
