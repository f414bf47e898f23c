// Scenarios -> one folder with an API for each, upgraded in one run: two programs of the compiler for all of them together.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../../src/cli/run.ts";
import { plainTerminal, ranApart } from "../cli/in-process.ts";
import { commitIn } from "../cli/workspace.ts";
import type { Descriptions, Scenario } from "./scenarios.ts";

export interface Outcome {
  readonly text: string;
  readonly left: readonly string[];
}

export class ShopFolder implements Disposable {
  readonly folder: string = realpathSync(mkdtempSync(path.join(tmpdir(), "waybill-upgrade-")));
  private readonly scenarios: readonly Scenario[];

  /** Generated from the base, and committed. */
  static async generated(scenarios: readonly Scenario[]): Promise<ShopFolder> {
    const made = new ShopFolder(scenarios);
    const { code, stderr } = await ranApart(made.folder, ["generate", "--no-cache"]);
    if (code !== 0) throw new Error(stderr);
    commitIn(made.folder);
    for (const scenario of scenarios) made.describe(scenario.name, scenario.revision);
    return made;
  }

  private constructor(scenarios: readonly Scenario[]) {
    this.scenarios = scenarios;
    const apis = scenarios.map(({ name, targets, options }) => {
      const asyncapi = targets.includes("webhooks") ? `asyncapi: "${name}/asyncapi.yaml", ` : "";
      return `"${name}": { openapi: "${name}/openapi.yaml", ${asyncapi}out: "${name}/gen", importExtension: ".ts", targets: ${JSON.stringify(targets)}, ${options} }`;
    });
    this.write("waybill.config.mjs", `export default { apis: { ${apis.join(",\n")} } };\n`);
    this.write("package.json", '{ "type": "module" }\n');
    this.write(".gitignore", "node_modules\n");
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, include: scenarios.map(({ name }) => name) }));
    for (const { name, base, before, language } of scenarios) {
      this.describe(name, base);
      this.write(`${name}/use.${language}`, before);
    }
    mkdirSync(path.join(this.folder, "node_modules"));
    symlinkSync(path.join(import.meta.dirname, "../../node_modules/zod"), path.join(this.folder, "node_modules/zod"));
  }

  private describe(name: string, { openapi, asyncapi }: Descriptions): void {
    this.write(`${name}/openapi.yaml`, openapi);
    this.write(`${name}/asyncapi.yaml`, asyncapi);
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  /** By scenario. */
  async upgraded(
    ...words: readonly string[]
  ): Promise<{ readonly outcomes: ReadonlyMap<string, Outcome>; readonly result: UpgradeJson }> {
    const renames = this.scenarios.flatMap(({ name, renames: given }) =>
      given.map((rename) => `--rename=${name}:${rename}`),
    );
    const parts: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
    const terminal = plainTerminal(this.folder, {
      out: (text) => parts.out.push(text),
      err: (text) => parts.err.push(text),
    });
    const ask = async (question: string): Promise<string> => (this.confirms(question) ? "y" : "");
    await runCommand(["upgrade", "--json", ...words, ...renames], { ...terminal, ask });
    const [stdout, stderr] = [parts.out.join(""), parts.err.join("")];
    const result: UpgradeJson = JSON.parse(stdout || "{}");
    if (result.files === undefined) throw new Error(stderr + stdout);
    const outcomes = this.scenarios.map(({ name, language }) => {
      const own = `${name}/use.${language}`;
      const left = result.left.filter(({ file }) => file === own).map(({ line, message }) => `${line} ${message}`);
      return [name, { text: this.read(own), left }] as const;
    });
    return { outcomes: new Map(outcomes), result };
  }

  private confirms(question: string): boolean {
    return this.scenarios.some(({ name, confirmed }) =>
      confirmed.some((member) => question.startsWith(`${name}: `) && question.includes(member)),
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface UpgradeJson {
  readonly ok: boolean;
  readonly base: string;
  readonly files: readonly { readonly path: string }[];
  readonly changes: readonly {
    readonly kind: string;
    readonly message: string;
    readonly edits: number;
    readonly api: string;
  }[];
  readonly questions: readonly { readonly old: string }[];
  readonly left: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
    readonly hint: string;
  }[];
}

const compilerOptions = {
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "nodenext",
  jsx: "preserve",
  allowJs: true,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};
