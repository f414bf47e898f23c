// A request -> one line for a shell. Text with secrets in it -> a word for a shell with variables in their place; and the same text for people.

import { type HeaderPair, headerOf, type SentRequest, textOfBytes } from "./exchange.ts";
/** Values that must not be printed, and the variable to print instead. */
export type Secrets = ReadonlyMap<string, string>;

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "secret"; readonly name: string; readonly form: Form };

/** How a secret may be written inside something else. */
type Form = "plain" | "base64";

export interface WordOptions {
  readonly style?: "single" | "double";
  /** From where on the text has places for credentials: short secrets are hidden there. Default: nowhere. */
  readonly credentialsFrom?: number;
}

/**
 * One word, on one line. Nothing is special between single quotes but the quote itself. `double` quotes read better:
 * they are used where the text contains a secret and no other special character.
 */
export function shellWordOf(
  text: string,
  secrets: Secrets,
  { style = "single", credentialsFrom = Number.POSITIVE_INFINITY }: WordOptions = {},
): string {
  const pieces = piecesOf(text, secrets, credentialsFrom);
  const isPlain = pieces.every((piece) => piece.kind === "secret" || !/["\\$`!\p{Cc}]/u.test(piece.text));
  if (pieces.every(({ kind }) => kind === "text")) return quoted(text);
  if (style === "double" && isPlain) return `"${pieces.map(inDouble).join("")}"`;
  return pieces.map((piece) => (piece.kind === "text" ? quoted(piece.text) : `"${variableOf(piece)}"`)).join("");
}

/** Nothing is special between single quotes but the quote itself. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Control characters are written as escapes. */
function quoted(text: string): string {
  if (!/\p{Cc}/u.test(text)) return singleQuoted(text);
  const escaped = text.replace(/[\\']/g, "\\$&").replace(/\p{Cc}/gu, (mark) => escapes.get(mark) ?? byteEscapes(mark));
  return `$'${escaped}'`;
}

/**
 * The same text with `$NAME` for each secret, for the beginning of one too where the text was cut off (`…`). Short secrets are hidden
 * only in credentials, such as the value of a header.
 */
export function hidden(text: string, secrets: Secrets, isCredential = false): string {
  const redactedText = piecesOf(text, secrets, isCredential ? 0 : Number.POSITIVE_INFINITY)
    .map((piece) => (piece.kind === "text" ? piece.text : `$${piece.name}`))
    .join("");
  if (!redactedText.endsWith("…")) return redactedText;
  const rest = redactedText.slice(0, -1);
  const starts = [...secrets].flatMap(([secret, name]) => {
    if (isShort(secret)) return [];
    const length = Math.min(secret.length, rest.length);
    const cut = Array.from({ length }, (_, index) => length - index).find((size) =>
      rest.endsWith(secret.slice(0, size)),
    );
    return cut === undefined || cut < shortestStart ? [] : [{ cut, name }];
  });
  const [longest] = starts.sort((a, b) => b.cut - a.cut);
  return longest === undefined ? redactedText : `${rest.slice(0, -longest.cut)}$${longest.name}…`;
}

/** A shorter beginning could belong to other texts as well. */
const shortestStart = 4;

const escapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function byteEscapes(mark: string): string {
  return [...new TextEncoder().encode(mark)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

function inDouble(piece: Piece, index: number, pieces: readonly Piece[]): string {
  if (piece.kind === "text") return piece.text;
  const next = pieces[index + 1];
  const runsOn = next?.kind === "text" && /^\w/.test(next.text);
  return piece.form === "plain" && runsOn ? `\${${piece.name}}` : variableOf(piece);
}

function variableOf({ name, form }: Extract<Piece, { kind: "secret" }>): string {
  return form === "plain" ? `$${name}` : `$(printf %s "$${name}" | base64 | tr -d '\\n')`;
}

/** Whether a credential is or has this secret. */
export function hasSecret(text: string, secret: string): boolean {
  return piecesOf(text, new Map([[secret, ""]]), 0).some(({ kind }) => kind === "secret");
}

/** Numbers and words of other text are as short: hiding them there would make it unreadable. */
function isShort(secret: string): boolean {
  return secret.length < 8;
}

function piecesOf(text: string, secrets: Secrets, credentialsFrom: number): Piece[] {
  const plain = piecesIn(text.slice(0, credentialsFrom), secrets, false);
  const credentials = credentialsFrom < text.length ? piecesIn(text.slice(credentialsFrom), secrets, true) : [];
  const [last, first] = [plain.at(-1), credentials[0]];
  if (last?.kind !== "text" || first?.kind !== "text") return [...plain, ...credentials];
  return [...plain.slice(0, -1), { kind: "text", text: `${last.text}${first.text}` }, ...credentials.slice(1)];
}

/** Longer secrets first: one may be the beginning of another. */
function piecesIn(text: string, secrets: Secrets, isCredential: boolean): Piece[] {
  const sought = [...secrets].filter(([secret]) => isCredential || !isShort(secret));
  const forms = sought.flatMap(([secret, name]) =>
    formsOf(secret).map(([written, form]) => {
      const separator = isShort(secret) ? wholeValue(written) : written;
      return { length: written.length, separator, secret: { name, form } };
    }),
  );
  let pieces: Piece[] = [{ kind: "text", text }];
  for (const { separator, secret } of forms.sort((a, b) => b.length - a.length)) {
    pieces = pieces.flatMap((piece) => (piece.kind === "secret" ? [piece] : split(piece.text, separator, secret)));
  }
  return pieces;
}

/** Between the marks that separate values in headers, cookies and queries; a wrong request may join it with its scheme. */
function wholeValue(written: string): RegExp {
  const literal = written.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<=^|[\\s=;,"]|Bearer)${literal}(?=$|[\\s&;,"])`);
}

function split(
  text: string,
  separator: string | RegExp,
  secret: { readonly name: string; readonly form: Form },
): Piece[] {
  return text
    .split(separator)
    .flatMap((part, index): Piece[] => [
      ...(index === 0 ? [] : [{ kind: "secret" as const, ...secret }]),
      ...(part === "" ? [] : [{ kind: "text" as const, text: part }]),
    ]);
}

/** As it is, in JSON, in a URL, and for basic authentication. */
function formsOf(secret: string): readonly [written: string, form: Form][] {
  const known = forms.get(secret) ?? spellings(secret);
  forms.set(secret, known);
  return known;
}

/** Each request and response of a run is searched for the same few secrets. */
const forms = new Map<string, readonly [written: string, form: Form][]>();

function spellings(secret: string): [written: string, form: Form][] {
  if (secret === "") return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const bytes = new TextEncoder().encode(secret);
  const inBase64 = btoa(String.fromCharCode(...bytes));
  const plain = new Set([secret, inJson, encodeURIComponent(secret.toWellFormed())]);
  return [...[...plain].map((written): [string, Form] => [written, "plain"]), [inBase64, "base64"]];
}

/** `curl -i -X POST 'http://…/v1/orders/create' -H "Authorization: Bearer $WAYBILL_KEY" --data-raw '{…}'` */
export function curlOf(request: SentRequest, secrets: Secrets = new Map()): string {
  const { method, server, target, headers, body } = request;
  const verb = /^\w+$/.test(method) ? method : quoted(method);
  // With a body, curl would make a POST of a GET.
  const methodFlags =
    method === "HEAD" ? ["--head"] : ["-i", ...(method === "GET" && body === null ? [] : ["-X", verb])];
  const url = `${server}${target}`;
  const [path = ""] = url.split("?", 1);
  const piped = body === null || isText(body) ? null : body;
  const parts = [
    ...(piped === null ? [] : ["printf", octal(piped), "|"]),
    "curl",
    ...methodFlags,
    ...flagsFor(target),
    shellWordOf(url, secrets, { credentialsFrom: path.length }),
    ...headers.filter(isWorthShowing).flatMap(([name, value]) => ["-H", headerWord(name, value, secrets)]),
    // Otherwise curl would call it a form.
    ...(body !== null && headerOf(headers, "content-type") === null ? ["-H", "'Content-Type:'"] : []),
    ...(body === null
      ? []
      : piped === null
        ? ["--data-raw", shellWordOf(textOfBytes(body), secrets)]
        : ["--data-binary @-"]),
  ];
  return parts.join(" ");
}

/** Curl would normalise the path, and reads brackets as patterns. */
function flagsFor(target: string): string[] {
  const hasDots = /\/(\.|%2e){1,2}(\/|\?|$)/i.test(target);
  return [...(hasDots ? ["--path-as-is"] : []), ...(/[[\]{}]/.test(target) ? ["-g"] : [])];
}

function isWorthShowing([name, value]: HeaderPair): boolean {
  const plain = name.toLowerCase();
  if (plain === "accept") return value !== "*/*";
  return !["content-length", "host", "connection", "user-agent", "accept-encoding"].includes(plain);
}

/** An empty header is written with a semicolon; with a colon curl would omit it. */
function headerWord(name: string, value: string, secrets: Secrets): string {
  return value === ""
    ? quoted(`${name};`)
    : shellWordOf(`${name}: ${value}`, secrets, { style: "double", credentialsFrom: name.length });
}

/** A word of a shell cannot hold zero bytes, nor show bytes that are no text. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    textOfBytes(bytes, { strict: true });
    return true;
  } catch {
    return false;
  }
}

/** For `printf`. */
function octal(bytes: Uint8Array): string {
  const marks = [...bytes].map((byte) => {
    const mark = String.fromCharCode(byte);
    return /[ -~]/.test(mark) && !/['\\%]/.test(mark) ? mark : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `'${marks.join("")}'`;
}
