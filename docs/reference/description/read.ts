// The folder of a description -> what the reference is made from: the model, and both documents whole.
import path from "node:path";
import {
  type Api,
  type HttpApi,
  type Location,
  lineColumnOf,
  type MessagingApi,
  Report,
  readApi,
  spanOf,
  textOf,
} from "../../../generators/src/description.ts";
import { bundle } from "../../build/bundle.ts";
import type { JsonObject } from "./json.ts";

export interface Description {
  readonly schemas: Api["schemas"];
  readonly http: HttpApi;
  readonly messaging: MessagingApi;
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  /** The folder that links to the description are relative to. */
  readonly folder: string;
}

/** From `openapi.yaml`, `asyncapi.yaml` and what they refer to; `root` is the workspace. */
export function readDescription(folder: string, root: string): Description {
  const report = new Report();
  const [openapi, asyncapi] = ["openapi.yaml", "asyncapi.yaml"] as const;
  const { schemas, http = null, messaging = null } = readApi({ cwd: folder, openapi, asyncapi }, report).api ?? {};
  if (schemas === undefined || http === null || messaging === null) {
    const problems = report.list().map((problem) => textOf(problem));
    throw new Error(`there is no description to show:\n${problems.join("\n")}`);
  }
  const whole = (file: string): JsonObject => bundle(path.join(folder, file), root);
  return { schemas, http, messaging, openapi: whole(openapi), asyncapi: whole(asyncapi), folder };
}

/** The page of the file with the line on which `at` begins: `/description/paths/orders.yaml/#L12`. */
export function sourcePath({ folder }: Description, at: Location): string {
  const file = path.relative(folder, at.document.path).replaceAll("\\", "/");
  return `/description/${file}/#L${lineColumnOf(at.document, spanOf(at).start).line}`;
}
