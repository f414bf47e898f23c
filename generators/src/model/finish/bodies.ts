// The bodies of an API -> what readers and generated code make of them: bytes as streams, whole arrays, alternatives, and what a receiver gets.
import { holdsBinary } from "../analysis/binary-parts.ts";
import { Sameness } from "../analysis/discrimination.ts";
import { hasOnlyType } from "../analysis/json-types.ts";
import { isJson, isJsonRange, isRange } from "../analysis/media-types.ts";
import { type HttpApi, type MediaType, type Operation, type Response, withOperations } from "../http.ts";

// Operations whose request may leave its media type out, as JSON is meant then, or may be bytes of any kind -> the same with a handler
// that always gets a media type, and a `Blob`.

/** After the passes that also change what a handler gets. */
export function withReceivedRequests(http: HttpApi | null): HttpApi | null {
  return withOperations(http, received);
}

function received(operation: Operation): Operation {
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
export function withStreamedBodies(http: HttpApi | null): HttpApi | null {
  return withOperations(http, streamed);
}

function streamed(operation: Operation): Operation {
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

export function withWholeArrays(http: HttpApi | null): HttpApi | null {
  return withOperations(http, whole);
}

function whole(operation: Operation): Operation {
  const { requestBody, responses } = operation;
  return {
    ...operation,
    requestBody: requestBody && { ...requestBody, content: requestBody.content.map(wholeIn) },
    responses: responses.map((response) => ({ ...response, content: response.content.map(wholeIn) })),
  };
}

function wholeIn(media: MediaType): MediaType {
  if (media.body !== "multipart") return media;
  const encodings = media.encodings.map((encoding) =>
    isJson(encoding.contentType ?? "") ? { ...encoding, isWhole: true as const } : encoding,
  );
  return { ...media, encodings };
}

export function withAlternatives(http: HttpApi | null): HttpApi | null {
  const sameness = new Sameness();
  return withOperations(http, (operation) => ({
    ...operation,
    responses: operation.responses.map((response) => markedIn(response, sameness)),
  }));
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
