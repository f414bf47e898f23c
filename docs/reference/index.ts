// The descriptions -> the pages of the reference: one for each operation, event and schema.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { lossesOf } from "./check/losses.ts";
import type { CodeSamples } from "./description/decorate.ts";
import type { JsonObject } from "./description/json.ts";
import type { Description } from "./description/read.ts";
import { type DescriptionFiles, filesIn, readDescription } from "./description/read.ts";
import {
  eventPath,
  eventsPath,
  httpPath,
  operationPath,
  schemaPath,
  schemasOf,
  targetsOf,
} from "./description/site-map.ts";
import { pageOf, type ReferencePage } from "./page/page.ts";
import { eventPages } from "./sections/events.ts";
import { httpPages, operationGroups } from "./sections/http.ts";
import { schemaLabel, schemaPages } from "./sections/schemas.ts";

export type { ReferencePage } from "./page/page.ts";

export interface ReferenceGroup {
  readonly label: string;
  readonly items: readonly {
    readonly label: string;
    readonly path: string;
    /** `GET` */
    readonly badge?: string;
  }[];
}

export interface Reference {
  readonly pages: readonly ReferencePage[];
  readonly navigation: readonly ReferenceGroup[];
  readonly css: string;
}

export interface ReferenceOptions {
  /** The folder of the description: `openapi.yaml`, `asyncapi.yaml` and what they refer to. */
  readonly spec: string;
  /** The files in it, when they have other names. */
  readonly files?: Omit<DescriptionFiles, "folder">;
  /** By operation id. */
  readonly samples?: CodeSamples;
}

export async function buildReference({ spec, files, samples = {} }: ReferenceOptions): Promise<Reference> {
  const description = readDescription(files === undefined ? filesIn(spec) : { folder: spec, ...files });
  const schemas = schemasOf([description.openapi, description.asyncapi]);
  const targets = { ...targetsOf(description.api, schemas), hasDecisions: existsSync(path.join(spec, decisionsFile)) };
  const contents = [
    ...(await httpPages(description, samples)),
    ...(await eventPages(description)),
    ...(await schemaPages(description, schemas)),
  ];
  const pages = contents.map((content) => pageOf(content, targets));
  const losses = lossesOf(description, schemas, pages);
  if (losses.length > 0) throw new Error(`the reference leaves out what the description says:\n${losses.join("\n")}`);
  return {
    pages,
    navigation: navigationOf(description, schemas),
    css: readFileSync(path.join(import.meta.dirname, "reference.css"), "utf8"),
  };
}

/** The site publishes it at /guides/open-decisions/, which links of open decisions lead to. */
const decisionsFile = "open-decisions.md";

function navigationOf({ api }: Description, schemas: ReadonlyMap<string, JsonObject>): ReferenceGroup[] {
  const { http, messaging } = api;
  const operations = (http === null ? [] : operationGroups(http)).map(({ label, operations: some }) => ({
    label,
    items: some.map((operation) => ({
      label: operation.words.summary ?? operation.id,
      path: operationPath(operation),
      badge: operation.method.toUpperCase(),
    })),
  }));
  const messages = (messaging?.messages ?? []).map((message) => ({
    label: message.eventName,
    path: eventPath(message),
  }));
  const named = [...schemas].map(([name, schema]) => ({ label: schemaLabel(name, schema), path: schemaPath(name) }));
  return [
    ...(http === null ? [] : [{ label: "", items: [{ label: "Overview", path: httpPath }] }, ...operations]),
    ...(messaging === null
      ? []
      : [
          { label: "", items: [{ label: "Overview", path: eventsPath }] },
          { label: "Events", items: messages },
        ]),
    { label: "Schemas", items: named.sort((a, b) => (a.label < b.label ? -1 : 1)) },
  ].filter(({ items }) => items.length > 0);
}
