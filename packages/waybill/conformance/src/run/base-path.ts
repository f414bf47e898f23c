// First responses that are all 404 -> a note that the URL may lack the path of the spec's server, or have another one.
import type { Server } from "waybill/description";
import type { Context } from "./context.ts";

export function noteBasePath(context: Context): void {
  const first = [...context.baselines];
  if (first.length === 0 || first.some(([, { status }]) => status !== 404)) return;
  const [server] = first.flatMap(([{ servers }]) => servers);
  const path = server === undefined ? null : pathOfServer(server);
  const own = new URL(context.server);
  if (path === null || path === withoutSlash(own.pathname)) return;
  const where =
    path === "" ? "without a path, like the first server of the spec" : "with the path of the first server of the spec";
  context.notes.add(`every operation returned 404: did you mean --url ${own.origin}${path}, ${where}?`);
}

/** `null` for an address that cannot be read. */
function pathOfServer({ url, variables }: Server): string | null {
  const filled = variables.reduce((text, { name, default: value }) => text.replaceAll(`{${name}}`, () => value), url);
  const address = URL.parse(filled, "http://server.example");
  return address === null ? null : withoutSlash(address.pathname);
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}
