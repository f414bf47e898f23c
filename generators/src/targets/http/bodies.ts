// All the media types of an API, and what of a runtime they ask for.
import { everyOperationOf, type HttpApi, type MediaType } from "../../model/http.ts";

export function mediaTypesOf(api: Pick<HttpApi, "operations" | "webhooks">): MediaType[] {
  return everyOperationOf(api).flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
}

export function hasStreams(api: Pick<HttpApi, "operations" | "webhooks">): boolean {
  return mediaTypesOf(api).some(({ item }) => item !== null);
}

export function hasEncodings(api: Pick<HttpApi, "operations" | "webhooks">): boolean {
  return mediaTypesOf(api).some(({ encodings }) => encodings.length > 0);
}
