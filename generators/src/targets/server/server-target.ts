// The HTTP operations -> the basis of a server: the interface of its handlers, and the route table as data.
import { type Declaration, type FileSpec, printFile } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf, type HttpApi } from "../../model/http.ts";
import { mediaTypesOf } from "../http/bodies.ts";
import { formatFilesOf } from "../http/formats.ts";
import { exportOf, indexFile } from "../http/index-file.ts";
import { runtimeFileOf } from "../http/runtime-file.ts";
import { printWebhookFiles, webhooksAsOperations } from "../http/webhooks.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { DateCode } from "../types/index.ts";
import { hasGuards } from "../zod/index.ts";
import { handlerDeclarationsOf } from "./handlers.ts";
import { routeDeclarationsOf } from "./routes.ts";

/** Writes nothing without an OpenAPI document, or with one without operations; the command line reports that. */
export function renderServer({ http, schemas }: Api, context: ApiContext): GeneratedFile[] {
  if (http === null || everyOperationOf(http).length === 0) return [];
  return emitServer(http, context, context.apiOptions.dates === "date" ? new DateCode(schemas) : null);
}

function emitServer(api: HttpApi, context: ApiContext, dates: DateCode | null): GeneratedFile[] {
  const files = api.operations.length === 0 ? [] : tableFilesOf(api, dates);
  const runtime = runtimeFilesOf(api).map((url) => runtimeFileOf("server", url, context));
  const inner = [...innerFilesOf(api), ...(dates === null ? [] : [ownFile("dated")])].map((url) =>
    runtimeFileOf("server", url, context),
  );
  const webhooks = webhookFilesOf(api, dates);
  const index = indexFile({
    target: "server",
    summary: "Everything a server is built on.",
    exports: exportsOf([...files, ...runtime].map(({ path }) => path)),
    hasWebhooks: webhooks.length > 0,
  });
  const printed = [...files, index].map((file) => printFile(file, context));
  return [...printed, ...printWebhookFiles(webhooks, context), ...runtime, ...inner];
}

function tableFilesOf(api: HttpApi, dates: DateCode | null): FileSpec[] {
  return [
    fileOf("handlers.gen.ts", "What a server has to do: one method per operation.", handlerDeclarationsOf(api)),
    fileOf(
      "routes.gen.ts",
      "What the description says about each operation, as data.",
      routeDeclarationsOf(api, dates),
    ),
  ];
}

/** The user of the API receives its webhooks and callbacks, as a server does. */
function webhookFilesOf(api: HttpApi, dates: DateCode | null): FileSpec[] {
  if (api.webhooks.length === 0) return [];
  const files = tableFilesOf(webhooksAsOperations(api), dates);
  const exports = exportsOf([...files.map(({ path }) => path), "webhooks.gen.ts"]);
  return [...files, fileOf("index.gen.ts", "What it takes to receive webhooks and callbacks of the API.", exports)];
}

function runtimeFilesOf(api: HttpApi): readonly URL[] {
  return [
    ...runtimeFiles,
    ...(everyOperationOf(api).some(hasGuards) ? [ownFile("guarded")] : []),
    ...(api.securitySchemes.length === 0 ? [] : [ownFile("credentials")]),
  ];
}

/** What only other files refer to. */
function innerFilesOf(api: HttpApi): readonly URL[] {
  const { requests, responses } = mediaTypesOf(api);
  return [
    ...["requests", "answers", ...(api.webhooks.length === 0 ? [] : ["webhooks"])].map(ownFile),
    ...formatFilesOf({ written: responses, read: requests }, [
      "body-format",
      "values",
      "pairs",
      "styles",
      "media-types",
    ]),
  ];
}

const runtimeFiles: readonly URL[] = ["runtime", "parameters", "refusals", "serve", "node-handler"].map(ownFile);

function ownFile(name: string): URL {
  return new URL(`./runtime/${name}.ts`, import.meta.url);
}

function exportsOf(paths: readonly string[]): Declaration[] {
  return paths.map((path) => exportOf("server", path));
}

function fileOf(path: string, summary: string, declarations: FileSpec["declarations"]): FileSpec {
  return { target: "server", path, summary, declarations };
}
