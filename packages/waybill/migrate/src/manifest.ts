// The text of a package.json that has another generator -> the same with ours: dependencies and scripts, and nothing else of it.
import { type ToolName, tools } from "./tools.ts";

export interface ManifestChange {
  readonly tool: ToolName;
  readonly to: "fetch" | "client";
  readonly version: string;
  /** Packages of the targets of the configuration. */
  readonly targets: readonly string[];
}

export function manifestText(text: string, { tool, to, version, targets }: ManifestChange): string {
  const [generator = "", ...others] = tools[tool].packages;
  const range = `^${version}`;
  const needed = ["waybill", ...(to === "fetch" ? ["@waybill/paths"] : targets)];
  const runtime = to === "fetch" ? ["@waybill/fetch"] : [];
  const replaced = [
    ...(isListed(text, generator) ? [[generator, needed] as const] : []),
    ...others.map(
      (name) => [name, name === "openapi-fetch" || !isListed(text, "openapi-fetch") ? runtime : []] as const,
    ),
  ];
  const dependencies = replaced.reduce(
    (one, [name, by]) =>
      withDependency(
        one,
        name,
        by.map((it) => [it, range] as const),
      ),
    text,
  );
  return scriptsOf(dependencies).reduce((one, [from, script]) => {
    const commands = script.split(/(\s*(?:&&|\|\||;)\s*)/).map((command) => commandText(command, tool, to));
    return one.replace(from, () => JSON.stringify(commands.join("")));
  }, dependencies);
}

function isListed(text: string, name: string): boolean {
  return text.includes(`${JSON.stringify(name)}:`);
}

/** `"openapi-fetch": "^0.17.0",` -> `"@waybill/fetch": "^0.1.0",` with the space and the commas that were there. */
function withDependency(text: string, name: string, by: readonly (readonly [string, string])[]): string {
  const quoted = JSON.stringify(name).replace(/[/\\^$*+?.()|[\]{}]/g, "\\$&");
  return text.replace(
    new RegExp(`([{,])(\\s*)${quoted}:\\s*"[^"]*"(,?)`),
    (_, before: string, space: string, after: string) => {
      const entries = by.map(([one, range]) => `${space}${JSON.stringify(one)}: ${JSON.stringify(range)}`);
      if (entries.length > 0) return `${before}${entries.join(",")}${after}`;
      return before === "{" ? before : after;
    },
  );
}

/** Values of `scripts` as they are written, and what they say. */
function scriptsOf(text: string): [string, string][] {
  const scripts: unknown = JSON.parse(text).scripts;
  return Object.values(typeof scripts === "object" && scripts !== null ? scripts : {}).map((script) => [
    JSON.stringify(script),
    String(script),
  ]);
}

function commandText(command: string, tool: ToolName, to: ManifestChange["to"]): string {
  const { words } = tools[tool].program;
  if (!words.test(command)) return command;
  if (to === "fetch") return command.replace(words, (match) => match.replace("openapi-typescript", "waybill paths"));
  const [before = ""] = command.split(words);
  // A program that starts another one, such as npx, stays.
  return `${before}${before === "" ? "" : " "}waybill generate`;
}
