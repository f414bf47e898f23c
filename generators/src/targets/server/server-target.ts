// The HTTP operations -> the basis of a server: the interface of its handlers, and the route table as data.
import type { Api } from "../../model/api.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { everyOperationOf } from "../../model/http.ts";
import { always, exportedWhen, type HttpTarget, renderHttpTarget } from "../http/http-target.ts";
import { hasEvents, hasIdempotencyKeys, hasLinks, hasVersions } from "../http/uses.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { hasGuards } from "../zod/index.ts";
import { handlerDeclarationsOf, missingDeclarationsOf } from "./handlers.ts";
import { retirementProblemsOf } from "./response-headers.ts";
import { routeDeclarationsOf } from "./routes.ts";

export function renderServer(api: Api, context: ApiContext): GeneratedFile[] {
  if (api.http !== null) for (const problem of retirementProblemsOf(api.http)) context.problem(problem);
  return renderHttpTarget(serverTarget(context), api, context);
}

export function exportedByServer({ extras }: Pick<ApiOptions, "extras">): HttpTarget["exported"] {
  const isWanted = (isUsed: boolean): boolean => extras === "more" || (extras === "all" && isUsed);
  return {
    ...always("runtime", "incoming", "parameters", "refusals", "responses", "serve"),
    ...always("node-incoming", "node-handler", "node-server", "node-host", "maybe"),
    ...exportedWhen((api) => everyOperationOf(api).some(hasGuards), "guarded"),
    ...exportedWhen((api) => api.securitySchemes.length > 0, "credentials"),
    ...exportedWhen((api) => isWanted(hasVersions(api)), "preconditions"),
    ...exportedWhen((api) => isWanted(hasIdempotencyKeys(api)), "idempotency"),
    ...exportedWhen((api) => isWanted(hasLinks(api)), "page-links"),
    ...exportedWhen((api) => extras !== "none" && hasEvents(api), "keep-alive"),
  };
}

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
  exported: exportedByServer(context.apiOptions),
});
