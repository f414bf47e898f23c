// The packed toolkit in a folder of its own -> a program that calls it as a library, and a Vite build with its plugin.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder, installedVersion, runIn } from "../harness/fresh-folder.ts";
import { type Consumer, installTarballs } from "./consumer-folder.ts";

const program = join(import.meta.dirname, "library");
const toolkit = join(import.meta.dirname, "../../../generators");

export async function runLibrary({ tarballs }: Consumer): Promise<string> {
  using folder = freshFolder("library", program);
  await installTarballs(
    folder.path,
    tarballs.filter(({ name }) => name === "waybill"),
    { registry: ["zod"] },
  );
  await runIn(folder.path, "npm", "install", "--prefer-offline", `vite@${installedVersion(toolkit, "vite")}`);
  // This Node: the one on the path may be too old for the toolkit.
  await runIn(folder.path, process.execPath, "node_modules/vite/bin/vite.js", "build");
  const printed = await runIn(folder.path, process.execPath, "run.mjs");
  const bundle = readFileSync(join(folder.path, "dist/main.js"), "utf8");
  if (!bundle.includes("max(40)")) throw new Error("the bundle does not hold the generated validator");
  return printed;
}
