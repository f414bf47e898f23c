// The OpenAPI document -> the files of the target: what openapi-typescript prints of it, once that has been checked, and an index.
import {
  type Api,
  type FileSpec,
  type GeneratedFile,
  printFile,
  printForeignFile,
  type RenderContext,
  StructureKind,
} from "waybill/plugin";
import { checkPrinted } from "./check-printed.ts";
import { inexpressibleIn } from "./inexpressible.ts";
import { printPaths } from "./openapi-typescript.ts";

export async function renderPaths(api: Api, context: RenderContext): Promise<GeneratedFile[]> {
  if (api.http === null || context.openapiPath === null) return [];
  const problems = inexpressibleIn(api);
  for (const problem of problems) context.problem(problem);
  return problems.length > 0 ? [] : filesOf(context.openapiPath, context);
}

async function filesOf(openapiPath: string, context: RenderContext): Promise<GeneratedFile[]> {
  const body = await printPaths(openapiPath);
  checkPrinted(body);
  const summary = "The paths of the API as openapi-typescript describes them.";
  const file = printForeignFile({ ...pathsFile, summary }, body, context);
  // Nothing but types, which `checkPrinted` has made sure of: no compiler has to say which part of it runs.
  const scriptAndTypes = {
    script: printForeignFile({ ...pathsFile, summary }, "export {};", context).text,
    types: file.text,
  };
  return [{ ...file, scriptAndTypes }, printFile(indexFile, context)];
}

const pathsFile = { target: "paths", path: "paths.gen.ts" } as const;

const indexFile: FileSpec = {
  target: "paths",
  path: "index.gen.ts",
  summary: "All types.",
  declarations: [
    {
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: { kind: "generated", ...pathsFile },
    },
  ],
};
