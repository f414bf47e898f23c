// An operation whose responses have several media types -> the same with one of them: what it requests, and the type of its responses.

import type { Content, Operation, ReadingFormat, RequestParts, ResponseSpec } from "./runtime.ts";

/** The media types of the responses. */
export type ContentTypeOf<Response> = Response extends { readonly contentType: infer Type extends string }
  ? Type
  : never;

/** What an operation has whose responses are also in media types that it does not request by itself, since it has the values as JSON. */
export interface Alternatives<Returned> {
  /** By status. */
  readonly alternatives: Readonly<Record<string, Content<ReadingFormat>>>;
  /** Never set: it carries the type of all responses. */
  readonly "~returned"?: Returned;
}

/** The same responses without other media types, for each status that has this one. */
export type Accepting<Response, Type, All = Response> = Response extends {
  readonly status: infer Status;
  readonly contentType: infer Own;
}
  ? Own extends Type
    ? Response
    : [Extract<All, { readonly status: Status; readonly contentType: Type }>] extends [never]
      ? Response
      : never
  : Response;

/**
 * `send(accepting(getReport, "text/csv"), request)` requests this media type, and resolves to no other where a status has it. A server
 * that responds with another anyway fails the call with an `UnexpectedResponseError`.
 */
export function accepting<Request extends RequestParts, Response, Returned, Type extends ContentTypeOf<Returned>>(
  operation: Operation<Request, Response> & Alternatives<Returned>,
  type: Type,
): Operation<Request, Accepting<Returned, Type>>;
export function accepting<Request extends RequestParts, Response, Type extends ContentTypeOf<Response>>(
  operation: Operation<Request, Response>,
  type: Type,
): Operation<Request, Accepting<Response, Type>>;
export function accepting<Request extends RequestParts, Response>(
  operation: Operation<Request, Response> & Partial<Alternatives<unknown>>,
  type: string,
): Operation<Request, unknown> {
  const { alternatives = {} } = operation;
  const responses = Object.entries(operation.responses).map(
    ([status, spec]) => [status, narrowed(spec, type, alternatives[status])] as const,
  );
  const types = responses.flatMap(([, { content = {} }]) => Object.keys(content));
  // The media types of errors: a server may refuse to respond at all without them.
  const others = new Set(types.filter((other) => other !== type).map((other) => `${other};q=0.9`));
  return { ...operation, accept: [type, ...others].join(", "), responses: Object.fromEntries(responses) };
}

function narrowed(spec: ResponseSpec, type: string, alternatives: Content<ReadingFormat> = {}): ResponseSpec {
  const format = spec.content?.[type] ?? alternatives[type];
  return format === undefined ? spec : { ...spec, content: { [type]: format } };
}
