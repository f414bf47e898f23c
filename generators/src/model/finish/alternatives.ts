// Responses with the same values in several media types, of which JSON is one -> the others marked: clients request JSON.
import { hasOnlyType } from "../analysis/json-types.ts";
import { isRange } from "../analysis/media-types.ts";
import { Sameness } from "../analysis/sameness.ts";
import type { HttpApi, MediaType, Operation, Response } from "../http.ts";

export function withAlternatives(http: HttpApi | null): HttpApi | null {
  if (http === null) return null;
  const sameness = new Sameness();
  const marked = (operation: Operation): Operation => ({
    ...operation,
    responses: operation.responses.map((response) => markedIn(response, sameness)),
  });
  return { ...http, operations: http.operations.map(marked), webhooks: http.webhooks.map(marked) };
}

function markedIn(response: Response, sameness: Sameness): Response {
  const { content } = response;
  const json = content.find(({ body, item, type }) => body === "json" && item === null && !isRange(type));
  if (json === undefined || content.length === 1 || json.schema.kind === "any") return response;
  const isAlternative = (media: MediaType): boolean =>
    media.body !== "json" &&
    media.item === null &&
    !isRange(media.type) &&
    // A text has the same type in either.
    !(media.body === "text" && hasOnlyType(media.schema, "string")) &&
    sameness.of(media.schema) === sameness.of(json.schema);
  return {
    ...response,
    content: content.map((media) => (isAlternative(media) ? { ...media, isAlternative: true as const } : media)),
  };
}
