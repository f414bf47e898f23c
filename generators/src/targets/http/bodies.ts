// All the media types of an API, and what of a runtime they ask for.
import type { HttpApi, MediaType } from "../../model/http.ts";

export function mediaTypesOf({ operations }: Pick<HttpApi, "operations">): MediaType[] {
  return operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
}

export function hasStreams(api: Pick<HttpApi, "operations">): boolean {
  return mediaTypesOf(api).some(({ item }) => item !== null);
}

export function hasEncodings(api: Pick<HttpApi, "operations">): boolean {
  return mediaTypesOf(api).some(({ encodings }) => encodings.length > 0);
}
