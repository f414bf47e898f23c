// A delivery and a secret, by the scheme that the description states -> the headers that sign it, or whether it was signed.

/** How deliveries are signed: `x-waybill-signature` of the description, with every default filled in. */
export interface SignatureScheme {
  readonly algorithm: "hmac-sha1" | "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "ed25519";
  /** The parts that are joined, in order, to give the bytes that are signed. */
  readonly content: readonly SignedPart[];
  readonly encoding: "hex" | "base64";
  readonly header: string;
  readonly prefix: string;
  /** Set when the header is a list of entries, such as `t=1,v1=ab,v1=cd`: those of `key` are signatures. */
  readonly list: { readonly separator: string; readonly assign: string; readonly key: string } | null;
  /** `tolerance` is in seconds; `null`: a delivery may be of any age. */
  readonly timestamp: {
    readonly header: string | null;
    readonly key: string | null;
    readonly unit: "seconds" | "milliseconds";
    readonly tolerance: number | null;
  } | null;
  readonly secret: { readonly prefix: string; readonly encoding: "utf-8" | "base64" | "hex" };
  /** The query parameter that holds the SHA-256 of a body which is no form, in hex. */
  readonly bodyHash: string | null;
  /** Characters of the URL that are signed unescaped. */
  readonly unescaped: string;
}

export type SignedPart =
  | { readonly literal: string }
  | { readonly header: string }
  | { readonly use: "body" | "url" | "method" | "timestamp" | "form" };

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

/** Why a delivery is not authentic. `message` names neither secrets nor signatures. */
export interface SignatureRefusal {
  readonly code: "missing_header" | "invalid_header" | "invalid_url" | "bad_signature" | "stale_timestamp";
  readonly header: string | null;
  /** What is wrong with it, as the rest of a sentence. */
  readonly problem: string;
  readonly message: string;
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
 * signed one has. Age is checked last, so that only a sender with the secret
 * learns of it. Throws a `SecretError`, and a `TypeError` where the scheme signs `url` or `method` and the caller passes none.
 */
export async function checkSignature(
  scheme: SignatureScheme,
  request: SignedRequest,
  given: readonly string[] | (() => Promise<readonly string[]>),
  options: SignatureCheckOptions = {},
): Promise<SignatureCheck> {
  // Before the first await: from here on, the signed bytes cannot change.
  const read = readRequest(scheme, request);
  if ("code" in read) return { ok: false, refusal: read };
  const { signatures, content, time } = read;
  const hashing = hashRefusal(scheme, request);
  // It is awaited below, whichever of the two fails first.
  hashing.catch(() => {});
  const secrets = typeof given === "function" ? await given() : given;
  if (secrets.length === 0) throw new SecretError("there is no webhook secret");
  const keys = await Promise.all(secrets.map((secret) => keyOf(scheme, secret, "verify")));
  const hash = await hashing;
  // Every secret and every signature is tried, so that the time taken does not tell which one it was.
  const tries = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify(key.algorithm.name, key, signature, content)),
  );
  const isSigned = (await Promise.all(tries)).includes(true);
  if (!isSigned) return refused("bad_signature", scheme.header, "none of the secrets signed these bytes");
  if (hash !== null) return { ok: false, refusal: hash };
  const timestamp = time === null ? null : new Date(time);
  const { now = Date.now, toleranceSeconds = scheme.timestamp?.tolerance ?? null } = options;
  if (time === null || toleranceSeconds === null) return { ok: true, timestamp };
  if (!(toleranceSeconds >= 0)) throw new RangeError("toleranceSeconds has to be a number, 0 or more");
  const secondsOff = Math.abs(now() - time) / 1000;
  if (secondsOff <= toleranceSeconds) return { ok: true, timestamp };
  const text = `it was signed ${Math.ceil(secondsOff)} seconds from now, and ${toleranceSeconds} are tolerated`;
  return refused("stale_timestamp", scheme.timestamp?.header ?? scheme.header, text);
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
  const { header, prefix, list, timestamp } = scheme;
  if (secrets.length === 0) throw new SecretError("there is no webhook secret");
  if (secrets.length > 1 && list === null) throw new TypeError(`${header} has room for one signature only`);
  const time = timestamp === null ? "" : String(Math.floor(timestamp.unit === "seconds" ? now() / 1000 : now()));
  const content = contentOf(scheme, request, time);
  if ("code" in content) throw new TypeError(content.message);
  const hash = await hashRefusal(scheme, request);
  if (hash !== null) throw new TypeError(hash.message);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const key = await keyOf(scheme, secret, "sign");
      const bytes = new Uint8Array(await crypto.subtle.sign(key.algorithm.name, key, content));
      return prefix + encoded(bytes, scheme.encoding);
    }),
  );
  const entries = [
    ...(timestamp?.key == null ? [] : [timestamp.key + (list?.assign ?? "") + time]),
    ...signatures.map((signature) => (list === null ? signature : list.key + list.assign + signature)),
  ];
  const own = timestamp?.header == null ? {} : { [timestamp.header]: time };
  return { ...own, [header]: entries.join(list?.separator ?? "") };
}

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
  const entries = list === null ? [] : value.split(list.separator).map((entry) => pairOf(entry, list.assign));
  const written = list === null ? [value] : entries.flatMap(([key, text]) => (key === list.key ? [text] : []));
  const signatures = written.flatMap((text) => signatureIn(scheme, text) ?? []);
  if (signatures.length === 0) return refusal("invalid_header", header, `holds no ${describedSignature(scheme)}`);
  // A request could otherwise make the receiver compute any number of them.
  if (signatures.length > mostSignatures) return refusal("invalid_header", header, "holds too many signatures");
  if (timestamp === null) return withContent(scheme, request, { signatures, text: "", time: null });
  const text =
    timestamp.header === null ? entryOf(entries, timestamp.key, header) : headerOf(request, timestamp.header);
  if (typeof text !== "string") return text;
  const time = /^[0-9]{1,16}$/.test(text) ? Number(text) * (timestamp.unit === "seconds" ? 1000 : 1) : Number.NaN;
  if (!(time <= latestTime))
    return refusal("invalid_header", timestamp.header ?? header, `has no time in Unix ${timestamp.unit}`);
  return withContent(scheme, request, { signatures, text, time });
}

