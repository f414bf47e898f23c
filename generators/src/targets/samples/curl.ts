// A request -> the curl command that sends it, for any POSIX shell.
import type { Credential } from "./credentials.ts";
import { Unsampled } from "./sampled-request.ts";
import { jsonSyntax, valueText } from "./value-text.ts";
import type { WireBody, WirePart, WireSample } from "./wire.ts";

export function curlSampleOf(sample: WireSample, credentials: readonly Credential[]): string {
  // The method and the address share the first line.
  const first = ["curl", ...methodOf(sample), ...urlOf(sample.target)].join(" ");
  const rest = [
    ...credentials.flatMap(proofOf),
    ...sample.headers.map(headerOf),
    ...cookiesOf(sample, credentials),
    ...(sample.body === null ? [] : bodyOf(sample.body)),
  ];
  return [first, ...rest].join(" \\\n  ");
}

/** Empty where curl uses this method anyway. */
function methodOf({ method, body }: WireSample): string[] {
  const usual = body === null ? "GET" : "POST";
  if (method === usual) return [];
  return method === "HEAD" && body === null ? ["--head"] : [`-X ${shellWord(method)}`];
}

/** Brackets would be a pattern. Braces are only around what a reader replaces. */
function urlOf(target: string): string[] {
  const url = /^[\w\-.~%/?&=:@+,;*{}]*$/.test(target) ? `"$BASE_URL${target}"` : `"$BASE_URL"${shellText(target)}`;
  return [...(/[[\]]/.test(target) ? ["--globoff"] : []), url];
}

function proofOf({ proof }: Credential): string[] {
  switch (proof.kind) {
    case "authorization":
      return [`-H "Authorization: ${doubleQuoted(proof.scheme)} $${proof.variable}"`];
    case "basic":
      return [`-u "$${proof.user}:$${proof.password}"`];
    case "key":
      if (proof.in === "header") return [`-H "${doubleQuoted(proof.name)}: $${proof.variable}"`];
      return proof.in === "query" ? [`--url-query "${queryName(proof.name)}=$${proof.variable}"`] : [];
    case "certificate":
      return ["--cert client.crt --key client.key"];
  }
}

/** curl sends the text up to the equals sign unchanged. */
function queryName(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** A header with an empty value has a semicolon instead of a colon. */
function headerOf([name, value]: readonly [string, string]): string {
  return `-H ${shellText(value === "" ? `${name};` : `${name}: ${value}`)}`;
}

function cookiesOf({ cookies }: WireSample, credentials: readonly Credential[]): string[] {
  const keys = credentials.flatMap(({ proof }) =>
    proof.kind === "key" && proof.in === "cookie" ? [`${queryName(proof.name)}=$${proof.variable}`] : [],
  );
  if (keys.length === 0) return cookies === null ? [] : [`-H ${shellText(`Cookie: ${cookies}`)}`];
  return [`-H "Cookie: ${[...(cookies === null ? [] : [doubleQuoted(cookies)]), ...keys].join("; ")}"`];
}

function bodyOf(body: WireBody): string[] {
  switch (body.kind) {
    case "json":
      return [dataOf(valueText(body.value, json, { depth: 0, before: 6, after: 1 }))];
    case "form":
      return body.pairs.length === 0 ? ["-d ''"] : body.pairs.map(dataOf);
    case "multipart":
      return body.parts.map(partOf);
    case "text":
      return [dataOf(body.text)];
    case "file":
      return [`--data-binary ${shellText(`@${body.file.name}`)}`];
  }
}

const json = jsonSyntax((text) => JSON.stringify(text));

/** A leading at sign would introduce the name of a file. */
function dataOf(text: string): string {
  return `${text.startsWith("@") ? "--data-raw" : "-d"} ${shellText(text)}`;
}

function partOf({ name, content, type }: WirePart): string {
  if (/[="\\;\r\n]/.test(name)) throw new Unsampled(`curl cannot name a part ${JSON.stringify(name)}`);
  if (typeof content !== "string") return `-F ${shellText(`${name}=@${content.name};type=${type}`)}`;
  if (type === null) return `--form-string ${shellText(`${name}=${content}`)}`;
  return `-F ${shellText(`${name}="${content.replace(/["\\]/g, "\\$&")}";type=${type}`)}`;
}

/** One word of the shell that is exactly `text`: single quotes prevent any expansion. */
export function shellText(text: string): string {
  if (text.includes("\0")) throw new Unsampled("no argument of a command holds a zero byte");
  if (!text.isWellFormed()) throw new Unsampled("half of a surrogate pair has no bytes");
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function shellWord(text: string): string {
  return /^[\w-]+$/.test(text) ? text : shellText(text);
}

/** Between double quotes. An exclamation mark there expands history in an interactive shell. */
function doubleQuoted(text: string): string {
  if (/[!\0]/.test(text) || !text.isWellFormed()) throw new Unsampled("a name that the shell does not take");
  return text.replace(/["\\$`]/g, "\\$&");
}
