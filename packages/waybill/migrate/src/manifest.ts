// The text of a package.json that has another generator -> the same with ours: dependencies and scripts, and nothing else of it.
import { applyEdits, type Edit, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import { type ToolName, tools } from "./tools.ts";

export interface ManifestChange {
  readonly tool: ToolName;
  readonly to: "fetch" | "client";
  readonly version: string;
  /** Packages of the targets of the configuration. */
  readonly targets: readonly string[];
}

export function manifestText(text: string, { tool, to, version, targets }: ManifestChange): string {
  const tree = parseTree(text);
  if (tree === undefined) return text;
  const [generator = "", ...others] = tools[tool].packages;
  const needed = ["waybill", ...(to === "fetch" ? ["@waybill/paths"] : targets)];
  const runtime = to === "fetch" ? ["@waybill/fetch"] : [];
  const [first] = others.filter((name) => sections.some((section) => findNodeAtLocation(tree, [section, name])));
  const replaced = [
    [generator, needed] as const,
    ...others.map((name) => [name, name === first ? runtime : []] as const),
  ];
  const dependencies = replaced.flatMap(([name, by]) =>
    sections.flatMap((section): Edit[] => {
      const property = findNodeAtLocation(tree, [section, name])?.parent;
      if (property === undefined || by.length === 0) return [];
      const [space] = /\s*$/.exec(text.slice(0, property.offset)) ?? [""];
      const entries = by.map((one) => `${JSON.stringify(one)}: ${JSON.stringify(`^${version}`)}`);
      return [{ offset: property.offset, length: property.length, content: entries.join(`,${space}`) }];
    }),
  );
  const scripts = (findNodeAtLocation(tree, ["scripts"])?.children ?? []).flatMap(({ children = [] }): Edit[] => {
    const [, { value, offset, length } = { value: "", offset: 0, length: 0 }] = children;
    const commands = String(value).split(/(\s*(?:&&|\|\||;)\s*)/);
    const content = commands.map((command) => commandText(command, tool, to)).join("");
    return content === value ? [] : [{ offset, length, content: JSON.stringify(content) }];
  });
  // One after the other: those of neighbors would overlap.
  const removed = replaced.flatMap(([name, by]) =>
    sections.map((section) => [section, name]).filter((path) => by.length === 0 && findNodeAtLocation(tree, path)),
  );
  return removed.reduce(
    (edited, path) => applyEdits(edited, modify(edited, path, undefined, {})),
    applyEdits(text, [...dependencies, ...scripts]),
  );
}

const sections = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

function commandText(command: string, tool: ToolName, to: ManifestChange["to"]): string {
  const { words } = tools[tool].program;
  if (!words.test(command)) return command;
  if (to === "fetch") return command.replace(words, (match) => match.replace("openapi-typescript", "waybill paths"));
  const [before = ""] = command.split(words);
  // A program that starts another one, such as npx, stays.
  return `${before}${before === "" ? "" : " "}waybill generate`;
}
