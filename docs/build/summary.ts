// The description -> the figures and names that the site's own pages state.
import { addressOf } from "@waybill/docs";
import type { Description } from "./api.ts";
import type { Reference } from "./reference.ts";

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

export function summaryOf(
  { http, messaging }: Description,
  { operations, schemas }: Pick<Reference, "operations" | "schemas">,
): Summary {
  return {
    title: http.info.title,
    summary: http.info.summary ?? "",
    version: http.info.version,
    api: `${addressOf(http.servers[0])}/`,
    operations,
    events: messaging.messages.length,
    schemas,
  };
}
