// The media types of an operation's responses -> the `Accept` header of its requests.

import { Sameness } from "../../model/analysis/discrimination.ts";
import { isRange } from "../../model/analysis/media-types.ts";
import type { MediaType } from "../../model/http.ts";
import { defaultMediaTypeOf, isPlainJson } from "./request-parts.ts";

/** What decides the place of a media type. */
export type Accepted = Pick<MediaType, "type" | "body" | "item" | "schema" | "isAlternative">;

interface AcceptedResponse {
  readonly content: readonly Accepted[];
}

/**
 * `application/json, text/plain;q=0.9`: where a response is JSON or something else, JSON comes first, because some servers return the
 * first type that they can. Where it has the same values as JSON and as something else, only JSON is requested. Sequences have the weight
 * of JSON and stay in their place: often the body of a request selects them. Empty where no response has a body.
 */
export function acceptOf(responses: readonly AcceptedResponse[]): string {
  const requested = responses.map(({ content }) => requestedOf(content));
  const media = [...new Map(requested.flat().map((one) => [acceptedTypeOf(one), one])).values()];
  if (!requested.some(hasChoice)) return shortened(media.map(acceptedTypeOf));
  const isOrdered = !media.some(({ item }) => item !== null);
  const rankOf = (one: Accepted): number => (isOther(one) ? 2 : isOrdered && !isPlainJson(one) ? 1 : 0);
  const ranked = media.toSorted((one, other) => rankOf(one) - rankOf(other));
  return shortened(ranked.map((one) => `${acceptedTypeOf(one)}${isOther(one) ? ";q=0.9" : ""}`));
}

/** Servers take a charset for another type, or ignore it. */
function acceptedTypeOf({ type }: Accepted): string {
  return type.replace(/\s*;\s*charset=[^;]*/i, "");
}

function requestedOf(content: readonly Accepted[]): Accepted[] {
  const expected = content.filter(({ isAlternative }) => isAlternative !== true);
  const json = defaultMediaTypeOf(expected);
  if (json === undefined || json.body !== "json") return expected;
  // A framework writes a range where no type is named; the body is JSON.
  if (isRange(json.type)) return [{ ...json, type: "application/json" }, ...expected];
  const sameness = new Sameness();
  const isSame = ({ item, schema }: Accepted): boolean =>
    item === null && schema.kind !== "any" && sameness.of(schema) === sameness.of(json.schema);
  return expected.filter((media) => media === json || !isSame(media));
}

function hasChoice(content: readonly Accepted[]): boolean {
  return content.length > 1 && content.some(({ body }) => body === "json");
}

function isOther({ body, item, type }: Accepted): boolean {
  return item === null && (body !== "json" || isRange(type));
}

/** Before a longer header, browsers ask another origin whether they may send it (Fetch, "CORS-safelisted request-header"). */
function shortened(types: readonly string[]): string {
  const fullHeader = types.join(", ");
  if (fullHeader.length <= 128) return fullHeader;
  const rest = ", */*;q=0.1";
  const end = fullHeader.lastIndexOf(", ", 128 - rest.length);
  return end === -1 ? "*/*" : fullHeader.slice(0, end) + rest;
}
