// The schemas of both halves of a description -> a page for each.
import { schemasTag } from "../description/decorate.ts";
import { type JsonObject, memberAt, textAt } from "../description/json.ts";
import { type Description, sourcePath } from "../description/read.ts";
import { eventPath, operationPath, schemaPath } from "../description/site-map.ts";
import { exampleOf, messageIn, schemasReached } from "../description/usage.ts";
import type { PageContent } from "../page/page.ts";
import type { PageLink } from "../page/parts.ts";
import { schemaPage } from "../page/schema.ts";
import { openRedoc } from "../redoc/app.ts";
import { harvestPlain } from "../redoc/harvest.ts";
import { schemaRoute } from "../redoc/routes.ts";

export async function schemaPages(
  description: Description,
  schemas: ReadonlyMap<string, JsonObject>,
): Promise<PageContent[]> {
  const redoc = await openRedoc(onlySchemas(schemas), []);
  try {
    const pages: PageContent[] = [];
    for (const [name, schema] of schemas) {
      const html = await harvestPlain(redoc, schemaRoute(name));
      const example = exampleOf(name, description.openapi) ?? exampleOf(name, description.asyncapi);
      const at = description.schemas.find((known) => known.nameParts.at(-1) === name)?.schema.at;
      pages.push(
        schemaPage({
          name,
          schema,
          html,
          path: schemaPath(name),
          source: at === undefined ? null : sourcePath(description, at),
          users: usersOf(name, description),
          example,
        }),
      );
    }
    return pages;
  } finally {
    redoc.close();
  }
}

/** Redoc has pages of schemas for OpenAPI alone. Schemas are the same in both. */
function onlySchemas(schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Schemas", version: "1" },
    tags: [{ name: schemasTag }],
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function usersOf(name: string, { http, messaging, openapi, asyncapi }: Description): PageLink[] {
  const operations = http.operations.filter(({ path, method }) =>
    schemasReached(memberAt(openapi, ["paths", path.text, method]), openapi).has(name),
  );
  const messages = messaging.messages.filter((message) =>
    schemasReached(messageIn(asyncapi, message), asyncapi).has(name),
  );
  return [
    ...operations.map((operation) => ({
      label: operation.words.summary ?? operation.id,
      path: operationPath(operation),
    })),
    ...messages.map((message) => ({
      label: `${message.title ?? message.key} (${message.eventName})`,
      path: eventPath(message),
    })),
  ];
}

export function schemaLabel(name: string, schema: JsonObject): string {
  return textAt(schema, ["title"]) ?? name;
}
