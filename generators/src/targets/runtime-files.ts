// The files of a target's runtime that have several of its modules.
import { pathOfModule, type RuntimeFile } from "../emit/runtime/index.ts";
import { clientFiles } from "./client/runtime-files.ts";
import { serverFiles } from "./server/runtime-files.ts";
import { webhookFiles } from "./webhooks/runtime-files.ts";

const filesByTarget: Readonly<Record<string, readonly RuntimeFile[]>> = {
  client: clientFiles,
  server: serverFiles,
  webhooks: webhookFiles,
};

/** The file that has a module of a target's runtime; `null` where it has a file of its own. */
export function runtimePathOf({ target, path }: { readonly target: string; readonly path: string }): string | null {
  if (!path.endsWith(".gen.ts")) return null;
  const file = pathOfModule(path.slice(0, -".gen.ts".length), filesByTarget[target] ?? []);
  return file === path ? null : file;
}
