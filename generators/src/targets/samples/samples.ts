// One operation -> its sample in each language, or why there is none.
import type { HttpApi, Operation } from "../../model/http.ts";
import type { MethodPlaces } from "../client/method-places.ts";
import { credentialsOf } from "./credentials.ts";
import { curlSampleOf } from "./curl.ts";
import { goSampleOf } from "./go.ts";
import { type Language, languages } from "./languages.ts";
import { phpSampleOf } from "./php.ts";
import { planOf } from "./plan.ts";
import { pythonSampleOf } from "./python.ts";
import { rubySampleOf } from "./ruby.ts";
import type { SampleContext } from "./sample-client.ts";
import { type SampledRequest, sampledRequestOf, Unsampled } from "./sampled-request.ts";
import { typescriptSampleOf } from "./typescript.ts";
import { type WireSample, wireSampleOf } from "./wire.ts";

export interface OperationSamples {
  readonly sources: readonly { readonly language: Language; readonly source: string }[];
  /** Values without an example: `query limit`, `body`. */
  readonly invented: readonly string[];
  readonly missing: readonly { readonly language: Language; readonly reason: string }[];
}

export function samplesOf(
  operation: Operation,
  { api, places }: { readonly api: HttpApi; readonly places: MethodPlaces },
  context: SampleContext,
): OperationSamples {
  const outcome = requestOf(operation);
  const wanted = languages.filter((language) => context.options.languages.includes(language));
  if ("reason" in outcome)
    return { sources: [], invented: [], missing: wanted.map((language) => ({ language, reason: outcome.reason })) };
  const { request, sample } = outcome.value;
  const credentials = credentialsOf(operation, api.securitySchemes);
  const plan = planOf(operation, sample, credentials);
  const writers: Readonly<Record<Language, () => string>> = {
    shell: () => curlSampleOf(sample, credentials),
    typescript: () => typescriptSampleOf({ operation, place: places.of(operation), request, credentials }, context),
    python: () => pythonSampleOf(operation, sample, credentials),
    go: () => goSampleOf(plan),
    php: () => phpSampleOf(plan),
    ruby: () => rubySampleOf(plan),
  };
  const results = wanted.map((language) => ({ language, ...sampledOrReason(writers[language]) }));
  return {
    sources: results.flatMap((one) => ("value" in one ? [{ language: one.language, source: one.value }] : [])),
    invented: request.invented,
    missing: results.flatMap((one) => ("reason" in one ? [{ language: one.language, reason: one.reason }] : [])),
  };
}

export interface MadeRequest {
  readonly request: SampledRequest;
  readonly sample: WireSample;
}

/** The request of all samples of an operation, or why none can be built. */
export function requestOf(operation: Operation): Attempt<MadeRequest> {
  return sampledOrReason(() => {
    const request = sampledRequestOf(operation);
    return { request, sample: wireSampleOf(operation, request) };
  });
}

export type Attempt<Value> = { readonly value: Value } | { readonly reason: string };

export function sampledOrReason<Value>(make: () => Value): Attempt<Value> {
  try {
    return { value: make() };
  } catch (error) {
    if (error instanceof Unsampled) return { reason: error.message };
    throw error;
  }
}
