export * from "./schemas.gen.ts";
export * from "./operations.gen.ts";
export * from "./guards.gen.ts";
export * from "./operation-guards.gen.ts";
export { lazily, allOf } from "./runtime.gen.ts";
export type { OperationSchemas, ResponseSchemas } from "./runtime.gen.ts";
export type { Guard, OperationGuards } from "./checks.gen.ts";
