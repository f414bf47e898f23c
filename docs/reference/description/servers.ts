// A description -> the addresses of the API, and samples with the address in place of the variable that programs have it in.
import { withAddress } from "../../../generators/src/plugin.ts";
import type { CodeSamples } from "./decorate.ts";
import { entriesAt, isObject, type Json, type JsonObject, memberAt, textAt } from "./json.ts";

export interface Server {
  /** Variables have their defaults: `https://api.waybill.example` */
  readonly url: string;
  readonly description: string | null;
}

/** Of the whole API, the first one first. */
export function serversOf(document: JsonObject): Server[] {
  return listOf(document["servers"]);
}

/** What an operation states comes before what its path states, and that before what holds for all. */
export function serverOf(document: JsonObject, path: string, method: string): Server | null {
  const places = [["paths", path, method, "servers"], ["paths", path, "servers"], ["servers"]];
  return places.flatMap((place) => listOf(memberAt(document, place)))[0] ?? null;
}

function listOf(servers: Json | undefined): Server[] {
  return (Array.isArray(servers) ? servers : []).filter(isObject).map((server) => {
    const variables = new Map(
      entriesAt(server, ["variables"]).map(([name, variable]) => [name, textAt(variable, ["default"])]),
    );
    const url = (textAt(server, ["url"]) ?? "/").replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      return variables.get(name) ?? whole;
    });
    return { url: url.replace(/\/$/, ""), description: textAt(server, ["description"]) };
  });
}

/** With the address in place of the variable, and what has to be installed. */
export function addressed(samples: CodeSamples, url: string): CodeSamples {
  return Object.fromEntries(
    Object.entries(samples).map(([operation, some]) => [
      operation,
      some.map((sample) => ({ ...sample, source: withInstall(withAddress(sample.source, url), sample.lang) })),
    ]),
  );
}

/** What a program imports that does not come with its language is named above it. */
function withInstall(source: string, language: string): string {
  if (language !== "typescript") return source;
  const packages = [...source.matchAll(/^import .* from "((?:@[\w-]+\/)?[\w-]+)";$/gm)].map(([, name]) => name);
  return packages.length === 0 ? source : `// npm install ${[...new Set(packages)].join(" ")}\n${source}`;
}
