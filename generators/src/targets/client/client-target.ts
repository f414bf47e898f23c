// The HTTP operations -> the basis of a client: the operation table, typed methods over a send function, and
// the runtime that builds requests, sends them by `fetch` and reads responses.
import { type Code, code, exportFrom, identifier, literal } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { everyOperationOf, type HttpApi, type Operation } from "../../model/http.ts";
import { mediaTypesOf } from "../http/formats.ts";
import {
  always,
  exportedWhen,
  type HttpTarget,
  renderHttpTarget,
  type TargetFileSpec,
  type ValueCode,
} from "../http/http-target.ts";
import { hasDeprecations, hasEvents, hasIdempotencyKeys, hasVersions } from "../http/uses.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { schemasByOperation } from "../zod/schemas-by-operation.ts";
import { clientDeclarationsOf } from "./client.ts";
import { methodPlacesOf } from "./method-places.ts";
import { operationDeclarationsOf } from "./operations.ts";
import { hasPages } from "./pages.ts";
import { hasFlows, serverDeclarationsOf } from "./servers.ts";

export function renderClient(api: Api, context: ApiContext): GeneratedFile[] {
  if (api.http !== null)
    for (const problem of methodPlacesOf(api.http, context.apiOptions).problems) context.problem(problem);
  if (context.apiOptions.validation === "zod" && !context.targets.has("zod"))
    context.problem({
      message: 'validation: "zod" needs the schemas of the target "zod"',
      hint: 'add "zod" to targets, or set validation to "custom" and pass schemas to withValidation',
    });
  return renderHttpTarget(clientTarget(context), api, context);
}

const clientFile = {
  target: "client",
  path: "client.gen.ts",
  summary: "A method for each operation, over a send function.",
  declarations: [],
};

const clientTarget = (context: ApiContext): HttpTarget => ({
  target: "client",
  summary: "All exports of the client.",
  tablesOf: (api, values) => [
    ...operationsFiles(api, values, context),
    {
      ...clientFile,
      declarations: clientDeclarationsOf(api, methodPlacesOf(api, context.apiOptions), loadSchemasOf(api, context)),
    },
  ],
  generalFilesOf: (api) => [
    {
      path: "servers.gen.ts",
      summary: "The servers and security schemes of the API.",
      declarations: serverDeclarationsOf(api, context.apiOptions.extras),
    },
  ],
  webhooks: { summary: "What the API sends: its webhooks and callbacks.", module: "callbacks" },
  runtime: new URL("./runtime/", import.meta.url),
  exported: exportedByClient(context.apiOptions),
});

export function exportedByClient({
  extras,
  validation,
}: Pick<ApiOptions, "extras" | "validation">): HttpTarget["exported"] {
  const isWanted = (isUsed: boolean): boolean => extras === "more" || (extras === "all" && isUsed);
  return {
    ...always("runtime", "request", "response", "errors", "send", "outcomes", "create-send", "lenient", "throwing"),
    ...exportedWhen(() => extras !== "none", "retries", "refresh", "redirects"),
    ...exportedWhen((api) => isWanted(hasIdempotencyKeys(api)), "idempotency"),
    ...exportedWhen((api) => isWanted(hasVersions(api)), "conditional"),
    ...exportedWhen((api) => isWanted(hasDeprecations(api)), "deprecation"),
    ...exportedWhen(() => extras === "more", "problems"),
    ...exportedWhen((api) => extras === "more" && hasFlows(api), "oauth"),
    ...always("base-url"),
    ...exportedWhen(() => validation !== "none", "validation"),
    ...exportedWhen((api) => api.securitySchemes.length > 0, "credentials"),
    ...exportedWhen(hasChoice, "accepting"),
    ...exportedWhen((api) => extras !== "none" && hasBytes(api), "byte-streams"),
    ...exportedWhen(hasSequences, "sequence-errors"),
    ...exportedWhen((api) => extras !== "none" && hasEvents(api), "reconnect"),
    ...exportedWhen(hasPages, "next-page", "pages"),
  };
}

/** A function that loads the schemas of the description; `null` where calls do not validate by themselves, as those to receivers of webhooks. */
function loadSchemasOf({ operations }: HttpApi, { apiOptions, targets, specifierOf }: ApiContext): Code | null {
  const isSent = operations.some(({ trigger }) => trigger !== null);
  if (apiOptions.validation !== "zod" || !targets.has("zod") || isSent) return null;
  const module = specifierOf(clientFile, { kind: "generated", target: "zod", path: schemasByOperation.path });
  const name = schemasByOperation.name;
  return code`async () => (await import(${literal(module)})).${identifier(name)}`;
}

/** One file; where operations are divided, one that exports them, and its parts. */
function operationsFiles(api: HttpApi, values: ValueCode, { partOf }: ApiContext): TargetFileSpec[] {
  const path = "operations.gen.ts";
  const summary = "Each operation as typed data.";
  const fileOf = (file: string, operations: readonly Operation[]): TargetFileSpec => ({
    path: file,
    summary,
    declarations: operationDeclarationsOf({ ...api, operations }, values),
  });
  const byPath = Map.groupBy(api.operations, ({ name }) => partOf?.({ target: "client", path }, name) ?? path);
  if (byPath.has(path)) return [fileOf(path, api.operations)];
  const parts = [...byPath].map(([file, operations]) => fileOf(file, operations));
  const declarations = parts.map((part) => exportFrom({ target: "client", path: part.path }));
  return [{ path, summary, declarations }, ...parts];
}

/** Whether a response has several media types. */
function hasChoice(api: HttpApi): boolean {
  return everyOperationOf(api).some(({ responses }) => responses.some(({ content }) => content.length > 1));
}

function hasBytes(api: HttpApi): boolean {
  const { requests, responses } = mediaTypesOf(api);
  return [...requests, ...responses].some(({ body }) => body === "binary");
}

/** Whether a response is a sequence. */
function hasSequences(api: HttpApi): boolean {
  return mediaTypesOf(api).responses.some(({ item }) => item !== null);
}
