// The OpenAPI document -> the files of the target: its declarations, and an index.
import { type Api, exportFrom, type FileSpec, type GeneratedFile, printFile } from "waybill/plugin";
import { declarationsOf } from "./declarations.ts";
import type { Context } from "./style.ts";

const pathsFile = { target: "paths", path: "paths.gen.ts" } as const;

export function filesOf(api: Api, context: Context): GeneratedFile[] {
  if (api.http === null) return [];
  const declarations = declarationsOf(api, api.http, context.options);
  const summary = "The paths of the API, as openapi-fetch and its family take them.";
  const index: FileSpec = {
    target: "paths",
    path: "index.gen.ts",
    summary: "All types.",
    declarations: [exportFrom(pathsFile, { isTypeOnly: true })],
  };
  return [printFile({ ...pathsFile, summary, declarations }, context), printFile(index, context)];
}
