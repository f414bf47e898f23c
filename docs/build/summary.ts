// The description -> the figures and names that the site's own pages state.
import type { Description } from "../reference/description/read.ts";
import { serversOf } from "../reference/description/servers.ts";
import { schemasOf } from "../reference/description/site-map.ts";
import { operationGroups } from "../reference/sections/http.ts";

export interface Summary {
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** Where the API is by default. */
  readonly api: string;
  /** As the reference lists them: a path that takes any method is one. */
  readonly operations: number;
  readonly events: number;
  readonly schemas: number;
}

export function summaryOf(description: Description): Summary {
  const { http, messaging, openapi } = description;
  const [server] = serversOf(openapi);
  return {
    title: http.info.title,
    summary: http.info.summary ?? "",
    version: http.info.version,
    api: `${server?.url ?? ""}/`,
    operations: operationGroups(http).flatMap(({ operations }) => operations).length,
    events: messaging.messages.length,
    schemas: schemasOf(description).size,
  };
}
