// examples/react in a folder of its own, with the packed toolkit, its targets and the package of the runtime -> generated, compiled and
// built as a user would.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder, installedVersion, runIn } from "../harness/fresh-folder.ts";
import type { Consumer } from "./consumer-folder.ts";

const workspace = join(import.meta.dirname, "../../..");
const example = join(workspace, "examples/react");

export async function runReactExample({ tarballs }: Consumer): Promise<string> {
  using folder = freshFolder("react-example");
  cpSync(example, folder.path, { recursive: true, filter: (source) => !source.endsWith("node_modules") });
  const packed = new Map(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  const manifest = join(folder.path, "package.json");
  const text = readFileSync(manifest, "utf8")
    .replace(/(?<="(\S+)": )"workspace:\*"/g, (_, name: string) => JSON.stringify(packed.get(name)))
    .replace(/(?<="(\S+)": )"catalog:"/g, (_, name: string) => JSON.stringify(installedVersion(workspace, name)));
  writeFileSync(manifest, text);
  await runIn(folder.path, "npm", "install", "--prefer-offline");
  // This Node: the one on the path may be too old for the toolkit.
  const run = (program: string, ...words: string[]): Promise<string> =>
    runIn(folder.path, process.execPath, join("node_modules", program), ...words);
  // What is checked in is what the published packages generate.
  await run("waybill/dist/cli/main.js", "check");
  await run("typescript/bin/tsc");
  await run("vite/bin/vite.js", "build", "--logLevel", "warn");
  const scripts = readdirSync(join(folder.path, "dist/assets")).filter((name) => name.endsWith(".js"));
  // The mocks, with the validators that they need, are in builds with mocks only.
  if (scripts.length !== 1) throw new Error(`the build has ${scripts.join(", ")}`);
  return "built";
}
