// The folder of a description -> what the reference is made from: the model, and both documents whole.
import { existsSync } from "node:fs";
import path from "node:path";
import {
  type Api,
  type Location,
  lineColumnOf,
  Report,
  readApi,
  spanOf,
  textOf,
} from "../../../generators/src/description.ts";
import { bundled } from "./bundle.ts";
import type { JsonObject } from "./json.ts";

export interface Description {
  readonly api: Api;
  readonly openapi: JsonObject | null;
  readonly asyncapi: JsonObject | null;
  /** The folder that links to the description are relative to. */
  readonly folder: string;
}

export interface DescriptionFiles {
  readonly folder: string;
  readonly openapi?: string | undefined;
  readonly asyncapi?: string | undefined;
}

export function readDescription({ folder, openapi, asyncapi }: DescriptionFiles): Description {
  const report = new Report();
  const { api } = readApi({ cwd: folder, openapi, asyncapi }, report);
  if (api === null)
    throw new Error(
      `there is no description to show:\n${report
        .list()
        .map((problem) => textOf(problem))
        .join("\n")}`,
    );
  const whole = (file: string | undefined): JsonObject | null =>
    file === undefined ? null : bundled(path.join(folder, file));
  return { api, openapi: whole(openapi), asyncapi: whole(asyncapi), folder };
}

/** `openapi.yaml` and `asyncapi.yaml`, whichever is there. */
export function filesIn(folder: string): DescriptionFiles {
  const present = (file: string): string | undefined => (existsSync(path.join(folder, file)) ? file : undefined);
  return { folder, openapi: present("openapi.yaml"), asyncapi: present("asyncapi.yaml") };
}

/** The page of the file with the line on which `at` begins: `/description/paths/orders.yaml/#L12`. */
export function sourcePath({ folder }: Description, at: Location): string {
  const file = path.relative(folder, at.document.path).replaceAll("\\", "/");
  return `/description/${file}/#L${lineColumnOf(at.document, spanOf(at).start).line}`;
}
