// A model -> the text of the types that its schemas become.
import { inMemoryContext } from "../generation/in-memory.ts";
import { filesOf } from "../generation/target-files.ts";
import type { Api } from "../model/api.ts";
import { type ApiOptions, apiOptionsOf } from "../model/api-options.ts";
import { ownTargetOf } from "../targets/own-targets.ts";

/** The declarations of all schemas, as TypeScript; `""` where there are none. */
export async function schemaTypesOf(api: Api, options: Partial<ApiOptions> = {}): Promise<string> {
  const context = inMemoryContext(apiOptionsOf({ ...options, emit: "ts", schemaFiles: "one" }));
  const files = await filesOf(ownTargetOf("types"), api, { context });
  return files.find(({ path }) => path === "schemas.gen.ts")?.text ?? "";
}
