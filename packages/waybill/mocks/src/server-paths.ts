// The servers of a description -> the paths that requests may have in front: `https://api.example/v1/` gives `/v1`.
import type { HttpApi } from "waybill/plugin";

/** Each once; servers without a path give none. */
export function pathsOf({ operations, servers }: HttpApi): string[] {
  const all = [...servers, ...operations.flatMap((operation) => operation.servers)];
  const paths = all.map(({ url, variables }) =>
    pathOf(variables.reduce((text, each) => text.replaceAll(`{${each.name}}`, () => each.default), url)),
  );
  return [...new Set(paths)].filter((path) => path !== "");
}

function pathOf(url: string): string {
  const base = "http://relative.example";
  return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/$/, "") : "";
}
