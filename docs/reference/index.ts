// The descriptions -> the pages of the reference: one for each operation, event and schema.
import { readFileSync } from "node:fs";
import path from "node:path";
import { lossesOf } from "./check/losses.ts";
import type { CodeSamples } from "./description/decorate.ts";
import type { JsonObject } from "./description/json.ts";
import type { Description } from "./description/read.ts";
import { addressed, serversOf } from "./description/servers.ts";
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
import { firstLike, httpPages, operationGroups } from "./sections/http.ts";
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
  /** The page that stands for one and those that say the same of another method. */
  readonly groupOf: (path: string) => string;
}

/** `samples` are by operation id. */
export async function buildReference(description: Description, samples: CodeSamples): Promise<Reference> {
  const schemas = schemasOf(description);
  const targets = targetsOf(description, schemas);
  const contents = [
    ...(await httpPages(description, addressed(samples, serversOf(description.openapi)[0]?.url ?? ""))),
    ...(await eventPages(description)),
    ...(await schemaPages(description, schemas)),
  ];
  const pages = contents.map((content) => pageOf(content, targets));
  const losses = lossesOf(description, schemas, pages);
  if (losses.length > 0) throw new Error(`the reference leaves out what the description says:\n${losses.join("\n")}`);
  return {
    pages,
    navigation: navigationOf(description, schemas),
    groupOf: groupOf(description),
    css: ["reference.css", "samples.css", "try-it.css"]
      .map((file) => readFileSync(path.join(import.meta.dirname, file), "utf8"))
      .join("\n"),
  };
}

function groupOf({ http }: Description): (path: string) => string {
  const first = new Map(
    http.operations.map((operation) => [operationPath(operation), operationPath(firstLike(operation, http))]),
  );
  return (path) => first.get(path) ?? path;
}

function navigationOf({ http, messaging }: Description, schemas: ReadonlyMap<string, JsonObject>): ReferenceGroup[] {
  const operations = operationGroups(http).map(({ label, operations: some }) => ({
    label,
    items: some.map((operation) => ({
      label: operation.words.summary ?? operation.id,
      path: operationPath(operation),
      badge: operation.method.toUpperCase(),
    })),
  }));
  const messages = messaging.messages.map((message) => ({ label: message.eventName, path: eventPath(message) }));
  const named = [...schemas].map(([name, schema]) => ({ label: schemaLabel(name, schema), path: schemaPath(name) }));
  return [
    { label: "", items: [{ label: "Overview", path: httpPath }] },
    ...operations,
    { label: "", items: [{ label: "Overview", path: eventsPath }] },
    { label: "Events", items: messages },
    { label: "Schemas", items: named.sort((a, b) => (a.label < b.label ? -1 : 1)) },
  ].filter(({ items }) => items.length > 0);
}
