// The media types of an operation's responses -> the `Accept` header of its requests.
import type { MediaType } from "../../model/http.ts";
import { isPlainJson } from "./request-parts.ts";

/** What decides the order of a media type. */
type Accepted = Pick<MediaType, "type" | "body" | "item">;

/**
 * `application/json, text/plain;q=0.9`: where a response is JSON or something else, JSON comes first, because some servers return the
 * first type that they can. Sequences have the weight of JSON and stay in their place: often the body of a request selects them. `null`
 * where the server has no choice.
 */
export function acceptOf(responses: readonly { readonly content: readonly Accepted[] }[]): string | null {
  if (responses.every(({ content }) => content.length < 2)) return null;
  const media = [...new Map(responses.flatMap(({ content }) => content).map((one) => [one.type, one])).values()];
  if (!responses.some(({ content }) => hasChoice(content))) return media.map(({ type }) => type).join(", ");
  const isOrdered = !media.some(({ item }) => item !== null);
  const rankOf = (one: Accepted): number => (isOther(one) ? 2 : isOrdered && !isPlainJson(one) ? 1 : 0);
  return media
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((one) => (isOther(one) ? `${one.type};q=0.9` : one.type))
    .join(", ");
}

function hasChoice(content: readonly Accepted[]): boolean {
  return content.length > 1 && content.some(({ body }) => body === "json");
}

function isOther({ body, item }: Accepted): boolean {
  return body !== "json" && item === null;
}
