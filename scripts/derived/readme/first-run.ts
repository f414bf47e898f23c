// The toolkit in a new project: `init`, `generate`, and `generate` again after a typo -> what each command printed, and what was written.
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { endOf } from "../../testing/programs.ts";

const root = path.join(import.meta.dirname, "../../..");
const program = path.join(root, "generators/bin/waybill.js");
const compiler = path.join(root, "node_modules/typescript/bin/tsc");
const settings = { module: "nodenext", target: "es2023", strict: true, noEmit: true, skipLibCheck: true, types: [] };
const typo = { from: "maxLength", to: "maxLenght" };

export interface FirstRun {
  /** What a person sees: prompts, and what the commands printed. */
  readonly terminal: readonly string[];
  /** What the run with the typo printed. */
  readonly diagnostic: string;
  readonly description: string;
  /** A program that calls the generated client; it compiles. */
  readonly call: string;
  /** Reads a file below the output folder. */
  readonly generated: Readonly<Record<"types" | "zod", string>>;
}

export async function firstRun(): Promise<FirstRun> {
  using folder = freshFolder("first-run");
  const at = (file: string): string => path.join(folder.path, file);
  copyFileSync(path.join(import.meta.dirname, "openapi.yaml"), at("openapi.yaml"));
  const description = readFileSync(at("openapi.yaml"), "utf8");
  writeFileSync(at("package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(at("tsconfig.json"), JSON.stringify({ compilerOptions: settings, include: ["src"] }));
  // The configuration imports one, generated validators the other.
  mkdirSync(at("node_modules"));
  symlinkSync(path.join(root, "generators"), at("node_modules/waybill"), "dir");
  symlinkSync(path.join(root, "generators/node_modules/zod"), at("node_modules/zod"), "dir");
  const run = async (words: readonly string[], code: number): Promise<string> => {
    // A reader runs the program with npx, whichever package manager started this script.
    const { npm_config_user_agent: _, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: "1" };
    const ended = await endOf([process.execPath, ...words], { cwd: folder.path, env });
    if (ended.code === code) return ended.output.trimEnd();
    throw new Error(`${words.join(" ")} ended with ${ended.code ?? "a signal"}, not ${code}:\n${ended.output}`);
  };
  const init = await run([program, "init"], 0);
  const generate = await run([program, "generate"], 0);
  const call = readFileSync(path.join(import.meta.dirname, "call.ts.txt"), "utf8");
  writeFileSync(at("src/call.ts"), call);
  await run([compiler, "-p", folder.path], 0);
  const generated = {
    types: readFileSync(at("src/generated/types/schemas.gen.ts"), "utf8"),
    zod: readFileSync(at("src/generated/zod/schemas.gen.ts"), "utf8"),
  };
  writeFileSync(at("openapi.yaml"), description.replace(typo.from, typo.to));
  const diagnostic = await run([program, "generate"], 1);
  const terminal = [
    ...["$ npx waybill init", init, "", "$ npx waybill generate", generate, ""],
    ...[`$ sed -i 's/${typo.from}/${typo.to}/' openapi.yaml`, "$ npx waybill generate", diagnostic],
  ];
  return { terminal: terminal.join("\n").split("\n"), diagnostic, description, call, generated };
}
