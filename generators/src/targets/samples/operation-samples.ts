// An HTTP API -> the samples of its operations, for programs that print them and generate no file.
import { type ApiOptions, apiOptionsOf } from "../../model/api-options.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { methodPlacesOf } from "../client/method-places.ts";
import { languages } from "./languages.ts";
import { type OperationSamples, samplesOf } from "./samples.ts";

export interface OperationSamplesOptions {
  /** What TypeScript samples import: `@acme/client`, or the path of a generated client. */
  readonly client: string;
  /** The options the client is generated with; they decide its names. Default: those of an API without any. */
  readonly apiOptions?: Partial<ApiOptions>;
}

/** The samples of `samples.gen.ts`, in all languages, with the address of the API in the variable BASE_URL. */
export function operationSamplesOf(
  api: HttpApi,
  { client, apiOptions = {} }: OperationSamplesOptions,
): (operation: Operation) => OperationSamples {
  const places = methodPlacesOf(api, apiOptionsOf(apiOptions));
  const context = { options: { client: null, languages }, specifierOf: () => client };
  return (operation) => samplesOf(operation, { api, places }, context);
}
