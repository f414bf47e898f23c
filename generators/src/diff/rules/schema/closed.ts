// Unlisted members -> whether any are allowed.
import type { Schema } from "../../../model/schema.ts";

export function isClosed(additional: readonly Schema[]): boolean {
  return additional.some((schema) => (schema.kind === "ref" ? schema.target.schema : schema).kind === "never");
}
