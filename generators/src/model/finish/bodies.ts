// The bodies of an API -> what readers and generated code make of them: bytes as streams, whole arrays, alternatives, and what a receiver gets.
import { holdsBinary } from "../analysis/binary-parts.ts";
import type { Sameness } from "../analysis/discrimination.ts";
import { hasOnlyType } from "../analysis/json-types.ts";
import { isJson, isJsonRange, isRange } from "../analysis/media-types.ts";
import { type DraftOperation, withContent } from "../draft.ts";
import type { MediaType, Response } from "../http.ts";

// Operations whose request may leave its media type out, as JSON is meant then, or may be bytes of any kind -> the same with a handler
// that always gets a media type, and a `Blob`.

/** After the passes that also change what a handler gets. */
export function withReceivedRequest(operation: DraftOperation): DraftOperation {
  const { parameters, requestBody } = operation;
  if (operation.received !== undefined || requestBody === null) return operation;
  const { content } = requestBody;
  const isUnnamed = content.some(
    ({ body, type }) => body === "json" && (isRange(type) ? isJsonRange(type) : content.length > 1),
  );
  const isReceived = isUnnamed || content.some(hasBytes);
  return isReceived ? { ...operation, received: { parameters, requestBody } } : operation;
}

function hasBytes({ body, schema }: MediaType): boolean {
  return body === "binary" || (body === "multipart" && holdsBinary(schema));
}

/** After the defaults, which also change what a handler gets. */
export function withStreamedBodies(operation: DraftOperation): DraftOperation {
  const { parameters, requestBody } = operation.received ?? operation;
  if (requestBody?.content.some(isBytes) !== true) return operation;
  const content = requestBody.content.map((media) =>
    isBytes(media) ? { ...media, isStreamed: true as const } : media,
  );
  return { ...operation, received: { parameters, requestBody: { ...requestBody, content } } };
}

function isBytes({ body }: MediaType): boolean {
  return body === "binary";
}

export function withWholeArrays(operation: DraftOperation): DraftOperation {
  return withContent(operation, wholeIn);
}

function wholeIn(media: MediaType): MediaType {
  if (media.body !== "multipart") return media;
  const encodings = media.encodings.map((encoding) =>
    isJson(encoding.contentType ?? "") ? { ...encoding, isWhole: true as const } : encoding,
  );
  return { ...media, encodings };
}

/** `preferred`: the media type that clients request where a response has it; empty for none. */
export function withAlternatives(operation: DraftOperation, sameness: Sameness, preferred: string): DraftOperation {
  const responses = operation.responses.map(
    (response) => preferredIn(response, preferred) ?? markedIn(response, sameness),
  );
  return { ...operation, responses };
}

/** All but the preferred media type are alternatives; `null` for a response without it. Parameters, such as a charset, do not matter. */
function preferredIn(response: Response, preferred: string): Response | null {
  const { content } = response;
  const essenceOf = (type: string): string => type.replace(/\s*;.*/s, "").toLowerCase();
  const chosen =
    content.find(({ type }) => type.toLowerCase() === preferred.toLowerCase()) ??
    content.find(({ type }) => essenceOf(type) === essenceOf(preferred));
  if (preferred === "" || chosen === undefined) return null;
  return {
    ...response,
    content: content.map((media) => (media === chosen ? media : { ...media, isAlternative: true as const })),
  };
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
