// A model -> the text of the types that its schemas become.
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import type { NamedSchema } from "../model/schema.ts";
import { generatedTexts } from "./generated.ts";

/** The declarations of all schemas, as TypeScript; `""` where there are none. */
export async function schemaTypesOf(api: Api, options: Partial<ApiOptions> = {}): Promise<string> {
  const files = await generatedTexts(api, "types", { ...options, schemaFiles: "one" });
  return files.find(({ path }) => path === "schemas.gen.ts")?.text ?? "";
}

/** The declaration of one schema, in a file of its own. */
export function schemaTypeOf(named: NamedSchema, options: Partial<ApiOptions> = {}): Promise<string> {
  return schemaTypesOf({ http: null, messaging: null, schemas: [named] }, options);
}
