// The document that was found -> the address that a first call goes to: its first server, or where it is served.
import { readFileSync } from "node:fs";
import { parseText } from "../../../source/parse.ts";
import type { DescribedApi } from "./chosen-descriptions.ts";

const unknown = "https://api.example.com";

/** An example where the document has no server, or one whose address has variables. */
export function serverAddress({ openapi, files }: Pick<DescribedApi, "openapi" | "files">): string {
  if (files.openapi === null) return unknown;
  const url = typeof openapi === "object" && openapi !== null ? openapi.url : undefined;
  const parsed = parseText(readFileSync(files.openapi, "utf8"), files.openapi.endsWith(".json") ? "json" : "yaml");
  const server = parsed.ok ? firstServer(parsed.value) : null;
  if (server !== null && /[{}]/.test(server)) return unknown;
  // A relative address is relative to that of the document.
  const found = URL.parse(server ?? "/", url);
  return found === null || !/^https?:$/.test(found.protocol) ? unknown : found.href.replace(/\/$/, "");
}

function firstServer(root: unknown): string | null {
  const listed = textAt(memberOf(memberOf(root, "servers"), "0"), "url");
  const host = textAt(root, "host");
  if (listed !== null || host === null) return listed;
  const scheme = textAt(memberOf(root, "schemes"), "0") ?? "https";
  return `${scheme}://${host}${textAt(root, "basePath") ?? ""}`;
}

function textAt(value: unknown, name: string): string | null {
  const text = memberOf(value, name);
  return typeof text === "string" ? text : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
