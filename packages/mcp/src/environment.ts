// Security schemes -> the environment variables that hold their credentials.
import type { HttpApi, SecurityScheme } from "waybill/plugin";

export interface SchemeVariables {
  readonly scheme: SecurityScheme;
  /** One, or those of name and password. Empty when the connection itself authenticates. */
  readonly names: readonly string[];
}

/** `SHOP` for the title "The Shop API": what all variables begin with. */
export function prefixOf({ info }: HttpApi, given: string | null): string {
  if (given !== null) return given;
  const words = constantCase(info.title).replace(/^(THE_)+|(_API)+$/g, "");
  return /^[A-Z]/.test(words) ? words : "API";
}

/** Undescribed names have no credentials to read. Two schemes whose names become one share a variable. */
export function variablesOf({ securitySchemes }: HttpApi, prefix: string): SchemeVariables[] {
  return securitySchemes.map((scheme) => ({ scheme, names: namesOf(scheme, prefix) }));
}

function namesOf({ name, type, scheme }: SecurityScheme, prefix: string): string[] {
  const own = constantCase(name);
  const variable = own === "" ? prefix : own.startsWith(`${prefix}_`) ? own : `${prefix}_${own}`;
  if (type === "mutualTLS") return [];
  const isBasic = type === "http" && scheme?.toLowerCase() === "basic";
  return isBasic ? [`${variable}_USERNAME`, `${variable}_PASSWORD`] : [variable];
}

function constantCase(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
}
