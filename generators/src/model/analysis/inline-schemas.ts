// An API -> its unnamed schemas, which are defined inline.
import type { Api } from "../api.ts";
import { everyOperationOf } from "../http.ts";
import type { Schema } from "../schema.ts";

/** The inline schemas of operations and messages. */
export function schemasOf({ http, messaging }: Api): Schema[] {
  const operations = everyOperationOf(http).flatMap(({ parameters, requestBody, responses }) => [
    ...parameters.map((parameter) => parameter.schema),
    ...(requestBody?.content ?? []).map((media) => media.schema),
    ...responses.flatMap(({ headers, content }) => [...headers, ...content].map((described) => described.schema)),
  ]);
  const messages = (messaging?.messages ?? []).flatMap(({ payload, headers }) =>
    headers === null ? [payload] : [payload, headers],
  );
  return [...operations, ...messages];
}