const mostSignatures = 16;

/** The latest time that a `Date` can be. */
const latestTime = 8.64e15;

function withContent(
  scheme: SignatureScheme,
  request: SignedRequest,
  { signatures, text, time }: Omit<ReadRequest, "content"> & { readonly text: string },
): ReadRequest | SignatureRefusal {
  const content = contentOf(scheme, request, text);
  return "code" in content ? content : { signatures, content, time };
}

function describedSignature({ algorithm, encoding, prefix, list }: SignatureScheme): string {
  const start = `${list === null ? "" : list.key + list.assign}${prefix}`;
  return `${start === "" ? "" : `${start} and `}${algorithm} in ${encoding}`;
}

function pairOf(entry: string, assign: string): readonly [key: string, value: string] {
  const text = entry.trim();
  const at = text.indexOf(assign);
  return at === -1 ? ["", text] : [text.slice(0, at), text.slice(at + assign.length)];
}

/** One entry of the header, which may be there once. */
function entryOf(
  entries: readonly (readonly [string, string])[],
  name: string | null,
  header: string,
): string | SignatureRefusal {
  const [value, second] = entries.flatMap(([key, text]) => (key === name ? [text] : []));
  if (value !== undefined && second === undefined) return value;
  return refusal("invalid_header", header, value === undefined ? `has no ${name}` : `has more than one ${name}`);
}

function headerOf({ headers }: SignedRequest, name: string): string | SignatureRefusal {
  const values = headers(name.toLowerCase());
  const [value] = values;
  if (value === undefined) return refusal("missing_header", name, "is missing");
  return values.length === 1 ? value : refusal("invalid_header", name, "was sent more than once");
}

function refusal(code: SignatureRefusal["code"], header: string, problem: string): SignatureRefusal {
  return { code, header, problem, message: `The header ${header} ${problem}.` };
}

function refused(code: SignatureRefusal["code"], header: string, problem: string): SignatureCheck {
  return { ok: false, refusal: { code, header, problem, message: `The delivery is refused: ${problem}.` } };
}

/** The bytes of a signature, of the length that the algorithm has; `null` for any other text. */
function signatureIn({ algorithm, encoding, prefix }: SignatureScheme, text: string): Uint8Array<ArrayBuffer> | null {
  if (!text.startsWith(prefix)) return null;
  const bytes = decoded(text.slice(prefix.length), encoding);
  return bytes?.length === lengths[algorithm] ? bytes : null;
}

const lengths = { "hmac-sha1": 20, "hmac-sha256": 32, "hmac-sha384": 48, "hmac-sha512": 64, ed25519: 64 } as const;

function contentOf(
  scheme: SignatureScheme,
  request: SignedRequest,
  time: string,
): Uint8Array<ArrayBuffer> | SignatureRefusal {
  const pieces: Uint8Array[] = [];
  for (const part of scheme.content) {
    const piece = pieceOf(part, scheme, { request, time });
    if (typeof piece === "object" && "code" in piece) return piece;
    pieces.push(typeof piece === "string" ? utf8.encode(piece) : piece);
  }
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let start = 0;
  for (const piece of pieces) {
    bytes.set(piece, start);
    start += piece.length;
  }
  return bytes;
}

