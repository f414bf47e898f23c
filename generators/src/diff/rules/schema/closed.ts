// Members that nothing names -> whether there may be any of them.
import type { Schema } from "../../../model/schema.ts";

export function isClosed(additional: readonly Schema[]): boolean {
  return additional.some((schema) => (schema.kind === "ref" ? schema.target.schema : schema).kind === "never");
}
