// A model and names of our targets -> the JavaScript of these targets and those they need, for commands that run what they generate.
import path from "node:path";
import { emitted } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import { apiOptionsOf } from "../model/option-values.ts";
import { builtInTargetOf, type TargetName, targetNames } from "../targets/built-in-targets.ts";
import { SharedRuntime } from "../targets/shared-runtime.ts";
import type { Target } from "../targets/target.ts";
import { type BaseContext, filesOf, withGuards } from "./target-files.ts";

export interface GeneratedScript {
  /** Below a common folder: `server/routes.gen.js`. Imports between them are relative. */
  readonly path: string;
  readonly text: string;
}

/** Throws what a target throws. Needs `zod` where `zod` or `server` run. */
export async function generateInMemory(
  api: Api,
  names: readonly TargetName[],
  options: Partial<ApiOptions> = {},
): Promise<GeneratedScript[]> {
  const wanted = new Set<string>(names);
  for (const name of targetNames.toReversed()) {
    if (wanted.has(name)) for (const needed of builtInTargetOf(name).needs) wanted.add(needed);
  }
  const targets = targetNames.filter((each) => wanted.has(each)).map(builtInTargetOf);
  const context = inMemoryContext(apiOptionsOf({ ...options, emit: "js" }), targets);
  const scripts: GeneratedScript[] = [];
  for (const definition of targets) {
    for (const { target, path: file, text } of await filesOf(definition, api, { context })) {
      if (file.endsWith(".js")) scripts.push({ path: `${target}/${file}`, text });
    }
  }
  for (const { target, path: file, text } of await emitted(context.runtime.files(context), "js"))
    if (file.endsWith(".js")) scripts.push({ path: `${target}/${file}`, text });
  return scripts;
}

/** What targets have in common where nothing is written: a folder for each, imports between them relative. */
export function inMemoryContext(
  options: ApiOptions,
  targets: readonly Target[],
): BaseContext & { readonly runtime: SharedRuntime } {
  return {
    header: ["Generated for this run."],
    apiOptions: withGuards(options, targets),
    targets: new Set(targets.map(({ name }) => name)),
    emission: options.emit,
    openapiPath: null,
    runtime: new SharedRuntime(options),
    specifierOf: (from: Placed, to: Imported): string => (to.kind === "package" ? to.specifier : relative(from, to)),
  };
}

interface Placed {
  readonly target: string;
  readonly path: string;
}

type Imported = (Placed & { readonly kind: "generated" }) | { readonly kind: "package"; readonly specifier: string };

function relative(from: Placed, to: Placed): string {
  const relativePath = path.posix.relative(
    path.posix.join(from.target, path.posix.dirname(from.path)),
    `${to.target}/${to.path}`,
  );
  return (relativePath.startsWith(".") ? relativePath : `./${relativePath}`).replace(/\.ts$/, ".js");
}
