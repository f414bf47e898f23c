// The HTTP operations -> the basis of a client: the operation table, typed methods over a send function, and
// the runtime that builds requests, sends them by `fetch` and reads responses.
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
import { clientDeclarationsOf } from "./client.ts";
import { operationDeclarationsOf } from "./operations.ts";
import { serverDeclarationsOf } from "./servers.ts";

/** Writes nothing without an OpenAPI document, or with one without operations; the command line reports that. */
export function renderClient({ http, schemas }: Api, context: ApiContext): GeneratedFile[] {
  if (http === null || everyOperationOf(http).length === 0) return [];
  return emitClient(http, context, context.apiOptions.dates === "date" ? new DateCode(schemas) : null);
}

function emitClient(api: HttpApi, context: ApiContext, dates: DateCode | null): GeneratedFile[] {
  const files = [
    ...(api.operations.length === 0 ? [] : tableFilesOf(api, dates)),
    fileOf(
      "servers.gen.ts",
      "Where the API is served, and how requests prove who sends them.",
      serverDeclarationsOf(api),
    ),
  ];
  const runtime = runtimeFilesOf(api).map((url) => runtimeFileOf("client", url, context));
  const inner = [...innerFilesOf(api), ...(dates === null ? [] : [datedFile])].map((url) =>
    runtimeFileOf("client", url, context),
  );
  const webhooks = webhookFilesOf(api, dates);
  const index = indexFile({
    target: "client",
    summary: "Everything a client is built on.",
    exports: [...exportsOf([...files, ...runtime].map(({ path }) => path)), ...sequenceErrorsOf(api)],
    hasWebhooks: webhooks.length > 0,
  });
  const printed = [...files, index].map((file) => printFile(file, context));
  return [...printed, ...printWebhookFiles(webhooks, context), ...runtime, ...inner];
}

function tableFilesOf(api: HttpApi, dates: DateCode | null): FileSpec[] {
  return [
    fileOf(
      "operations.gen.ts",
      "What the description says about each operation, as data that carries its types.",
      operationDeclarationsOf(api, dates),
    ),
    fileOf("client.gen.ts", "A method for each operation, over a function that sends.", clientDeclarationsOf(api)),
  ];
}

/** The server of the API sends its webhooks and callbacks, as a client does. */
function webhookFilesOf(api: HttpApi, dates: DateCode | null): FileSpec[] {
  if (api.webhooks.length === 0) return [];
  const files = tableFilesOf(webhooksAsOperations(api), dates);
  const exports = exportsOf([...files.map(({ path }) => path), "callbacks.gen.ts"]);
  return [...files, fileOf("index.gen.ts", "What the API sends: its webhooks and callbacks.", exports)];
}

const datedFile = new URL("./runtime/dated.ts", import.meta.url);

/** The exports of the index. */
function runtimeFilesOf({ securitySchemes }: HttpApi): readonly URL[] {
  return [...runtimeFiles, ...(securitySchemes.length === 0 ? [] : [credentialsFile])];
}

const credentialsFile = new URL("./runtime/credentials.ts", import.meta.url);

const runtimeFiles: readonly URL[] = [
  new URL("./runtime/runtime.ts", import.meta.url),
  new URL("./runtime/request.ts", import.meta.url),
  new URL("./runtime/response.ts", import.meta.url),
  new URL("./runtime/errors.ts", import.meta.url),
  new URL("./runtime/send.ts", import.meta.url),
  new URL("./runtime/retries.ts", import.meta.url),
  new URL("./runtime/base-url.ts", import.meta.url),
];

function innerFilesOf(api: HttpApi): readonly URL[] {
  const { requests, responses } = mediaTypesOf(api);
  return [
    ...innerFiles,
    ...(api.webhooks.length > 0 ? [new URL("./runtime/callbacks.ts", import.meta.url)] : []),
    ...formatFilesOf({ written: requests, read: responses }, sharedFiles),
  ];
}

/** What only the files above and the operation table refer to. */
const innerFiles: readonly URL[] = [
  new URL("./runtime/deadline.ts", import.meta.url),
  new URL("./runtime/headers.ts", import.meta.url),
  new URL("./runtime/places.ts", import.meta.url),
  new URL("./runtime/texts.ts", import.meta.url),
  new URL("./runtime/waits.ts", import.meta.url),
];

const sharedFiles = ["values", "styles", "bodies", "body-format", "charsets", "media-types"];

/** The errors of reading a sequence. */
function sequenceErrorsOf(api: HttpApi): Declaration[] {
  if (mediaTypesOf(api).responses.every(({ item }) => item === null)) return [];
  return [exportOf("client", "sequences.gen.ts", { namedExports: ["BrokenSequenceError", "MalformedItemError"] })];
}

function exportsOf(paths: readonly string[]): Declaration[] {
  return paths.map((path) =>
    exportOf("client", path, path === "operations.gen.ts" ? { namespaceExport: "operations" } : {}),
  );
}

function fileOf(path: string, summary: string, declarations: FileSpec["declarations"]): FileSpec {
  return { target: "client", path, summary, declarations };
}
