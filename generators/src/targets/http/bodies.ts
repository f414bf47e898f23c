// All media types of an API, by who writes and who reads them.
import { everyOperationOf, type HttpApi, type MediaType } from "../../model/http.ts";

export interface MediaTypes {
  readonly requests: readonly MediaType[];
  readonly responses: readonly MediaType[];
}

export function mediaTypesOf(api: Pick<HttpApi, "operations" | "webhooks">): MediaTypes {
  const operations = everyOperationOf(api);
  return {
    requests: operations.flatMap(({ requestBody }) => requestBody?.content ?? []),
    responses: operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content)),
  };
}
