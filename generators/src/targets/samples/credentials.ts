// The security of an operation -> the credentials of its samples, and the environment variables that contain them.
import type { Operation, SecurityScheme } from "../../model/http.ts";

export type Proof =
  | { readonly kind: "authorization"; readonly scheme: string; readonly variable: string }
  | { readonly kind: "basic"; readonly user: string; readonly password: string }
  | {
      readonly kind: "key";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly variable: string;
    }
  | { readonly kind: "certificate" };

export interface Credential {
  /** The name of the security scheme. */
  readonly scheme: string;
  readonly proof: Proof;
}

/** Those of the first alternative without a certificate, if there is one; empty where none are required. */
export function credentialsOf({ security }: Operation, schemes: readonly SecurityScheme[]): Credential[] {
  const alternatives = security.map((requirement) =>
    requirement.schemes.flatMap(({ name }) => schemes.filter((scheme) => scheme.name === name)),
  );
  const chosen = alternatives.find((set) => set.every(({ type }) => type !== "mutualTLS")) ?? alternatives[0] ?? [];
  return chosen.map((scheme) => ({ scheme: scheme.name, proof: proofOf(scheme, chosen.length > 1) }));
}

/** `isOneOfSeveral`: the variables are then named after the schemes. */
function proofOf({ name, type, scheme, in: place, parameterName }: SecurityScheme, isOneOfSeveral: boolean): Proof {
  const prefix = isOneOfSeveral ? `${constantCase(name)}_` : "";
  if (type === "mutualTLS") return { kind: "certificate" };
  if (type === "apiKey") {
    const where = place === "query" || place === "cookie" ? place : "header";
    return { kind: "key", in: where, name: parameterName ?? name, variable: `${prefix}API_KEY` };
  }
  if (type === "http" && scheme?.toLowerCase() === "basic")
    return { kind: "basic", user: `${prefix}API_USER`, password: `${prefix}API_PASSWORD` };
  const schemeName = type === "http" ? (scheme ?? "bearer") : "bearer";
  const isBearer = schemeName.toLowerCase() === "bearer";
  return { kind: "authorization", scheme: isBearer ? "Bearer" : schemeName, variable: `${prefix}API_KEY` };
}

/** `petstore_auth` gives `PETSTORE_AUTH`; anything but ASCII letters and digits cannot be in the name of a variable. */
function constantCase(name: string): string {
  const underscored = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(underscored)
    ? underscored.toUpperCase()
    : `SCHEME_${underscored.toUpperCase()}`.replace(/_$/, "");
}
