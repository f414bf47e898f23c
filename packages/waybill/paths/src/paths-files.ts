// The OpenAPI document -> the files of the target: its declarations, and an index.
import { type Api, exportFrom, type FileSpec, type GeneratedFile, type PrintContext, printFile } from "waybill/plugin";
import { declarationsOf } from "./declarations.ts";
import type { Context, PathsOptions } from "./style.ts";

const pathsFile = { target: "paths", path: "paths.gen.ts" } as const;

export function filesOf(api: Api, context: Context): GeneratedFile[] {
  if (api.http === null) return [];
  const index: FileSpec = {
    target: "paths",
    path: "index.gen.ts",
    summary: "All types.",
    declarations: [exportFrom(pathsFile, { isTypeOnly: true })],
  };
  return [typesOf(api, context.options, context), printFile(index, context)];
}

/** The declarations alone. */
export function typesOf(api: Api, options: PathsOptions, context: PrintContext): GeneratedFile {
  const declarations = api.http === null ? [] : declarationsOf(api, api.http, options);
  const summary = "The paths of the API, as openapi-fetch and its family take them.";
  return printFile({ ...pathsFile, summary, declarations }, context);
}
