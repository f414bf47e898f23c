// A key and what an operation requires -> the headers, query parameters and cookies that carry it, good or spoilt.
import type { HttpApi, Operation, SecurityScheme } from "waybill/description";
import { extensionOf, numberIn } from "../description/description.ts";
import type { HeaderPair } from "../exchange/exchange.ts";
import { namesOf } from "./check-rows.ts";
import { otherCase } from "./knowledge.ts";

export interface Credential {
  readonly headers: readonly HeaderPair[];
  /** Percent-encoded already. */
  readonly query: readonly (readonly [string, string])[];
  readonly cookies: readonly (readonly [string, string])[];
}

export const noCredential: Credential = { headers: [], query: [], cookies: [] };

/** Of most clients of JSON: a rejection is the declared one all the same. */
const preferringJson: Credential = { ...noCredential, headers: [["Accept", "application/json, text/plain, */*"]] };

/** The credential for each scheme: one of its own, or else the one for all; `null` where there is none. */
export interface Keys {
  readonly shared: string | null;
  /** By the name of the scheme. */
  readonly own: Readonly<Record<string, string>>;
}

export function keyFor({ shared, own }: Keys, { name }: SecurityScheme): string | null {
  return Object.hasOwn(own, name) ? (own[name] ?? null) : shared;
}

/**
 * The schemes of the alternative that the keys can meet best: all with keys of their own, or one scheme, or failing that several with the
 * same key.
 */
export function schemesOf(http: HttpApi, operation: Operation, schemeKeys: Keys["own"] = {}): SecurityScheme[] {
  const alternatives = operation.security.map(({ schemes }) =>
    schemes.flatMap(({ name }) => http.securitySchemes.find((scheme) => scheme.name === name) ?? []),
  );
  const supportedAlternatives = alternatives.filter((schemes) => schemes.length > 0 && schemes.every(isSupported));
  const isOwn = (schemes: readonly SecurityScheme[]): number => Number(hasOwnKeys(schemes, schemeKeys));
  return supportedAlternatives.sort((a, b) => isOwn(b) - isOwn(a) || a.length - b.length)[0] ?? [];
}

function hasOwnKeys(schemes: readonly SecurityScheme[], schemeKeys: Keys["own"]): boolean {
  return schemes.length > 0 && schemes.every(({ name }) => Object.hasOwn(schemeKeys, name));
}

/** Whether a key is required: one alternative without a scheme makes it optional. */
export function needsKey({ security }: Operation): boolean {
  return security.length > 0 && security.every(({ schemes }) => schemes.length > 0);
}

/** Whether the operation asks for something that the keys cannot give. */
export function needsMore(
  operation: Operation,
  schemes: readonly SecurityScheme[],
  schemeKeys: Keys["own"] = {},
): boolean {
  return needsKey(operation) && schemes.length !== 1 && !hasOwnKeys(schemes, schemeKeys);
}

/** A note for each security that the keys cannot meet, with the operations that have it: there, a rejection proves little. */
export function unmetNotes(
  operations: readonly Operation[],
  schemesFor: (operation: Operation) => readonly SecurityScheme[],
  schemeKeys: Keys["own"] = {},
): string[] {
  const unmet = operations.filter((operation) => needsMore(operation, schemesFor(operation), schemeKeys));
  const keysOf = (operation: Operation): string =>
    schemesFor(operation)
      .map(({ name }) => ` --key ${name}=…`)
      .join("");
  return [...Map.groupBy(unmet, keysOf)].map(([keys, group]) => {
    const names = namesOf(group.map(({ id }) => id));
    return `rejections prove little for ${names}: ${keys === "" ? "no key can meet their security" : `pass${keys}`}`;
  });
}

