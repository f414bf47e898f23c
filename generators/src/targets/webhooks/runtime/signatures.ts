// A delivery and a secret, by the scheme that the description states -> the headers that sign it, or whether it was signed.
import { checkedNumber } from "./number-option.ts";
import { joined } from "./raw-body.ts";

/**
 * How deliveries are signed: `x-waybill-signature` of the description, with every default filled in. What differs between schemes is a
 * function or a table that the scheme names, so that a bundle holds only what the description needs.
 */
export interface SignatureScheme {
  readonly algorithm: SignatureAlgorithm;
  /** The parts that are joined, in order, to give the bytes that are signed. */
  readonly content: readonly SignedPart[];
  readonly encoding: SignatureEncoding;
  readonly header: string;
  readonly prefix: string;
  /** Set when the header is a list of entries, such as `t=1,v1=ab,v1=cd`: those of `key` are signatures. */
  readonly list: SignatureList | null;
  readonly timestamp: SignedTimestamp | null;
  readonly secret: SecretFormat;
  /** Set when `content` has no body: what covers it instead. */
  readonly cover: BodyCover | null;
}

/** `hmacSha256` and its like, `ed25519`. */
export interface SignatureAlgorithm {
  readonly hash: string | null;
  /** How many bytes a signature has. */
  readonly length: number;
  readonly keyOf: (hash: string | null, bytes: Uint8Array<ArrayBuffer>, usage: KeyUsage) => Promise<Key>;
}

type KeyUsage = "sign" | "verify";

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Text, a header, or what a function reads from the request. */
export type SignedPart =
  | string
  | { readonly header: string }
  | {
      readonly read: (request: SignedRequest, context: ReadContext) => string | Uint8Array;
      /** Characters of the URL that are signed unescaped. */
      readonly unescaped?: string;
    };

interface ReadContext {
  /** The text of the timestamp. */
  readonly time: string;
  readonly unescaped?: string;
}

/** `hex`, `base64` */
export interface SignatureEncoding {
  readonly name: string;
  readonly encode: (bytes: Uint8Array) => string;
  /** Of one text for each value only; `null` for any other. */
  readonly decode: (text: string) => Uint8Array<ArrayBuffer> | null;
  /** What the text of so many bytes looks like. */
  readonly look: (length: number) => string;
}

export interface SignatureList {
  readonly separator: string;
  readonly assign: string;
  readonly key: string;
  readonly read: (list: SignatureList, text: string) => readonly Entry[];
  readonly write: (list: SignatureList, entries: readonly Entry[]) => string;
}

type Entry = readonly [key: string, value: string];

/** It is in a header of its own, or in an entry of the signature's header. */
export interface SignedTimestamp {
  readonly header: string | null;
  readonly key: string | null;
  readonly unit: "seconds" | "milliseconds";
  /** In seconds, either way; `null`: a delivery may be of any age. */
  readonly tolerance: number | null;
}

export interface SecretFormat {
  /** `textSecret`, `encodedSecret` */
  readonly read: (format: SecretFormat, secret: string, usage: KeyUsage) => Uint8Array<ArrayBuffer>;
  /** What secrets that verify may begin with. */
  readonly prefix: string;
  /** What secrets that sign may begin with. */
  readonly signingPrefix: string;
  readonly encoding: Pick<SignatureEncoding, "name" | "decode"> | null;
}

/** `formOnly`, `hashInUrl` */
export interface BodyCover {
  readonly parameter: string | null;
  /** The reason why the body is not covered by the signature, or `null`. */
  readonly check: (request: SignedRequest, parameter: string | null) => Promise<SignatureRefusal | null>;
}

/** A request as it is sent or came in. `url` and `method` are needed where the scheme signs them. */
export interface SignedRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The values of a header, whose name is in lower case; none when the request does not have it. */
  readonly headers: (name: string) => readonly string[];
  /** The URL as the sender has it, before any proxy rewrites it. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}

export type SignatureCheck =
  | { readonly ok: true; readonly timestamp: Date | null }
  | { readonly ok: false; readonly refusal: SignatureRefusal };

/** Why a delivery is not authentic, or too old. `message` is for the receiver's developers, and holds neither secrets nor signatures. */
export interface SignatureRefusal {
  readonly code: "missing_header" | "invalid_header" | "invalid_url" | "bad_signature" | "stale_timestamp";
  readonly message: string;
  /** Of the header that is missing or malformed. */
  readonly header?: string;
  readonly age?: StaleAge;
}