function pieceOf(
  part: SignedPart,
  { unescaped }: SignatureScheme,
  { request, time }: { readonly request: SignedRequest; readonly time: string },
): string | Uint8Array | SignatureRefusal {
  if ("literal" in part) return part.literal;
  if ("header" in part) return headerOf(request, part.header);
  switch (part.use) {
    case "body":
      return request.body;
    case "timestamp":
      return time;
    case "method":
      return given("method", request.method).toUpperCase();
    case "url":
      return withoutEscapes(given("url", request.url), unescaped);
    case "form":
      return isForm(request) ? sortedFields(request.body) : "";
  }
}

function given(name: "url" | "method", value: string | undefined): string {
  if (value !== undefined) return value;
  throw new TypeError(`this signature covers the ${name} of the request: pass it`);
}

function withoutEscapes(url: string, characters: string): string {
  return url.replace(/%[0-9A-Fa-f]{2}/g, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return characters.includes(character) ? character : written;
  });
}

function isForm(request: SignedRequest): boolean {
  const [type = ""] = request.headers("content-type");
  return type.split(";", 1)[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

/** Each field as its name and its value, in the order of both; a field that is sent twice with one value counts once. */
function sortedFields(body: Uint8Array): string {
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const names = new Set<string>();
  fields.forEach((_, name) => void names.add(name));
  return [...names]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
}

/** Where fields of a form are signed, another body is covered by a hash of it in the signed URL; it is not covered otherwise. */
async function hashRefusal(
  { content, bodyHash }: SignatureScheme,
  request: SignedRequest,
): Promise<SignatureRefusal | null> {
  const covers = (use: string): boolean => content.some((part) => "use" in part && part.use === use);
  if (covers("body") || isForm(request)) return null;
  if (bodyHash === null || !covers("url")) return refusal("invalid_header", "Content-Type", "is not that of a form");
  const written = queryValues(given("url", request.url), bodyHash);
  const hash = encoded(new Uint8Array(await crypto.subtle.digest("SHA-256", copyOf(request.body))), "hex");
  if (written.length === 1 && written[0]?.toLowerCase() === hash) return null;
  const problem = `the parameter ${bodyHash} of the URL is not the hash of the body`;
  return { code: "invalid_url", header: null, problem, message: `The delivery is refused: ${problem}.` };
}

function queryValues(url: string, name: string): string[] {
  const start = url.indexOf("?");
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1).split("#", 1)[0]).getAll(name);
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function keyOf(scheme: SignatureScheme, secret: string, usage: "sign" | "verify"): Promise<Key> {
  const bytes = secretBytes(scheme, secret, usage);
  const { algorithm } = scheme;
  if (algorithm !== "ed25519") {
    const hash = `SHA-${algorithm.slice("hmac-sha".length)}`;
    return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, [usage]);
  }
  try {
    if (usage === "verify") return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, [usage]);
    return await crypto.subtle.importKey("pkcs8", pkcs8Of(bytes), "Ed25519", false, [usage]);
  } catch (cause) {
    throw new SecretError(`the ${usage === "sign" ? "private" : "public"} key is not one of Ed25519`, { cause });
  }
}

function secretBytes(
  { algorithm, secret: { prefix, encoding } }: SignatureScheme,
  secret: unknown,
  usage: "sign" | "verify",
): Uint8Array<ArrayBuffer> {
  if (typeof secret !== "string" || secret === "") {
    throw new SecretError("the webhook secret is absent or empty: is the environment variable set where this runs?");
  }
  if (encoding === "utf-8") return utf8.encode(secret);
  // Standard Webhooks: `whpk_` before a public key, `whsk_` before its private key.
  const start = algorithm === "ed25519" && usage === "sign" && prefix === "whpk_" ? "whsk_" : prefix;
  const bytes = decoded(secret.startsWith(start) ? secret.slice(start.length) : secret, encoding);
  if (bytes !== null && bytes.length > 0) return bytes;
  throw new SecretError(`the webhook secret is not ${start === "" ? "" : `${start} and `}text in ${encoding}`);
}

/** The private key of 32 bytes, alone or followed by its public key, with the header of RFC 8410 before it. */
function pkcs8Of(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
  return Uint8Array.from([...header, ...bytes.slice(0, 32)]);
}

const utf8 = new TextEncoder();

function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function encoded(bytes: Uint8Array, encoding: "hex" | "base64"): string {
  if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return btoa(String.fromCharCode(...bytes));
}

/** Of one text for each value only: lowercase hex, padded base64. */
function decoded(text: string, encoding: "hex" | "base64"): Uint8Array<ArrayBuffer> | null {
  if (encoding === "hex") {
    if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
