// An HTTP API -> the samples of its operations, for programs that print them and generate no file.
import type { ApiOptions } from "../../model/api-options.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { apiOptionsOf } from "../../model/option-values.ts";
import type { MethodPlace } from "../client/method-places.ts";
import { methodPlacesOf } from "../client/method-places.ts";
import { languages } from "./languages.ts";
import { sampledRequestOf } from "./sampled-request.ts";
import { type OperationSamples, sampledOrReason, samplesOf } from "./samples.ts";
import { typescriptRequestOf } from "./typescript.ts";

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

/** A call of the generated client, for programs that are written around it. */
export interface SampledCall {
  /** Of its method in the generated client. */
  readonly place: MethodPlace;
  /** The request as TypeScript, `{ path: { id: "7" } }`; empty where the call needs none. A file is a `Blob`. */
  readonly request: { readonly value: string } | { readonly reason: string };
}

/** The calls of samples, with requests that TypeScript accepts, or why there is none. */
export function operationCallsOf(api: HttpApi, apiOptions: Partial<ApiOptions>): (operation: Operation) => SampledCall {
  const places = methodPlacesOf(api, apiOptionsOf(apiOptions));
  return (operation) => ({
    place: places.of(operation),
    request: sampledOrReason(() => typescriptRequestOf(operation, sampledRequestOf(operation))),
  });
}
