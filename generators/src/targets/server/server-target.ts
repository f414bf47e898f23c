// The HTTP operations -> the basis of a server: the interface of its handlers, and the route table as data.
import type { Api } from "../../model/api.ts";
import { everyOperationOf } from "../../model/http.ts";
import { always, given, type HttpTarget, renderHttpTarget } from "../http/http-target.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { hasGuards } from "../zod/index.ts";
import { handlerDeclarationsOf, missingDeclarationsOf } from "./handlers.ts";
import { routeDeclarationsOf } from "./routes.ts";

export function renderServer(api: Api, context: ApiContext): GeneratedFile[] {
  return renderHttpTarget(serverTarget(context), api, context);
}

export const exportedByServer: HttpTarget["exported"] = {
  ...always("runtime", "incoming", "parameters", "refusals", "responses", "serve"),
  ...always("node-incoming", "node-handler", "node-server", "node-host", "maybe"),
  ...given((api) => everyOperationOf(api).some(hasGuards), "guarded"),
  ...given((api) => api.securitySchemes.length > 0, "credentials"),
};

const serverTarget = (context: ApiContext): HttpTarget => ({
  target: "server",
  summary: "All exports of the server.",
  tablesOf: (api, values) => [
    {
      path: "handlers.gen.ts",
      summary: "The handlers of a server: one method per operation.",
      declarations: handlerDeclarationsOf(api, context),
    },
    {
      path: "missing-handlers.gen.ts",
      summary: "The operations as the compiler reports them where they have no handler.",
      declarations: missingDeclarationsOf(api),
    },
    {
      path: "routes.gen.ts",
      summary: "Each operation of the description, as data.",
      declarations: routeDeclarationsOf(api, values),
    },
  ],
  generalFilesOf: () => [],
  webhooks: { summary: "What it takes to receive webhooks and callbacks of the API.", module: "webhooks" },
  runtime: new URL("./runtime/", import.meta.url),
  exported: exportedByServer,
});
