// Operations whose request body is bytes -> the same with a body that its handler gets as a stream. What is sent stays as it is.
import type { HttpApi, MediaType, Operation } from "../http.ts";

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
