// The parameters of an operation -> the parts of a request value that hold them, as types, validators and clients name them alike.

import { openObjectOf } from "../../model/analysis/bare-objects.ts";
import { isJsonRange, isRange } from "../../model/analysis/media-types.ts";
import type { MediaType, Operation, Parameter, ParameterPlace } from "../../model/http.ts";
import type { ObjectSchema } from "../../model/schema.ts";

/** In the order in which a request's type lists its parts. */
const parts = { path: "path", query: "query", querystring: "query", header: "headers", cookie: "cookies" } as const;

export type RequestPart = (typeof parts)[ParameterPlace];

export function partOf(place: ParameterPlace): RequestPart {
  return parts[place];
}

export interface ParameterPart {
  readonly part: RequestPart;
  readonly parameters: readonly Parameter[];
  /** Of the whole part. */
  readonly schema: ObjectSchema;
}

/** The parts that the operation has parameters in. */
export function parameterPartsOf({ parameters: all, at }: Pick<Operation, "parameters" | "at">): ParameterPart[] {
  return [...new Set(Object.values(parts))].flatMap((part) => {
    const parameters = all.filter((parameter) => partOf(parameter.in) === part);
    return parameters.length === 0 ? [] : [{ part, parameters, schema: openObjectOf(parameters, at) }];
  });
}

/** Whether a call needs an argument: without required parts, a request is optional. */
export function needsRequest({ parameters, requestBody }: Pick<Operation, "parameters" | "requestBody">): boolean {
  return parameters.some(({ required }) => required) || requestBody?.required === true;
}

/** The media type of a body whose request names none: `application/json`, otherwise the first JSON, or a range that JSON is in, otherwise the first of all. */
export function defaultMediaTypeOf<Media extends Pick<MediaType, "type" | "body">>(
  content: readonly Media[],
): Media | undefined {
  const json = content.filter(({ body, type }) => body === "json" && (!isRange(type) || isJsonRange(type)));
  const concrete = json.filter(({ type }) => !isRange(type));
  const plain = concrete.find(({ type }) => /^application\/json$/i.test(type)) ?? concrete.find(isPlainJson);
  return plain ?? concrete[0] ?? json[0] ?? content[0];
}

/** `application/json; charset=utf-8` as well. */
export function isPlainJson({ type }: Pick<MediaType, "type">): boolean {
  return /^application\/json\s*(;|$)/i.test(type);
}
