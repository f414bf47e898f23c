// The credentials of a request -> credentials by security scheme. Checking them is up to the host.
import { decodeText } from "../../http/runtime/values.ts";
import type { SecurityRequirement, SecurityScheme } from "./runtime.ts";

export type Credential =
  /** `http` bearer, OAuth, OpenID Connect. */
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "apiKey"; readonly value: string }
  /** Another scheme of `Authorization`: what follows its name. */
  | { readonly kind: "http"; readonly scheme: string; readonly value: string }
  /** What the connection itself proves; the host knows its certificate. */
  | { readonly kind: "mutualTLS" };

/** One alternative of a requirement, with a credential for each of its schemes. */
export interface PresentedCredentials<Name extends string = string> {
  readonly schemes: readonly {
    readonly name: Name;
    /** What the operation asks of the credential. */
    readonly scopes: readonly string[];
    readonly credential: Credential;
  }[];
}

/** Where credentials are found. */
export interface CredentialSource {
  readonly header: (name: string) => string | null;
  /** As sent, without the `?`. */
  readonly query: string;
}

/**
 * The alternatives of `security` that the request has all credentials for, in the order of the description. An alternative
 * without schemes is among them; an empty list means that the request has to be rejected, unless `security` is empty.
 */
export function readCredentials<Name extends string>(
  security: readonly SecurityRequirement[],
  schemes: Readonly<Record<Name, SecurityScheme>>,
  source: CredentialSource,
): readonly PresentedCredentials<Name>[] {
  const isKnown = (name: string): name is Name => Object.hasOwn(schemes, name);
  return security.flatMap((requirement) => {
    const presented = requirement.schemes.flatMap(({ name, scopes }) => {
      if (!isKnown(name)) return [];
      const credential = credentialOf(schemes[name], source);
      return credential === null ? [] : [{ name, scopes, credential }];
    });
    return presented.length === requirement.schemes.length ? [{ schemes: presented }] : [];
  });
}

function credentialOf(scheme: SecurityScheme, source: CredentialSource): Credential | null {
  switch (scheme.type) {
    case "mutualTLS":
      return { kind: "mutualTLS" };
    case "apiKey": {
      const value = keyOf(scheme, source);
      return value === null ? null : { kind: "apiKey", value };
    }
    default:
      return authorizationOf(scheme, source.header("authorization") ?? "");
  }
}

function keyOf({ in: place, parameterName }: SecurityScheme, { header, query }: CredentialSource): string | null {
  const name = parameterName ?? "";
  switch (place) {
    case "header":
      return header(name);
    case "query":
      return new URLSearchParams(query).get(name);
    default:
      return cookieOf(header("cookie") ?? "", name);
  }
}

function cookieOf(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    const key = pair.slice(0, equals).trim();
    if (equals === -1 || (key !== name && decodeText(key) !== name)) continue;
    const text = pair.slice(equals + 1).trim();
    return decodeText(text) ?? text;
  }
  return null;
}

/** `Bearer abc`: the name of the scheme has no case (RFC 9110, 11.1). */
function authorizationOf({ type, scheme }: SecurityScheme, header: string): Credential | null {
  const wanted = (type === "http" ? (scheme ?? "") : "bearer").toLowerCase();
  const [, sent = "", value = ""] = /^(\S+) +(.*)$/.exec(header) ?? [];
  if (sent.toLowerCase() !== wanted || value === "") return null;
  if (wanted === "bearer") return bearerOf(value.trim());
  return wanted === "basic" ? basicOf(value.trim()) : { kind: "http", scheme: sent, value };
}

/** A token has no comma or space (RFC 6750, 2.1): what has, such as two headers that hosts join, is none. */
function bearerOf(token: string): Credential | null {
  return /[\s,]/.test(token) ? null : { kind: "bearer", token };
}

/** A name has no colon, a password may (RFC 7617). */
function basicOf(encoded: string): Credential | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    return colon === -1 ? null : { kind: "basic", username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
}
