// An operation with bytes as a `Blob` -> the same with bytes as a stream, in its response or its request.

import { isByteIterable, isStream, streamOf } from "../../http/runtime/body-format.ts";
import type {
  Content,
  Operation,
  ReadingFormat,
  RequestParts,
  ResponseSpec,
  SentBody,
  WritingFormat,
} from "./runtime.ts";

/** The same response with a stream where it has a `Blob`. */
export type Streamed<Response> = Response extends { readonly body: Blob }
  ? Omit<Response, "body"> & { readonly body: ReadableStream<Uint8Array> }
  : Response;

/** The same request with any source of bytes where it has bytes in memory. */
export type Streaming<Request> = Request extends { readonly body: Bytes }
  ? Omit<Request, "body"> & { readonly body: ByteSource }
  : Request extends { readonly body?: Bytes | undefined }
    ? Omit<Request, "body"> & { readonly body?: ByteSource | undefined }
    : Request;

type Bytes = Blob | ArrayBufferLike | ArrayBufferView;

/** Bytes as browsers and Node have them: a file, a buffer, a stream of either, or a generator. */
export type ByteSource = Bytes | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * `send(asStream(getFile), request)` resolves to a `ReadableStream` as soon as the response begins, instead of a `Blob` when all of it
 * has arrived. The time limit ends then; the call's `signal` ends the stream. Cancel a stream that you do not read: it holds a connection.
 */
export function asStream<Request extends RequestParts, Response>(
  operation: Operation<Request, Response>,
): Operation<Request, Streamed<Response>> {
  const responses = Object.entries(operation.responses).map(([status, spec]): [string, ResponseSpec] => [
    status,
    spec.content === undefined ? spec : { ...spec, content: changed(spec.content, reading) },
  ]);
  return { ...operation, responses: Object.fromEntries(responses) } as Operation<Request, Streamed<Response>>;
}

/**
 * `send(fromStream(putFile), { body: stream })` sends bytes that are not in memory. A stream can be sent once, so that nothing
 * repeats such a request. Node, Deno and Bun send streams; of browsers, only some do, over HTTP/2.
 */
export function fromStream<Request extends RequestParts, Response>(
  operation: Operation<Request, Response>,
): Operation<Streaming<Request> & RequestParts, Response> {
  const { requestBody } = operation;
  const content = requestBody === undefined ? {} : changed(requestBody.content, writing);
  return {
    ...operation,
    ...(requestBody && { requestBody: { ...requestBody, content } }),
  } as Operation<Streaming<Request> & RequestParts, Response>;
}

function changed<Format extends Pick<ReadingFormat, "kind">>(
  content: Content<Format>,
  change: (format: Format) => Format,
): Content<Format> {
  return Object.fromEntries(
    Object.entries(content).map(([type, format]) => [type, format.kind === "binary" ? change(format) : format]),
  );
}

function reading(format: ReadingFormat): ReadingFormat {
  return {
    ...format,
    read: async ({ body }, signal) => {
      const bytes = body ?? new Blob([]).stream();
      return signal === undefined ? bytes : bytes.pipeThrough(new TransformStream(), { signal });
    },
  };
}

function writing(format: WritingFormat<SentBody>): WritingFormat<SentBody> {
  const write = (body: unknown): SentBody => (isByteIterable(body) ? streamOf(body) : format.write(body));
  return { ...format, write: (body) => (isStream(body) ? body : write(body)) };
}