/** Nothing where a scheme has no key. */
export function credentialOf(schemes: readonly SecurityScheme[], keys: Keys | string | null): Credential {
  const all = typeof keys === "object" && keys !== null ? keys : { shared: keys, own: {} };
  const carried = schemes.map((scheme) => {
    const key = keyFor(all, scheme);
    return key === null ? null : carry(scheme, key);
  });
  return carried.includes(null)
    ? noCredential
    : carried.reduce<Credential>((one, other) => join(one, other ?? noCredential), noCredential);
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
  const cased = otherCase(key);
  const header = (name: string, what: string, value: string): SpoiltCredential[] =>
    isBearer ? [{ name, what, credential: { ...noCredential, headers: [["Authorization", value]] } }] : [];
  const all: readonly SpoiltCredential[] = [
    { name: "no-key", what: "without a key", credential: noCredential },
    { name: "no-key-json", what: "without a key, with JSON preferred", credential: preferringJson },
    ...header("other-scheme", "with a scheme other than Bearer", `Token ${key}`),
    ...otherSchemes("Bearer").flatMap(([name, other]) =>
      header(name, `with the scheme ${other} instead of Bearer`, `${other} ${key}`),
    ),
    ...header(
      "basic-scheme",
      "with the key as a password of Basic",
      `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
    ),
    ...header("joined-scheme", "with the scheme and the key in one word", `Bearer${key}`),
    ...header("scheme-inside", "with another scheme before Bearer", `Token Bearer ${key}`),
    ...header("word-before", "with another word before the key", `Bearer token ${key}`),
    ...header("word-behind", "with another word after the key", `Bearer ${key} token`),
    ...header("quoted-key", "with the key in quotation marks", `Bearer "${key}"`),
    ...header("comma-behind", "with a comma after the key", `Bearer ${key},`),
    ...header("key-twice", "with the key twice", `Bearer ${key}, Bearer ${key}`),
    // HTTP allows several blanks; where the length of a key is stated and checked first, what is behind the first one counts.
    ...(numberIn(extensionOf(scheme.extensions, "x-waybill-api-key"), "length") === null
      ? []
      : [
          ...header("blank-before", "with a second space before the key", `Bearer  ${key}`),
          ...header("blanks-before", "with many spaces before the key", `Bearer     ${key}`),
        ]),
    ...header("no-scheme", "with the key alone, without a scheme", key),
    ...header("empty-key", "with an empty key", "Bearer "),
    ...(isBearer ? [] : [withKey("empty-key", "with an empty key", "")]),
    ...elsewhere(schemes, key),
    withKey("short-key", "with a key that is one character short", key.slice(0, -1)),
    withKey("long-key", "with a key that is one character long", `${key}${key.at(-1) ?? "a"}`),
    withKey("tail-key", "with a key without its first character", key.slice(1)),
    withKey("unknown-key", "with an unknown key", changed(key, Math.floor(key.length / 2))),
    withKey("unknown-begin", "with a key with a different first character", changed(key, 0)),
    withKey("unknown-end", "with a key whose last character is another", changed(key, key.length - 1)),
    ...(cased === null ? [] : [withKey("other-case", "with a key in a different case", cased)]),
    ...revoked.map((old, index) =>
      withKey(`revoked-key${index === 0 ? "" : `-${index + 1}`}`, "with a revoked key", old),
    ),
  ];
  // Of a short key, several changes may be the same.
  const known = new Set<string>();
  return all.filter(({ name, credential }) => {
    const text = JSON.stringify(credential);
    const isNew = !known.has(text) || name.startsWith("revoked-key");
    known.add(text);
    return isNew;
  });
}

/** The names of the credentials that are good, in a place that no scheme has, and where that is. */
export const undeclaredPlaces: ReadonlyMap<string, "query" | "header" | "cookie"> = new Map([
  ["query-key", "query"],
  ["header-key", "header"],
  ["cookie-key", "cookie"],
]);

/**
 * Where no scheme has this place: the good key there, by the names that services use for it. RFC 6750 allows `access_token` for tokens of
 * OAuth, and not for keys.
 */
function elsewhere(schemes: readonly SecurityScheme[], key: string): SpoiltCredential[] {
  const isKey = schemes.some(
    ({ type, extensions }) => type === "apiKey" || extensionOf(extensions, "x-waybill-api-key"),
  );
  const names = ["api_key", "apikey", "key", "token", "auth", "authorization", ...(isKey ? ["access_token"] : [])];
  const value = encodeURIComponent(key);
  const pairs = names.map((name) => [name, value] as const);
  const credentials: Readonly<Record<string, Partial<Credential>>> = {
    query: { query: pairs },
    header: { headers: ["X-API-Key", "Api-Key", "X-Auth-Token"].map((name) => [name, key] as const) },
    cookie: { cookies: pairs },
  };
  return [...undeclaredPlaces].flatMap(([name, place]) => {
    if (schemes.some((one) => one.type === "apiKey" && one.in === place)) return [];
    const where = place === "header" ? "another header" : `the ${place}`;
    const what = `with the key in ${where} alone, where the description has none`;
    return [{ name, what, credential: { ...noCredential, ...credentials[place] } }];
  });
}

/** As long as the scheme, beginning as it does, or ending as it does: taken for it where only a part is looked at. */
function otherSchemes(scheme: string): (readonly [name: string, scheme: string])[] {
  return [
    ["scheme-of-its-length", "ApiKey".padEnd(scheme.length, "s").slice(0, scheme.length)],
    ["scheme-but-one", `${scheme.slice(0, -1)}x`],
    ["scheme-longer", `${scheme}s`],
    ["scheme-shorter", scheme.slice(0, -1)],
  ];
}

/** Of the same length and the same kind of characters, with another one at this place. */
function changed(key: string, at: number): string {
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
