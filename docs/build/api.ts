// The folder of the description -> what the site is made from: the model, and both documents whole, which downloads and the landing page
// show.
import {
  type Api,
  bundledJson,
  type HttpApi,
  type MessagingApi,
  Report,
  readApi,
  textOf,
} from "../../generators/src/entries/description.ts";
import type { JsonObject } from "./json.ts";

export interface Description {
  readonly api: Api;
  readonly http: HttpApi;
  readonly messaging: MessagingApi;
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  readonly folder: string;
}

/** From `openapi.yaml`, `asyncapi.yaml` and what they refer to. */
export function readDescription(folder: string): Description {
  const report = new Report();
  const [openapi, asyncapi] = ["openapi.yaml", "asyncapi.yaml"] as const;
  const { api } = readApi({ cwd: folder, openapi, asyncapi }, report);
  if (api === null || api.http === null || api.messaging === null) {
    const problems = report.list().map((problem) => textOf(problem));
    throw new Error(`there is no description to show:\n${problems.join("\n")}`);
  }
  const whole = (file: string): JsonObject => bundledJson(file, { cwd: folder });
  const { http, messaging } = api;
  return { api, http, messaging, openapi: whole(openapi), asyncapi: whole(asyncapi), folder };
}
