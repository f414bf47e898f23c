// The options of the target, and the values they accept.
import { oneOf, orNull, type Target } from "waybill/plugin";
import type { Surface } from "./surface/surface.ts";

/** JSON values: they are part of the hash of a run. */
export interface SdkOptions {
  /** What the client is called: `Shop` for `createShop`. Default: the title of the API. */
  readonly name: string | null;
  /** `acme-shop/1.2.0`: the header `User-Agent` of every request. Default: none. */
  readonly userAgent: string | null;
  /** What the names of environment variables begin with: `SHOP` gives `SHOP_BASE_URL`. Default: the title of the API. */
  readonly env: string | null;
  /**
   * Which calls have an `Idempotency-Key`, and are retried as reads are: `"described"`, those with the parameter; `"all"` that are not
   * reads, for a server that honors it everywhere; `"none"`.
   */
  readonly idempotency: "described" | "all" | "none";
  /** The headers of responses with the id of a request, the first one first. */
  readonly requestIds: readonly string[];
  /** The class and the methods of an earlier SDK, which `sdk init --like` reads into waybill.surface.json. Default: none. */
  readonly surface: Surface | null;
}

export const defaults: SdkOptions = {
  name: null,
  userAgent: null,
  env: null,
  idempotency: "described",
  requestIds: ["x-request-id", "request-id", "x-correlation-id"],
  surface: null,
};

export const accepts: NonNullable<Target<SdkOptions>["accepts"]> = {
  name: orNull({
    accepts: (value) => typeof value === "string" && /^[A-Z][A-Za-z0-9]*$/.test(value),
    message: "must be letters and digits, with a capital first",
    hint: '"Shop"',
  }),
  userAgent: orNull({
    accepts: (value) => typeof value === "string" && /^[!-~]+( [ -~]+)?$/.test(value),
    message: "must be ASCII: a name, a slash and a version",
    hint: '"acme-shop/1.2.0"',
  }),
  env: orNull({
    accepts: (value) => typeof value === "string" && /^[A-Z][A-Z0-9_]*$/.test(value),
    message: "must be capital letters, digits and _",
    hint: '"SHOP"',
  }),
  idempotency: oneOf("described", "all", "none"),
  requestIds: {
    accepts: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
    message: "must be a list of header names",
    hint: '["x-request-id"]',
  },
  surface: orNull({
    accepts: (value) =>
      ["client", "credentials", "methods"].every((name) => name in Object(value)) &&
      Object.values(Object(Object(value).methods)).every((method) => Array.isArray(Object(method).positional)),
    message: "must be what waybill.surface.json has",
    hint: 'import surface from "./waybill.surface.json" with { type: "json" }',
  }),
};
