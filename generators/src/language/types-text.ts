// A model -> the text of the types that its schemas become.

import { filesOf } from "../generation/target-files.ts";
import type { Api } from "../model/api.ts";
import { type ApiOptions, apiOptionsOf } from "../model/api-options.ts";
import { ownTargetOf } from "../targets/own-targets.ts";

/** The declarations of all schemas, as TypeScript; `""` where there are none. */
export async function schemaTypesOf(api: Api, options: Partial<ApiOptions> = {}): Promise<string> {
  const apiOptions = apiOptionsOf({ ...options, emit: "ts", schemaFiles: "one" });
  const context = {
    header: ["For an editor."],
    apiOptions,
    emission: apiOptions.emit,
    openapiPath: null,
    specifierOf: (_: unknown, to: { readonly kind: string; readonly specifier?: string; readonly path?: string }) =>
      to.specifier ?? `./${to.path ?? ""}`,
  };
  const files = await filesOf(ownTargetOf("types"), api, { context });
  return files.find(({ path }) => path === "schemas.gen.ts")?.text ?? "";
}
