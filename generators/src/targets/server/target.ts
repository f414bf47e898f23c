// The HTTP operations -> what a server is built on: the interface of its handlers, and the route table as data.
import { type Declaration, type FileSpec, printFile, StructureKind } from "../../emit/index.ts";
import type { HttpApi } from "../../model/http.ts";
import { runtimeFileOf, shapeExportsOf, valuesFile } from "../http/runtime-file.ts";
import type { GeneratedFile, Target, TargetContext } from "../target.ts";
import { hasGuards } from "../zod/index.ts";
import { handlerDeclarationsOf } from "./handlers.ts";
import { routeDeclarationsOf } from "./routes.ts";

/** Writes nothing without an OpenAPI document, or with one that has no operation yet; the registry says so, and the command line tells the user. */
export const target: Target = {
  name: "server",
  summary: "the handler interface, the route table, and handlers that answer 501",
  needs: ["types", "zod"],
  emit: ({ http }, context) => (http === null || http.operations.length === 0 ? [] : emitServer(http, context)),
};

function emitServer(api: HttpApi, context: TargetContext): GeneratedFile[] {
  const files = [
    fileOf("handlers.gen.ts", "What a server has to do: one method per operation.", handlerDeclarationsOf(api)),
    fileOf("routes.gen.ts", "What the description says about each operation, as data.", routeDeclarationsOf(api)),
  ];
  const runtime = runtimeFilesOf(api).map((url) => runtimeFileOf("server", url, context));
  const values = runtimeFileOf("server", valuesFile, context);
  const index = indexOf([...files, ...runtime].map(({ path }) => path));
  return [...[...files, index].map((file) => printFile(file, context)), ...runtime, values];
}

function runtimeFilesOf({ securitySchemes, operations }: HttpApi): readonly URL[] {
  return [
    ...runtimeFiles,
    ...(operations.some(hasGuards) ? [guardedFile] : []),
    ...(securitySchemes.length === 0 ? [] : [credentialsFile]),
  ];
}

const guardedFile = new URL("./runtime/guarded.ts", import.meta.url);

const credentialsFile = new URL("./runtime/credentials.ts", import.meta.url);

const runtimeFiles: readonly URL[] = [
  new URL("./runtime/runtime.ts", import.meta.url),
  new URL("./runtime/parameters.ts", import.meta.url),
];

function indexOf(paths: readonly string[]): FileSpec {
  const exports = paths.map((path): Declaration => {
    return {
      kind: StructureKind.ExportDeclaration,
      module: { kind: "generated", target: "server", path },
      names: "all",
      typeOnly: false,
    };
  });
  return fileOf("index.gen.ts", "Everything a server is built on.", [...exports, shapeExportsOf("server")]);
}

function fileOf(path: string, summary: string, declarations: readonly Declaration[]): FileSpec {
  return { target: "server", path, summary, declarations };
}
