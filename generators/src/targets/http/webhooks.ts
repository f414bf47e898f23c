// The requests that the API sends itself -> the same files as for its operations, in a folder of their own below the target's.
import type { PrintContext } from "../../emit/index.ts";
import { printFile } from "../../emit/index.ts";
import type { HttpApi } from "../../model/http.ts";
import type { FileSpec, GeneratedFile } from "../target.ts";

const folder = "webhooks";

/** The path of such a file, as others import it. */
export function inWebhooks(path: string): string {
  return `${folder}/${path}`;
}

/** An API whose operations are those that it sends. Only their own security applies. */
export function webhooksAsOperations(api: HttpApi): HttpApi {
  return { ...api, operations: api.webhooks, webhooks: [] };
}

/** Prints files that refer to each other as if they were in the target's own folder; all other files are there. */
export function printWebhookFiles(files: readonly FileSpec[], context: PrintContext): GeneratedFile[] {
  const own = new Set(files.map(({ path }) => path));
  const moved = <Ref extends { readonly target: string; readonly path: string }>(ref: Ref, target: string): Ref =>
    ref.target === target && own.has(ref.path) ? { ...ref, path: inWebhooks(ref.path) } : ref;
  return files.map((file) => {
    const printed = printFile(file, {
      ...context,
      specifierOf: (from, to) =>
        context.specifierOf(moved(from, file.target), to.kind === "generated" ? moved(to, file.target) : to),
    });
    return { ...printed, path: inWebhooks(printed.path) };
  });
}
