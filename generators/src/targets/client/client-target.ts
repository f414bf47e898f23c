// The HTTP operations -> the basis of a client: the operation table, typed methods over a send function, and
// the runtime that builds requests, sends them by `fetch` and reads responses.
import { type Declaration, exportFrom } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { HttpApi } from "../../model/http.ts";
import { mediaTypesOf } from "../http/formats.ts";
import { type HttpTarget, renderHttpTarget } from "../http/http-target.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { clientDeclarationsOf } from "./client.ts";
import { operationDeclarationsOf } from "./operations.ts";
import { serverDeclarationsOf } from "./servers.ts";

export function renderClient(api: Api, context: ApiContext): GeneratedFile[] {
  return renderHttpTarget(client, api, context);
}

const client: HttpTarget = {
  target: "client",
  summary: "Everything a client is built on.",
  tablesOf: (api, { dates }) => [
    {
      path: "operations.gen.ts",
      summary: "What the description says about each operation, as data that carries its types.",
      declarations: operationDeclarationsOf(api, dates),
    },
    {
      path: "client.gen.ts",
      summary: "A method for each operation, over a function that sends.",
      declarations: clientDeclarationsOf(api),
    },
  ],
  generalFilesOf: (api) => [
    {
      path: "servers.gen.ts",
      summary: "Where the API is served, and how requests prove who sends them.",
      declarations: serverDeclarationsOf(api),
    },
  ],
  webhooks: { summary: "What the API sends: its webhooks and callbacks.", module: "callbacks" },
  runtime: new URL("./runtime/", import.meta.url),
  modulesOf: ({ securitySchemes }) => ({
    exported: [
      ...["runtime", "request", "response", "errors", "send", "retries", "base-url"],
      ...(securitySchemes.length === 0 ? [] : ["credentials"]),
    ],
    inner: ["deadline", "headers", "places", "texts", "waits"],
  }),
  bodies: {
    read: "responses",
    modules: ["values", "styles", "bodies", "body-format", "charsets", "media-types"],
  },
  otherExportsOf: sequenceErrorsOf,
};

/** The errors of reading a sequence. */
function sequenceErrorsOf(api: HttpApi): Declaration[] {
  if (mediaTypesOf(api).responses.every(({ item }) => item === null)) return [];
  const namedExports = ["BrokenSequenceError", "MalformedItemError"];
  return [exportFrom({ target: "client", path: "sequences.gen.ts" }, { namedExports })];
}
