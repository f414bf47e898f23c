// The files of `zod` with guards, which are written only where something calls them: that of schemas, and that of operations.
export const guardFiles = { schemas: "guards.gen.ts", operations: "operation-guards.gen.ts" } as const;
