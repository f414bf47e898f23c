// A request -> one line for a shell, with secrets replaced by variables.
import type { HeaderPair, SentRequest } from "./exchange.ts";

/** Header values that must not be printed, and the variable that stands for each. */
export type Secrets = ReadonlyMap<string, string>;

/** `curl -i -X POST 'http://…/v1/orders/create' -H "Authorization: Bearer $WAYBILL_KEY" --data-raw '{…}'` */
export function curlOf(request: SentRequest, secrets: Secrets = new Map()): string {
  const { method, server, target, headers, body } = request;
  const start = method === "HEAD" ? ["curl", "--head"] : ["curl", "-i", ...(method === "GET" ? [] : ["-X", method])];
  const parts = [
    ...start,
    ...(target.includes("/../") || target.includes("/./") ? ["--path-as-is"] : []),
    single(`${server}${target}`),
    ...headers.filter(isWorthShowing).flatMap(([name, value]) => ["-H", headerText(name, value, secrets)]),
    ...(body === null ? [] : ["--data-raw", single(new TextDecoder().decode(body))]),
  ];
  return parts.join(" ");
}

function isWorthShowing([name]: HeaderPair): boolean {
  return !["content-length", "host", "connection", "user-agent", "accept", "accept-encoding"].includes(
    name.toLowerCase(),
  );
}

function headerText(name: string, value: string, secrets: Secrets): string {
  for (const [secret, variable] of secrets) {
    if (secret === "" || !value.includes(secret)) continue;
    const [before = "", ...after] = value.split(secret);
    const rest = after.join(secret);
    const shown = /^\w/.test(rest) ? `\${${variable}}` : `$${variable}`;
    return `"${inDouble(`${name}: ${before}`)}${shown}${inDouble(rest)}"`;
  }
  return single(`${name}: ${value}`);
}

/** Nothing is special between single quotes but the quote itself; what no terminal shows is written as an escape. */
function single(text: string): string {
  if (/(?![\t\n])\p{Cc}/u.test(text)) {
    const escaped = text
      .replace(/[\\']/g, "\\$&")
      .replace(/\p{Cc}/gu, (mark) => `\\x${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
    return `$'${escaped}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function inDouble(text: string): string {
  return text.replace(/["\\$`]/g, "\\$&");
}
