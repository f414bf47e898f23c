// The toolkit's command line, in a new project with this API's description -> what a first run prints, between the marks of a page.
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freshFolder } from "../packages/fresh-folder.ts";
import { steady } from "../printed.ts";
import { endOf } from "../programs.ts";

const root = path.join(import.meta.dirname, "../..");
const program = path.join(root, "generators/bin/waybill.js");
const marks = ["<!-- first run: made by scripts/docs/first-run.ts -->\n", "<!-- /first run -->"] as const;

/** What a user of the API types: its description is one file, and the project is one of TypeScript. */
const commands: readonly (readonly string[])[] = [["init"], ["generate"]];

/** `text`: the page before. A page without the marks stays as it is. */
export async function withFirstRun(text: string): Promise<string> {
  const [before = "", rest] = text.split(marks[0]);
  if (rest === undefined) return text;
  const [, after = ""] = rest.split(marks[1]);
  return `${before}${marks[0]}\n\`\`\`console\n${await firstRun()}\n\`\`\`\n\n${marks[1]}${after}`;
}

/** Each command after a prompt, and its output, byte for byte but for times. Rejects when one fails. */
async function firstRun(): Promise<string> {
  using folder = freshFolder("first-run");
  copyFileSync(path.join(root, "spec/releases/1.0.0/openapi.json"), path.join(folder.path, "openapi.json"));
  writeFileSync(path.join(folder.path, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(path.join(folder.path, "tsconfig.json"), '{ "compilerOptions": { "module": "nodenext" } }');
  // The configuration imports the package.
  mkdirSync(path.join(folder.path, "node_modules"));
  symlinkSync(path.join(root, "generators"), path.join(folder.path, "node_modules/waybill"), "dir");
  const printed: string[] = [];
  for (const words of commands) {
    const env = { ...process.env, NO_COLOR: "1" };
    const { code, output } = await endOf([process.execPath, program, ...words], { cwd: folder.path, env });
    if (code !== 0) throw new Error(`waybill ${words.join(" ")} ended with ${code ?? "a signal"}:\n${output}`);
    printed.push(`$ npx waybill ${words.join(" ")}\n${steady(output)}`);
  }
  return printed.join("\n\n");
}
