// A Vite plugin: generates code before a build, and again when a file that it depends on changes.
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Plugin } from "vite";
import type { Config } from "../run/config/config.ts";
import type { GenerateResult, GenerateSettings } from "./library/generate.ts";

export interface WaybillPluginOptions {
  /**
   * A configuration, or the path of its file. Default: `waybill.config.ts`. From a file, code is generated in a thread of its own, so that
   * the server that develops answers meanwhile; a configuration that is given here may have functions, which cannot go there.
   */
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
      const result = await generated(config, { cwd });
      inputs = new Set(result.inputs);
      for (const file of inputs) this.addWatchFile(file);
      const [error] = errorsOf(result, cwd);
      if (error !== undefined) this.error(error);
    },
    async watchChange(file) {
      if (!inputs.has(file)) return;
      const result = await generated(config, { cwd });
      inputs = new Set(result.inputs);
      for (const input of inputs) this.addWatchFile(input);
      for (const error of errorsOf(result, cwd)) this.warn(error);
    },
  };
}

async function generated(config: Config | string, settings: GenerateSettings): Promise<GenerateResult> {
  if (typeof config !== "string") return (await import("./library/generate.ts")).generate(config, settings);
  const module = new URL(`./library/generate-worker${path.extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, { workerData: { config, settings } });
  return await new Promise((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that generates ended with exit code ${code}`)));
  });
}

function errorsOf({ usage, diagnostics }: GenerateResult, cwd: string) {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return [
    ...usage.map(({ message, hint }) => ({ message: hint === null ? message : `${message}\nhint: ${hint}` })),
    ...errors.map(({ code, message, hint, file, line, column }) => ({
      message: `${code}: ${message}\nhint: ${hint}`,
      ...(file === null || line === null || column === null
        ? {}
        : { loc: { file: path.resolve(cwd, file), line, column: column - 1 } }),
    })),
  ];
}
