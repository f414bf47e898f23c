// A description -> the output for it on disk, below this package, so that it finds Zod; or the problems that the target reports.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readApi } from "../../../../generators/src/checks/model-checks.ts";
import { Report, textOf } from "../../../../generators/src/diagnostics/index.ts";
import { contextOf, emitAll } from "../../../../generators/test/scenarios/generation.ts";
import channels from "../src/index.ts";

export type Options = Parameters<typeof channels.with>[0];

export interface Generated {
  /** `warning: …`, as the target reports them. */
  readonly problems: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** `asyncapi`: a path below `cwd`, whose files it may refer to. The files of all targets are written below `directory`. */
export async function generateFrom(
  { cwd, asyncapi }: { readonly cwd: string; readonly asyncapi: string },
  directory: string,
  options: Options = {},
): Promise<Generated> {
  const report = new Report();
  const place = { cwd, asyncapi, options: {} };
  const { api } = readApi(place, report);
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  const problems: string[] = [];
  const context = {
    ...contextOf(null),
    problem: ({ severity = "error", message }: { readonly severity?: string; readonly message: string }) => {
      problems.push(`${severity}: ${message}`);
    },
  };
  const files = await emitAll(api, [channels.with(options)], context);
  for (const { target, path: name, text } of files) {
    const file = path.join(directory, target, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const own = files.filter(({ target }) => target === "channels");
  return { problems, texts: new Map(own.map(({ path: name, text }) => [name, text])) };
}

export async function generate(description: string, directory: string, options: Options = {}): Promise<Generated> {
  mkdirSync(directory, { recursive: true });
  const asyncapi = "asyncapi.yaml";
  writeFileSync(path.join(directory, asyncapi), description);
  return await generateFrom({ cwd: directory, asyncapi }, directory, options);
}