export interface StaleAge {
  /** When the delivery was signed. */
  readonly timestamp: Date;
  /** How far that is from now, rounded up. */
  readonly secondsOff: number;
  readonly toleranceSeconds: number;
}

export interface SignatureCheckOptions {
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
  /** In seconds, instead of the tolerance of the scheme; `null`: any age. */
  readonly toleranceSeconds?: number | null | undefined;
}

/** A secret is unusable: absent, empty, or not in the format of the scheme. The delivery is not at fault. */
export class SecretError extends TypeError {
  override readonly name: string = "SecretError";
}

/**
 * Whether one of the secrets signed the request: for `ed25519`, public keys. A function is asked for them only once the request has what a
 * signed one has. How old it is is for `ageRefusal`. Throws a `SecretError`, and a `TypeError` where the scheme signs `url` or `method` and
 * the caller passes none.
 */
export async function checkSignature(
  scheme: SignatureScheme,
  request: SignedRequest,
  secretSource: Secrets | (() => unknown),
): Promise<SignatureCheck> {
  // Before the first await: from here on, the signed bytes cannot change.
  const read = readRequest(scheme, request);
  if ("code" in read) return { ok: false, refusal: read };
  const { signatures, content, time } = read;
  const covering = scheme.cover?.check(request, scheme.cover.parameter);
  // It is awaited below, whichever of the two fails first.
  covering?.catch(() => {});
  const secrets = checkedSecrets(typeof secretSource === "function" ? await secretSource() : secretSource);
  const keys = await Promise.all(secrets.map((secret) => keyOf(scheme, secret, "verify")));
  const uncovered = await covering;
  // Every secret and every signature is tried, so that the time taken does not tell which one it was.
  const tries = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify(key.algorithm.name, key, signature, content)),
  );
  if (!(await Promise.all(tries)).includes(true)) return { ok: false, refusal: badSignature(secrets, time !== null) };
  return uncovered ? { ok: false, refusal: uncovered } : { ok: true, timestamp: time === null ? null : new Date(time) };
}

/** One secret, or each that is in use while it is replaced. */
export type Secrets = string | readonly string[];

/** For the developer: a sender does not learn anything about secrets. */
function badSignature(secrets: readonly string[], hasTime: boolean): SignatureRefusal {
  const which = secrets.length === 1 ? "this secret" : `one of these ${secrets.length} secrets`;
  const padded = secrets.some((secret) => secret.trim() !== secret)
    ? " A secret begins or ends with white space: is that part of it?"
    : "";
  const message =
    `The signature was not made with ${which} for these bytes${hasTime ? " and this timestamp" : ""}. Is it the current secret of this ` +
    `subscription, since its last rotation? Are the bytes as they came, not parsed and serialized again?${padded}`;
  return { code: "bad_signature", message };
}

/** Why a delivery of this time is too old, or too far ahead. Asked only of what is authentic, so that guessing reveals nothing. */
export function ageRefusal(
  scheme: SignatureScheme,
  timestamp: Date | null,
  options: SignatureCheckOptions = {},
): SignatureRefusal | null {
  const toleranceSeconds = toleranceOf(scheme, options);
  if (timestamp === null || toleranceSeconds === null) return null;
  const offset = (options.now ?? Date.now)() / 1000 - timestamp.getTime() / 1000;
  const secondsOff = Math.ceil(Math.abs(offset));
  if (secondsOff <= toleranceSeconds) return null;
  const message =
    `The delivery was signed ${secondsOff} seconds ${offset < 0 ? "ahead of" : "behind"} this machine's clock, and ${toleranceSeconds} are tolerated. ` +
    "It is a repeat of an old delivery, or the clock is wrong.";
  return { code: "stale_timestamp", message, age: { timestamp, secondsOff, toleranceSeconds } };
}

