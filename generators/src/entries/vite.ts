// A Vite plugin: generates code before a build, and again when a file that it depends on changes.
import path from "node:path";
import type { Plugin } from "vite";
import type { Config } from "../run/config/config.ts";
import { type GenerateResult, generate } from "./library/generate.ts";

export interface WaybillPluginOptions {
  /** A configuration, or the path of its file. Default: `waybill.config.ts`. */
  readonly config?: Config | string;
}

/** `plugins: [waybill()]`. An error of the description fails a build, and is shown in the page while developing. */
export default function waybill({ config = "waybill.config.ts" }: WaybillPluginOptions = {}): Plugin {
  let cwd = process.cwd();
  let inputs: ReadonlySet<string> = new Set();
  return {
    name: "waybill",
    configResolved: ({ root }) => {
      cwd = root;
    },
    async buildStart() {
      const result = await generate(config, { cwd });
      inputs = new Set(result.inputs);
      for (const file of inputs) this.addWatchFile(file);
      const [error] = errorsOf(result, cwd);
      if (error !== undefined) this.error(error);
    },
    async watchChange(file) {
      if (!inputs.has(file)) return;
      const result = await generate(config, { cwd });
      inputs = new Set(result.inputs);
      for (const input of inputs) this.addWatchFile(input);
      for (const error of errorsOf(result, cwd)) this.warn(error);
    },
  };
}

function errorsOf({ usage, diagnostics }: GenerateResult, cwd: string) {
  const found = diagnostics.filter(({ severity }) => severity === "error");
  return [
    ...usage.map(({ message, hint }) => ({ message: hint === null ? message : `${message}\nhint: ${hint}` })),
    ...found.map(({ code, message, hint, file, line, column }) => ({
      message: `${code}: ${message}\nhint: ${hint}`,
      ...(file === null || line === null || column === null
        ? {}
        : { loc: { file: path.resolve(cwd, file), line, column: column - 1 } }),
    })),
  ];
}
