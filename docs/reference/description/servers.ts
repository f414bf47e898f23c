// A description -> the addresses of the API, and samples with the address in place of the variable that programs have it in.
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

/** The spellings of the variable in generated samples. Throws where another is left: a reader would not know its value. */
export function addressed(samples: CodeSamples, url: string): CodeSamples {
  const inQuotes = JSON.stringify(url);
  const filled = (source: string): string =>
    source
      .replaceAll('process.env["BASE_URL"] ?? ""', inQuotes)
      .replaceAll('os.environ["BASE_URL"] + "', inQuotes.slice(0, -1))
      .replaceAll('os.environ["BASE_URL"]', inQuotes)
      .replaceAll('os.Getenv("BASE_URL")+"', inQuotes.slice(0, -1))
      .replaceAll('getenv("BASE_URL") . "', inQuotes.slice(0, -1).replaceAll("$", "\\$"))
      .replaceAll('ENV.fetch("BASE_URL")', inQuotes)
      .replaceAll("$BASE_URL", url);
  return Object.fromEntries(
    Object.entries(samples).map(([operation, some]) => [
      operation,
      some.map((sample) => {
        const source = filled(sample.source);
        if (source.includes("BASE_URL"))
          throw new Error(
            `the ${sample.label} sample of ${operation} has BASE_URL in a way that servers.ts does not know`,
          );
        return { ...sample, source: withInstall(source, sample.lang) };
      }),
    ]),
  );
}

/** What a program imports that does not come with its language is named above it. */
function withInstall(source: string, language: string): string {
  if (language !== "typescript") return source;
  const packages = [...source.matchAll(/^import .* from "((?:@[\w-]+\/)?[\w-]+)";$/gm)].map(([, name]) => name);
  return packages.length === 0 ? source : `// npm install ${[...new Set(packages)].join(" ")}\n${source}`;
}
