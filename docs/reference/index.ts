// The descriptions -> the pages of the reference: one for each operation, event and schema.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Operation } from "../../generators/src/description.ts";
import { definitionOf } from "./description/bundle.ts";
import { type Description, filesIn, readDescription } from "./description/read.ts";
import { slugOf } from "./page/ids.ts";
import { operationPage, operationPath } from "./page/operation.ts";
import type { ReferencePage } from "./page/page.ts";
import { openRedoc } from "./redoc/app.ts";
import { harvestOperation } from "./redoc/harvest.ts";

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
}

export async function buildReference(options: ReferenceOptions): Promise<Reference> {
  const description = readDescription(filesIn(options.spec));
  const pages = await httpPages(description);
  return {
    pages,
    navigation: navigationOf(description),
    css: readFileSync(path.join(import.meta.dirname, "reference.css"), "utf8"),
  };
}

async function httpPages(description: Description): Promise<ReferencePage[]> {
  const { api, openapi } = description;
  if (api.http === null || openapi === null) return [];
  const redoc = await openRedoc(definitionOf(openapi), []);
  const pages: ReferencePage[] = [];
  for (const operation of api.http.operations) {
    const view = await harvestOperation(redoc, routeOf(operation));
    const eventPaths = new Map<string, string>();
    pages.push(operationPage({ description, operation, view, path: operationPath(operation), eventPaths }));
  }
  redoc.close();
  return pages;
}

function routeOf(operation: Operation): string {
  return `${slugOf(operation.tags[0] ?? "")}/${operation.id.toLowerCase()}`;
}

function navigationOf({ api }: Description): ReferenceGroup[] {
  return (api.http?.tags ?? []).map((tag) => ({
    label: tag.name,
    items: (api.http?.operations ?? [])
      .filter(({ tags }) => tags[0] === tag.name)
      .map((operation) => ({
        label: operation.words.summary ?? operation.id,
        path: operationPath(operation),
        badge: operation.method.toUpperCase(),
      })),
  }));
}