/** Throws a `RangeError` for what is no number of seconds: with `NaN`, nothing would be too old. */
export function toleranceOf(scheme: SignatureScheme, options: SignatureCheckOptions): number | null {
  const { toleranceSeconds = scheme.timestamp?.tolerance ?? null } = options;
  return toleranceSeconds === null ? null : checkedNumber("toleranceSeconds", toleranceSeconds, { least: 0 });
}

/**
 * The headers that sign a request, in addition to its own: each secret adds a signature where the header is a list, which is how a
 * secret is replaced. Throws a `SecretError`; a `TypeError` for several secrets where there is room for one signature, and for headers,
 * `url` or `method` that the scheme signs and the request does not have.
 */
export async function signatureHeaders(
  scheme: SignatureScheme,
  request: SignedRequest,
  secrets: readonly string[],
  { now = Date.now }: { readonly now?: (() => number) | undefined } = {},
): Promise<Record<string, string>> {
  const { header, prefix, encoding, list, timestamp, cover } = scheme;
  checkedSecrets(secrets);
  if (secrets.length > 1 && list === null) throw new TypeError(`${header} has room for one signature only`);
  const time = timestamp === null ? "" : String(Math.floor(now() / millisecondsIn[timestamp.unit]));
  const content = contentOf(scheme, request, time);
  if ("code" in content) throw new TypeError(content.message);
  const uncovered = await cover?.check(request, cover.parameter);
  if (uncovered) throw new TypeError(uncovered.message);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const key = await keyOf(scheme, secret, "sign");
      return prefix + encoding.encode(new Uint8Array(await crypto.subtle.sign(key.algorithm.name, key, content)));
    }),
  );
  const timestampHeaders = timestamp?.header == null ? {} : { [timestamp.header]: time };
  if (list === null) return { ...timestampHeaders, [header]: signatures.join("") };
  const times = timestamp?.key == null ? [] : [[timestamp.key, time] as const];
  const entries = signatures.map((signature) => [list.key, signature] as const);
  return { ...timestampHeaders, [header]: list.write(list, [...times, ...entries]) };
}

const millisecondsIn = { seconds: 1000, milliseconds: 1 } as const;

interface ReadRequest {
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  readonly content: Uint8Array<ArrayBuffer>;
  /** In milliseconds. */
  readonly time: number | null;
}

function readRequest(scheme: SignatureScheme, request: SignedRequest): ReadRequest | SignatureRefusal {
  const { header, list, timestamp } = scheme;
  const value = headerOf(request, header);
  if (typeof value !== "string") return value;
  const entries: readonly Entry[] = list === null ? [["", value]] : list.read(list, value);
  const signatures = valuesIn(entries, list === null ? "" : list.key).flatMap(
    (text) => signatureIn(scheme, text) ?? [],
  );
  if (signatures.length === 0) return invalidHeader(header, `${list === null ? "is not" : "holds no"} ${look(scheme)}`);
  // A request could otherwise make the receiver compute any number of them.
  if (signatures.length > mostSignatures) return invalidHeader(header, "holds too many signatures");
  const text = timestamp === null ? "" : timeOf(timestamp, entries, { scheme, request });
  if (typeof text !== "string") return text;
  const content = contentOf(scheme, request, text);
  if ("code" in content) return content;
  return { signatures, content, time: timestamp === null ? null : Number(text) * millisecondsIn[timestamp.unit] };
}

const mostSignatures = 16;

/** The latest time that a `Date` can be. */
const latestTime = 8.64e15;

function timeOf(
  { header, key, unit }: SignedTimestamp,
  entries: readonly Entry[],
  { scheme, request }: { readonly scheme: SignatureScheme; readonly request: SignedRequest },
): string | SignatureRefusal {
  const values = header === null ? valuesIn(entries, key) : [headerOf(request, header)];
  const [text = ""] = values;
  if (typeof text !== "string") return text;
  const isTime = /^[0-9]+$/.test(text) && Number(text) * millisecondsIn[unit] <= latestTime;
  if (isTime && values.length === 1) return text;
  const form = `in unix ${unit}, which are digits only`;
  return header === null
    ? invalidHeader(scheme.header, `does not have one ${key} ${form}`)
    : invalidHeader(header, `is not ${form}`);
}

function valuesIn(entries: readonly Entry[], wanted: string | null): string[] {
  return entries.flatMap(([key, value]) => (key === wanted ? [value] : []));
}

