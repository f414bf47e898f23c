// The options of the target, and the values they accept.
import { oneOf, orNull, type Target } from "waybill/plugin";

/** JSON values: they are part of the hash of a run. */
export interface McpOptions {
  /** The ids of the operations that become tools, `*` for any text: `["listOrders", "repos/*"]`. Default: all that only read. */
  readonly operations: readonly string[] | null;
  /** `true` allows tools that change something: without it, an operation of `operations` that is not safe is an error. */
  readonly write: boolean;
  /** What the names of environment variables begin with: `SHOP` gives `SHOP_BASE_URL`. Default: the title of the API. */
  readonly env: string | null;
}

export const accepts: NonNullable<Target<McpOptions>["accepts"]> = {
  operations: orNull({
    accepts: isListOfTexts,
    message: "must be a list of operation ids",
    hint: '["listOrders", "repos/*"]',
  }),
  write: oneOf(true, false),
  env: orNull({
    accepts: (value) => typeof value === "string" && /^[A-Z][A-Z0-9_]*$/.test(value),
    message: "must be capital letters, digits and _",
    hint: '"SHOP"',
  }),
};

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && item !== "");
}
