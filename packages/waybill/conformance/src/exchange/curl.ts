// A request -> one line for a shell, with secrets replaced by variables.
import { type HeaderPair, headerOf, type SentRequest, textOfBytes } from "./exchange.ts";
import { quoted, type Secrets, shellWordOf } from "./shell-word.ts";

export type { Secrets } from "./shell-word.ts";

/** `curl -i -X POST 'http://…/v1/orders/create' -H "Authorization: Bearer $WAYBILL_KEY" --data-raw '{…}'` */
export function curlOf(request: SentRequest, secrets: Secrets = new Map()): string {
  const { method, server, target, headers, body } = request;
  const verb = /^\w+$/.test(method) ? method : quoted(method);
  // With a body, curl would make a POST of a GET.
  const asked = method === "HEAD" ? ["--head"] : ["-i", ...(method === "GET" && body === null ? [] : ["-X", verb])];
  const url = `${server}${target}`;
  const [path = ""] = url.split("?", 1);
  const piped = body === null || isText(body) ? null : body;
  const parts = [
    ...(piped === null ? [] : ["printf", octal(piped), "|"]),
    "curl",
    ...asked,
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