/** The bytes of a signature, of the length that the algorithm has; `null` for any other text. */
function signatureIn({ algorithm, encoding, prefix }: SignatureScheme, text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = text.startsWith(prefix) ? encoding.decode(text.slice(prefix.length)) : null;
  return bytes?.length === algorithm.length ? bytes : null;
}

/** `sha256= and 64 lowercase hexadecimal digits` */
function look({ algorithm, encoding, prefix, list }: SignatureScheme): string {
  const start = `${list === null ? "" : list.key + list.assign}${prefix}`;
  return `${start === "" ? "" : `${start} and `}${encoding.look(algorithm.length)}`;
}

export function headerOf({ headers }: SignedRequest, name: string): string | SignatureRefusal {
  const [value, second] = headers(name.toLowerCase());
  if (second !== undefined) return invalidHeader(name, "was sent more than once");
  if (value !== undefined) return value;
  const message = `The header ${name} is missing. Every delivery has it: pass the headers of the request as they came.`;
  return { code: "missing_header", header: name, message };
}

/** `problem` continues after the header's name. */
export function invalidHeader(header: string, problem: string): SignatureRefusal {
  return { code: "invalid_header", header, message: `The header ${header} ${problem}.` };
}

/** A copy, which cannot change during verification. */
function contentOf(
  scheme: SignatureScheme,
  request: SignedRequest,
  time: string,
): Uint8Array<ArrayBuffer> | SignatureRefusal {
  const pieces: Uint8Array[] = [];
  for (const part of scheme.content) {
    const piece = pieceOf(part, request, time);
    if (typeof piece === "object" && "code" in piece) return piece;
    pieces.push(typeof piece === "string" ? utf8.encode(piece) : piece);
  }
  return joined(pieces);
}

function pieceOf(part: SignedPart, request: SignedRequest, time: string): string | Uint8Array | SignatureRefusal {
  if (typeof part === "string") return part;
  return "header" in part ? headerOf(request, part.header) : part.read(request, { ...part, time });
}

async function keyOf({ algorithm, secret: format }: SignatureScheme, secret: string, usage: KeyUsage): Promise<Key> {
  return await algorithm.keyOf(algorithm.hash, format.read(format, secret, usage), usage);
}

/** All of the secrets; throws a `SecretError` when there is none, or one of them is empty or no text. */
export function checkedSecrets(secrets: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length > 0 && list.every(isSecret)) return list;
  if (list.length === 0)
    throw new SecretError("The list of webhook secrets is empty: give the secret of the subscription.");
  const place = Array.isArray(secrets) ? ` at index ${list.findIndex((secret) => !isSecret(secret))} of the list` : "";
  throw new SecretError(
    `There is no webhook secret${place}: it is not a text, or empty. Is the environment variable set where this runs?`,
  );
}

function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret !== "";
}

const utf8 = /* @__PURE__ */ new TextEncoder();

// What follows is for the schemes that name it.

export const hmacSha1: SignatureAlgorithm = { hash: "SHA-1", length: 20, keyOf: hmacKey };
export const hmacSha256: SignatureAlgorithm = { hash: "SHA-256", length: 32, keyOf: hmacKey };
export const hmacSha384: SignatureAlgorithm = { hash: "SHA-384", length: 48, keyOf: hmacKey };
export const hmacSha512: SignatureAlgorithm = { hash: "SHA-512", length: 64, keyOf: hmacKey };
export const ed25519: SignatureAlgorithm = { hash: null, length: 64, keyOf: ed25519Key };

async function hmacKey(hash: string | null, bytes: Uint8Array<ArrayBuffer>, usage: KeyUsage): Promise<Key> {
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: hash ?? "" }, false, [usage]);
}

async function ed25519Key(_hash: string | null, bytes: Uint8Array<ArrayBuffer>, usage: KeyUsage): Promise<Key> {
  try {
    if (usage === "verify") return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, [usage]);
    return await crypto.subtle.importKey("pkcs8", pkcs8Of(bytes), "Ed25519", false, [usage]);
  } catch (cause) {
    throw new SecretError(`The ${usage === "sign" ? "private" : "public"} key is not one of Ed25519.`, { cause });
  }
}

