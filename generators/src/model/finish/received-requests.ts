// Operations whose request may leave its media type out, as JSON is meant then, or may be bytes of any kind -> the same with a handler
// that always gets a media type, and a `Blob`.
import { holdsBinary } from "../analysis/binary-parts.ts";
import { isJsonRange, isRange } from "../analysis/media-types.ts";
import type { HttpApi, MediaType, Operation } from "../http.ts";

/** After the passes that also change what a handler gets. */
export function withReceivedRequests(http: HttpApi | null): HttpApi | null {
  if (http === null) return null;
  return { ...http, operations: http.operations.map(received), webhooks: http.webhooks.map(received) };
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
  if (http === null) return null;
  return { ...http, operations: http.operations.map(streamed), webhooks: http.webhooks.map(streamed) };
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
