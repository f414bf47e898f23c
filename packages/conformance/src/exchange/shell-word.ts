// Text with secrets in it -> a word for a shell with variables in their place; and the same text for people.

/** Values that must not be printed, and the variable to print instead. */
export type Secrets = ReadonlyMap<string, string>;

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "secret"; readonly name: string; readonly form: Form };

/** How a secret may be written inside something else. */
type Form = "plain" | "base64";

/**
 * One word, on one line. Nothing is special between single quotes but the quote itself. `double` quotes read better:
 * they are used where the text contains a secret and no other special character.
 */
export function shellWordOf(text: string, secrets: Secrets, style: "single" | "double" = "single"): string {
  const pieces = piecesOf(text, secrets);
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
export function quoted(text: string): string {
  if (!/\p{Cc}/u.test(text)) return singleQuoted(text);
  const escaped = text.replace(/[\\']/g, "\\$&").replace(/\p{Cc}/gu, (mark) => escapes.get(mark) ?? byteEscapes(mark));
  return `$'${escaped}'`;
}

/** The same text with `$NAME` for each secret, for the beginning of one too where the text was cut off (`…`). */
export function hidden(text: string, secrets: Secrets): string {
  const shown = piecesOf(text, secrets)
    .map((piece) => (piece.kind === "text" ? piece.text : `$${piece.name}`))
    .join("");
  if (!shown.endsWith("…")) return shown;
  const rest = shown.slice(0, -1);
  const starts = [...secrets].flatMap(([secret, name]) => {
    const length = Math.min(secret.length, rest.length);
    const cut = Array.from({ length }, (_, index) => length - index).find((size) =>
      rest.endsWith(secret.slice(0, size)),
    );
    return cut === undefined || cut < shortestStart ? [] : [{ cut, name }];
  });
  const [longest] = starts.sort((a, b) => b.cut - a.cut);
  return longest === undefined ? shown : `${rest.slice(0, -longest.cut)}$${longest.name}…`;
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

/** Longer secrets first: one may be the beginning of another. */
function piecesOf(text: string, secrets: Secrets): Piece[] {
  const forms = [...secrets].flatMap(([secret, name]) =>
    formsOf(secret).map(([written, form]) => ({ written, name, form })),
  );
  let pieces: Piece[] = [{ kind: "text", text }];
  for (const { written, name, form } of forms.sort((a, b) => b.written.length - a.written.length)) {
    pieces = pieces.flatMap((piece) =>
      piece.kind === "secret" ? [piece] : split(piece.text, written, { name, form }),
    );
  }
  return pieces;
}

function split(text: string, written: string, secret: { readonly name: string; readonly form: Form }): Piece[] {
  return text
    .split(written)
    .flatMap((part, index): Piece[] => [
      ...(index === 0 ? [] : [{ kind: "secret" as const, ...secret }]),
      ...(part === "" ? [] : [{ kind: "text" as const, text: part }]),
    ]);
}

/** As it is, in JSON, in a URL, and for basic authentication. */
function formsOf(secret: string): [written: string, form: Form][] {
  if (secret === "") return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const bytes = new TextEncoder().encode(secret);
  const inBase64 = btoa(String.fromCharCode(...bytes));
  const plain = new Set([secret, inJson, encodeURIComponent(secret.toWellFormed())]);
  return [...[...plain].map((written): [string, Form] => [written, "plain"]), [inBase64, "base64"]];
}
