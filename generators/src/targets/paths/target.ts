// The OpenAPI document -> the `paths` type that openapi-fetch and its family take, through openapi-typescript.
// The one target that does not read the model: it hands the document to that tool and checks what comes back.
import { type FileSpec, printFile, printForeignFile, StructureKind } from "../../emit/index.ts";
import type { GeneratedFile, Target, TargetContext } from "../target.ts";
import { checkPrinted } from "./check-printed.ts";
import { printPaths } from "./openapi-typescript.ts";

export const target: Target = {
  name: "paths",
  summary: "the `paths` type of openapi-typescript, for openapi-fetch and its family",
  needs: [],
  emit: async (api, context) =>
    api.http === null || context.openapiPath === null ? [] : emitPaths(context.openapiPath, context),
};

async function emitPaths(openapiPath: string, context: TargetContext): Promise<GeneratedFile[]> {
  const body = await printPaths(openapiPath);
  await checkPrinted(body);
  const summary = "The paths of the API as openapi-typescript describes them.";
  const file = printForeignFile({ ...pathsFile, summary }, body, context);
  // Nothing but types, which `checkPrinted` has made sure of: no compiler has to say which part of it runs.
  const divided = { script: printForeignFile({ ...pathsFile, summary }, "export {};", context).text, types: file.text };
  return [{ ...file, divided }, printFile(indexFile, context)];
}

const pathsFile = { target: "paths", path: "paths.gen.ts" } as const;

const indexFile: FileSpec = {
  target: "paths",
  path: "index.gen.ts",
  summary: "All types.",
  declarations: [
    {
      kind: StructureKind.ExportDeclaration,
      module: { kind: "generated", ...pathsFile },
      names: "all",
      typeOnly: true,
    },
  ],
};
