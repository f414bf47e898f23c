// A request -> what a program does to send it, in pieces that Go, PHP and Ruby join in their own ways.
import type { Operation } from "../../model/http.ts";
import type { Credential } from "./credentials.ts";
import { Unsampled } from "./sampled-request.ts";
import { jsonSyntax, valueText } from "./value-text.ts";
import type { WireBody, WirePart, WireSample } from "./wire.ts";

/** A text, or the value of a variable of the environment. */
export type Piece = string | { readonly variable: string; readonly isEncoded: boolean };

export interface Plan {
  readonly method: string;
  /** What follows the address of the server. */
  readonly target: readonly Piece[];
  readonly headers: readonly (readonly [name: string, value: readonly Piece[]])[];
  readonly basic: { readonly user: string; readonly password: string } | null;
  readonly hasCertificate: boolean;
  readonly body: WireBody | null;
  /** Whether there is a body to print; else the status is printed. */
  readonly hasBody: boolean;
}

export function planOf(operation: Operation, sample: WireSample, credentials: readonly Credential[]): Plan {
  const proofs = credentials.map(({ proof }) => proof);
  const keys = (place: "query" | "cookie"): (readonly [name: string, variable: string])[] =>
    proofs.flatMap((proof) =>
      proof.kind === "key" && proof.in === place ? [[encodeURIComponent(proof.name), proof.variable] as const] : [],
    );
  const headers = proofs.flatMap((proof): [string, Piece[]][] => {
    if (proof.kind === "authorization") return [["Authorization", [`${proof.scheme} `, plain(proof.variable)]]];
    return proof.kind === "key" && proof.in === "header" ? [[proof.name, [plain(proof.variable)]]] : [];
  });
  const cookies = joined(sample.cookies === null ? [] : [sample.cookies], keys("cookie"), "; ");
  return {
    method: sample.method,
    target: joined([sample.target], keys("query"), "&", sample.target.includes("?") ? "&" : "?"),
    headers: [
      ...headers,
      ...sample.headers.map(([name, value]): [string, Piece[]] => [name, [value]]),
      ...(cookies.length === 0 ? [] : [["Cookie", cookies] as const]),
    ],
    basic: proofs.find((proof) => proof.kind === "basic") ?? null,
    hasCertificate: proofs.some(({ kind }) => kind === "certificate"),
    body: sample.body,
    hasBody: hasBody(operation),
  };
}

/** Whether a success has a body. */
export function hasBody({ responses, method }: Operation): boolean {
  const successes = responses.filter(({ status }) => status.kind !== "code" || status.code < 300);
  return method !== "head" && successes.some(({ content }) => content.length > 0);
}

function plain(variable: string): Piece {
  return { variable, isEncoded: false };
}

function joined(
  start: readonly string[],
  keys: readonly (readonly [string, string])[],
  between: string,
  first: string = between,
): Piece[] {
  const pieces = keys.map(([name, variable], at) => {
    const lead = at > 0 ? between : start.length > 0 ? first : "";
    return { lead: `${lead}${name}=`, variable };
  });
  const all: Piece[] = [];
  for (const [at, { lead, variable }] of pieces.entries()) {
    // The first text and the lead of the first key are one text.
    all.push(at === 0 ? `${start.join("")}${lead}` : lead, { variable, isEncoded: true });
  }
  return all.length === 0 ? [...start] : all;
}

/** The body as lines of text, where it is text. */
export function bodyTextOf(body: WireBody): string | null {
  switch (body.kind) {
    case "json":
      return jsonText(body.value);
    case "form":
      return body.pairs.join("&");
    case "text":
      return body.text;
    default:
      return null;
  }
}

/** JSON whose strings have escapes for all that hides or that a raw text cannot hold. */
function jsonText(value: Extract<WireBody, { kind: "json" }>["value"]): string {
  return valueText(value, jsonSyntax(jsonString), { depth: 0, before: 0, after: 0 });
}

function jsonString(text: string): string {
  return JSON.stringify(text).replace(/[`\u00a0\u0085\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** The header of a part, with an empty line at its end. */
export function partHeadOf({ name, content, type }: WirePart): string {
  const file = typeof content === "string" ? "" : `; filename="${escapedName(content.name)}"`;
  const kind = type === null ? "" : `Content-Type: ${type}\r\n`;
  return `Content-Disposition: form-data; name="${escapedName(name)}"${file}\r\n${kind}\r\n`;
}

/** As browsers write the names of fields. */
function escapedName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

/** What ends a line, hides, or is no whole character. */
export const awkward: RegExp = /[\p{C}\p{Zl}\p{Zp}\u00a0\u0085]/gu;

/** Throws where the text has no bytes. */
export function wellFormed(text: string): string {
  if (!text.isWellFormed()) throw new Unsampled("half of a surrogate pair has no bytes");
  return text;
}

/** `'{"a": 1}'`: PHP and Ruby give nothing between single quotes a meaning but backslashes. `null` where it is no such text. */
export function singleQuoted(text: string): string | null {
  return /^[ -~]*$/.test(text) && text.includes('"') && !/['\\]/.test(text) ? `'${text}'` : null;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A character that is no plain part of a text, as PHP and Ruby write it between double quotes: `\n`, `\u{200b}`. */
export function bracedEscape(character: string): string {
  return short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
