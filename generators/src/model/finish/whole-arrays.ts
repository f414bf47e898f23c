// Multipart bodies with parts of JSON -> the same where an array is one such part, not one for each item.
import { isJson } from "../analysis/media-types.ts";
import type { HttpApi, MediaType, Operation } from "../http.ts";

export function withWholeArrays(http: HttpApi | null): HttpApi | null {
  if (http === null) return null;
  return { ...http, operations: http.operations.map(whole), webhooks: http.webhooks.map(whole) };
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
