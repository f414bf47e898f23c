// A folder with samples -> the compiler errors of those in TypeScript, under strict settings.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../receivers/command.ts";

const root = join(import.meta.dirname, "../..");

export async function complaintsAbout(folder: string): Promise<string[]> {
  const project = join(folder, "tsconfig.json");
  writeFileSync(project, JSON.stringify({ extends: "../../tsconfig.base.json", include: ["typescript"] }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { code, out } = await outputOf({ command: process.execPath, args: [compiler, "-p", project] }, {});
  return code === 0 ? [] : [`the samples in TypeScript do not compile:\n${out}`];
}
