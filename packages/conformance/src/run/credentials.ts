// A key and what an operation requires -> the headers, query parameters and cookies that carry it, good or spoilt.
import type { HttpApi, Operation, SecurityScheme } from "waybill/description";
import type { HeaderPair } from "../exchange/exchange.ts";

export interface Credential {
  readonly headers: readonly HeaderPair[];
  /** Percent-encoded already. */
  readonly query: readonly (readonly [string, string])[];
  readonly cookies: readonly (readonly [string, string])[];
}

export const noCredential: Credential = { headers: [], query: [], cookies: [] };

/** The schemes of the first alternative that the key can meet: one scheme, or failing that several with the same key. */
export function schemesOf(http: HttpApi, operation: Operation): SecurityScheme[] {
  const alternatives = operation.security.map(({ schemes }) =>
    schemes.flatMap(({ name }) => http.securitySchemes.find((scheme) => scheme.name === name) ?? []),
  );
  const met = alternatives.filter((schemes) => schemes.length > 0 && schemes.every(isSupported));
  return met.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Whether a key is required: one alternative without a scheme makes it optional. */
export function needsKey({ security }: Operation): boolean {
  return security.length > 0 && security.every(({ schemes }) => schemes.length > 0);
}

/** Whether the operation asks for something that one key cannot give. */
export function needsMore(operation: Operation, schemes: readonly SecurityScheme[]): boolean {
  return needsKey(operation) && schemes.length !== 1;
}

export function credentialOf(schemes: readonly SecurityScheme[], key: string | null): Credential {
  if (key === null) return noCredential;
  return schemes.reduce((all, scheme) => join(all, carry(scheme, key)), noCredential);
}

export interface SpoiltCredential {
  /** `no-key`, `short-key`: part of a case id. */
  readonly name: string;
  /** `without a key`: for a message. */
  readonly what: string;
  readonly credential: Credential;
  /** The key that was made for it: nearly the good one, so it is not to be printed either. */
  readonly spoilt?: string;
}

/** Every kind of wrong key that the scheme rules out. */
export function spoiltCredentials(
  schemes: readonly SecurityScheme[],
  key: string,
  revoked: readonly string[],
): SpoiltCredential[] {
  const [scheme] = schemes;
  if (scheme === undefined) return [];
  const withKey = (name: string, what: string, spoilt: string): SpoiltCredential => {
    return { name, what, credential: credentialOf(schemes, spoilt), spoilt };
  };
  const isBearer = scheme.type !== "apiKey" && scheme.scheme?.toLowerCase() !== "basic";
  const header = (name: string, what: string, value: string): SpoiltCredential[] =>
    isBearer ? [{ name, what, credential: { ...noCredential, headers: [["Authorization", value]] } }] : [];
  return [
    { name: "no-key", what: "without a key", credential: noCredential },
    ...header("other-scheme", "with another scheme than Bearer", `Token ${key}`),
    ...header("no-scheme", "with the key alone, without a scheme", key),
    ...header("empty-key", "with an empty key", "Bearer "),
    ...(isBearer ? [] : [withKey("empty-key", "with an empty key", "")]),
    ...elsewhere(schemes, key),
    withKey("short-key", "with a key that is one character short", key.slice(0, -1)),
    withKey("long-key", "with a key that is one character long", `${key}${key.at(-1) ?? "a"}`),
    withKey("unknown-key", "with an unknown key", changed(key)),
    ...revoked.map((old, index) =>
      withKey(`revoked-key${index === 0 ? "" : `-${index + 1}`}`, "with a revoked key", old),
    ),
  ];
}

/** The name of the credential that is good, in a place that no scheme has. */
export const undeclaredPlace: string = "query-key";

/** Where no scheme is in the query: the good key there, by the names that services use for it; not RFC 6750's `access_token`. */
function elsewhere(schemes: readonly SecurityScheme[], key: string): SpoiltCredential[] {
  if (schemes.some(({ type, in: place }) => type === "apiKey" && place === "query")) return [];
  const value = encodeURIComponent(key);
  const query = ["api_key", "apikey", "key", "token"].map((name) => [name, value] as const);
  const what = "with the key in the query alone, where the description has none";
  return [{ name: undeclaredPlace, what, credential: { ...noCredential, query } }];
}

/** Of the same length and the same kind of characters. */
function changed(key: string): string {
  const at = Math.floor(key.length / 2);
  const old = key.charAt(at);
  const other = /[0-9]/.test(old) ? String((Number(old) + 5) % 10) : old.toLowerCase() === "q" ? "z" : "q";
  const cased = old === old.toUpperCase() && /[a-z]/i.test(old) ? other.toUpperCase() : other;
  return `${key.slice(0, at)}${cased}${key.slice(at + 1)}`;
}

function isSupported({ type, scheme }: SecurityScheme): boolean {
  if (type === "http") return ["bearer", "basic"].includes(scheme?.toLowerCase() ?? "");
  return ["apiKey", "oauth2", "openIdConnect"].includes(type);
}

function carry({ type, scheme, in: place, parameterName }: SecurityScheme, key: string): Credential {
  if (type === "apiKey") {
    const name = parameterName ?? "";
    if (place === "query") return { ...noCredential, query: [[encodeURIComponent(name), encodeURIComponent(key)]] };
    if (place === "cookie") return { ...noCredential, cookies: [[name, key]] };
    return { ...noCredential, headers: [[name, key]] };
  }
  const isBasic = scheme?.toLowerCase() === "basic";
  const value = isBasic ? `Basic ${Buffer.from(key).toString("base64")}` : `Bearer ${key}`;
  return { ...noCredential, headers: [["Authorization", value]] };
}

function join(a: Credential, b: Credential): Credential {
  return {
    headers: [...a.headers, ...b.headers],
    query: [...a.query, ...b.query],
    cookies: [...a.cookies, ...b.cookies],
  };
}
