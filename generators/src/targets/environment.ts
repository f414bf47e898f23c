// Security schemes -> the environment variables that hold their credentials.
import type { HttpApi, SecurityScheme } from "../model/http.ts";

export interface SchemeVariables {
  readonly scheme: SecurityScheme;
  /** One, or those of name and password. Empty when the connection itself authenticates. */
  readonly names: readonly string[];
}

/** `SHOP` for the title "The Shop API": what all variables begin with. Of a title that is a sentence, the first word; a version is none. */
export function prefixOf({ info }: HttpApi, configuredPrefix: string | null): string {
  if (configuredPrefix !== null) return configuredPrefix;
  const title = info.title.replace(/['\u2019]s\b/g, "").toLowerCase();
  const titleWords = constantCase(title)
    .split("_")
    .filter((word) => !["THE", "API", ""].includes(word));
  const prefix = titleWords.slice(0, titleWords.length > 3 ? 1 : 3).join("_");
  return /^(?!V[\d_]+$)[A-Z]/.test(prefix) ? prefix : "API";
}

/** Undescribed names have no credentials to read. Two schemes whose names become one share a variable. */
export function variablesOf({ securitySchemes }: HttpApi, prefix: string): SchemeVariables[] {
  return securitySchemes.map((scheme) => ({ scheme, names: namesOf(scheme, prefix) }));
}

function namesOf({ name, type, scheme }: SecurityScheme, prefix: string): string[] {
  const schemeName = constantCase(name);
  const variable =
    schemeName === "" ? prefix : schemeName.startsWith(`${prefix}_`) ? schemeName : `${prefix}_${schemeName}`;
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
