// The title of an API and the options of the target -> the names of the client of the package.
import { camelOf, type HttpApi, pascalOf, prefixOf, type SchemeVariables, variablesOf } from "waybill/plugin";
import type { SdkOptions } from "./options.ts";

export interface SdkNames {
  /** `Shop`. */
  readonly name: string;
  /** `createShop`; `createShopClient` where that is an operation. */
  readonly create: string;
  /** `shopSend`. */
  readonly send: string;
  /** `ShopOptions`. */
  readonly options: string;
  /** `SHOP_BASE_URL`. */
  readonly baseUrl: string;
  /** `SHOP_LOG`. */
  readonly log: string;
  readonly schemes: readonly SchemeVariables[];
  /** Whether the description has a complete address of the API. */
  readonly hasAddress: boolean;
}

export function namesOf(api: HttpApi, { name, env }: Pick<SdkOptions, "name" | "env">): SdkNames {
  const prefix = prefixOf(api, env);
  const pascal = name ?? pascalOf([prefix.toLowerCase()]);
  const taken = new Set(api.operations.map((operation) => operation.name));
  const free = (wanted: string, other: string): string => (taken.has(wanted) ? other : wanted);
  return {
    name: pascal,
    create: free(`create${pascal}`, `create${pascal}Client`),
    send: free(`${camelOf(pascal)}Send`, `${camelOf(pascal)}ClientSend`),
    options: `${pascal}Options`,
    baseUrl: `${prefix}_BASE_URL`,
    log: `${prefix}_LOG`,
    schemes: variablesOf(api, prefix),
    hasAddress: addressOf(api.servers) !== null,
  };
}

/** The first server with the defaults of its variables; `null` unless that is complete. */
export function addressOf([server]: HttpApi["servers"]): string | null {
  const defaults = new Map(server?.variables.map((variable) => [variable.name, variable.default]));
  const url = server?.url.replace(/\{([^{}]*)\}/g, (all, name: string) => defaults.get(name) ?? all) ?? "";
  return /^https?:\/\/[^{}]+$/.test(url) ? url : null;
}

/** `acme-shop/1.2.0` for the package `@acme/shop`: a product of `User-Agent` has no other characters. */
export function userAgentOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name.replace(/^@/, "").replace("/", "-")}/${version}`;
}
