// The configuration or flags of one API -> what a run needs to know about it.

import path from "node:path";
import { codesOf } from "../../diagnostics/tolerance.ts";
import { apiOptionsOf, contradictionsIn } from "../../model/api-options.ts";
import type { ApiContext, ApiProject } from "./project.ts";
import { shownFile } from "./sources/foreign-source.ts";
import type { LocatedApi } from "./sources/locate.ts";
import { placesOf } from "./target-places.ts";
import { lenientBy } from "./tolerance.ts";

export function apiProject(api: LocatedApi, context: ApiContext): ApiProject {
  const { base, foreign } = context;
  const options = apiOptionsOf(api);
  for (const { message, hint } of contradictionsIn(options))
    context.problems.push({ message: `${context.at}: ${message}`, hint });
  const openapi = api.openapi === undefined ? null : path.resolve(base, api.openapi);
  const asyncapi = api.asyncapi === undefined ? null : path.resolve(base, api.asyncapi);
  const overlays = (api.overlays ?? []).map((file) => path.resolve(base, file));
  const documents = [openapi, asyncapi].filter((file) => file !== null);
  const shown = (files: readonly string[]): string => files.map((file) => shownFile(foreign, base, file)).join(" and ");
  return {
    name: context.name,
    openapi,
    asyncapi,
    overlays,
    source: overlays.length === 0 ? shown(documents) : `${shown(documents)} with ${shown(overlays)}`,
    options,
    places: placesOf(api, options, context),
    tolerate: codesOf(api.tolerate ?? []),
    lenient: context.lenient ?? lenientBy(api.strict),
  };
}