/** The private key of 32 bytes, alone or followed by its public key, with the header of RFC 8410 before it. */
function pkcs8Of(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
  return Uint8Array.from([...header, ...bytes.slice(0, 32)]);
}

/** Lowercase. */
export const hex: SignatureEncoding = {
  name: "hex",
  encode: hexText,
  decode: (text) =>
    /^(?:[0-9a-f]{2})*$/.test(text)
      ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      : null,
  look: (length) => `${2 * length} lowercase hexadecimal digits`,
};

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Padded. */
export const base64: SignatureEncoding = {
  name: "base64",
  encode: (bytes) => btoa(String.fromCharCode(...bytes)),
  decode: (text) => {
    try {
      const binary = atob(text);
      return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
    } catch {
      return null;
    }
  },
  look: (length) => `${4 * Math.ceil(length / 3)} characters of base64`,
};

/** The whole secret, its prefix included. */
export function textSecret(_format: SecretFormat, secret: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(secret);
}

/** What follows the prefix, decoded. */
export function encodedSecret(
  { prefix, signingPrefix, encoding }: SecretFormat,
  secret: string,
  usage: KeyUsage,
): Uint8Array<ArrayBuffer> {
  const start = usage === "sign" ? signingPrefix : prefix;
  const bytes = encoding?.decode(secret.startsWith(start) ? secret.slice(start.length) : secret);
  if (bytes != null && bytes.length > 0) return bytes;
  throw new SecretError(`The webhook secret is not ${start === "" ? "" : `${start} and `}text in ${encoding?.name}.`);
}

export function listEntries({ separator, assign }: SignatureList, text: string): Entry[] {
  return text.split(separator).map((written) => {
    const entry = written.trim();
    const at = entry.indexOf(assign);
    return at === -1 ? ["", entry] : [entry.slice(0, at), entry.slice(at + assign.length)];
  });
}

export function listText({ separator, assign }: SignatureList, entries: readonly Entry[]): string {
  return entries.map(([key, value]) => key + assign + value).join(separator);
}

export function signedBody({ body }: SignedRequest): Uint8Array {
  return body;
}

export function signedTime(_request: SignedRequest, { time }: ReadContext): string {
  return time;
}

export function signedMethod({ method }: SignedRequest): string {
  return requested("method", method).toUpperCase();
}

export function signedUrl({ url }: SignedRequest, { unescaped = "" }: ReadContext): string {
  return requested("url", url).replace(/%[0-9A-Fa-f]{2}/g, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return unescaped.includes(character) ? character : written;
  });
}

/** Nothing for a body that is no form. Else each field as its name and its value, sorted; one that is sent twice with one value counts once. */
export function signedForm(request: SignedRequest): string {
  if (!isForm(request)) return "";
  const fields = new URLSearchParams(new TextDecoder().decode(request.body));
  const names = new Set<string>();
  fields.forEach((_, name) => void names.add(name));
  return [...names]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
}

function requested(name: "url" | "method", value: string | undefined): string {
  if (value !== undefined) return value;
  throw new TypeError(`this signature covers the ${name} of the request: pass it`);
}

function isForm(request: SignedRequest): boolean {
  const [type = ""] = request.headers("content-type");
  return type.split(";", 1)[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

/** Where only the fields of a form are signed, no other body is covered. */
export async function formOnly(request: SignedRequest): Promise<SignatureRefusal | null> {
  return isForm(request) ? null : invalidHeader("Content-Type", "is not that of a form");
}

/** Another body is covered by its SHA-256 in hex, in a parameter of the signed URL. */
export async function hashInUrl(request: SignedRequest, parameter: string | null): Promise<SignatureRefusal | null> {
  if (isForm(request)) return null;
  const written = queryValues(requested("url", request.url), parameter ?? "");
  const digest = await crypto.subtle.digest("SHA-256", request.body.slice());
  if (written.length === 1 && written[0]?.toLowerCase() === hexText(new Uint8Array(digest))) return null;
  return { code: "invalid_url", message: `The parameter ${parameter} of the URL is not the hash of the body.` };
}

function queryValues(url: string, name: string): string[] {
  const start = url.indexOf("?");
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1).split("#", 1)[0]).getAll(name);
}
