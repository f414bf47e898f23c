// The files that declare the names of a file: where schemas are divided, and where modules of a runtime share a file.
import type { PartOf } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import { clientRoomOf } from "./client/rooms.ts";
import { schemaPartOf } from "./schema-files.ts";

export function partsOf(api: Api, options: ApiOptions): PartOf {
  const schemaPart = schemaPartOf(api, options);
  return (file, name) => clientRoomOf(file) ?? schemaPart(file, name);
}
