// The result of a handler -> status, headers and body as they are sent, as the description defines that status.
import { chooseMediaType } from "../../http/runtime/media-types.ts";
import { writeHeader } from "../../http/runtime/styles.ts";
import { sentBytes } from "./byte-sources.ts";
import { andThen, type Maybe } from "./maybe.ts";
import { type AnyResponse, Refusal } from "./refusals.ts";
import { BodyText, type Outgoing } from "./responses.ts";
import { type HeaderSpec, NotImplementedError, type ResponseSpec, type Route } from "./runtime.ts";

type MediaType = ResponseSpec["content"][number];

/** A route, and what it says about each status. */
export interface ResponseSpecs {
  readonly route: Route;
  readonly of: (status: number) => ResponseSpec | undefined;
}

export function specsOf(route: Route): ResponseSpecs {
  const known = new Map<number, ResponseSpec | undefined>();
  return {
    route,
    of: (status) => {
      const spec = known.get(status);
      if (spec !== undefined) return spec;
      const responseSpec = specOf(route.responses, status);
      known.set(status, responseSpec);
      return responseSpec;
    },
  };
}

/** Throws an `Error` for a response that the description does not define. `check`: whether headers and body are validated. */
export function outgoingOf(handlerResponse: AnyResponse, { route, of }: ResponseSpecs, check: boolean): Outgoing {
  const response = travelling(handlerResponse, route);
  const { status } = response;
  const spec = of(status);
  if (spec === undefined) throw new Error(`${route.operationId}: the status ${status} is not described`);
  if (check) checkResponse(response, route, spec);
  const headers = response.headers === undefined ? [] : headersOf(spec, response.headers);
  if (spec.content.length === 0) return { status, headers, body: null };
  const media = mediaTypeOf(spec.content, response.contentType);
  if (media === undefined) throw undescribed(response, { route, content: spec.content });
  const written = response.body instanceof BodyText ? response.body.text : wireOf(media, response);
  // The boundary is part of the type.
  const contentType =
    media.body === "multipart" && written instanceof Blob ? written.type : (response.contentType ?? media.type);
  headers.push(["Content-Type", contentType]);
  return { status, headers, body: written };
}

function travelling(response: AnyResponse, { schemas: { write } }: Route): AnyResponse {
  if (write === undefined || response.body instanceof BodyText) return response;
  const { headers = {}, body } = response;
  return { ...response, headers: write.headers(headers), body: write.body(body) };
}

function undescribed(
  { status, contentType }: AnyResponse,
  { route, content }: { readonly route: Route; readonly content: ResponseSpec["content"] },
): Error {
  const types = content.map(({ type }) => type).join(", ");
  const what = contentType === undefined ? "needs a contentType, which is one of" : `is never ${contentType}, but`;
  return new Error(`${route.operationId}: ${status} ${what} ${types}`);
}

/** The response to a request that was rejected, or whose handler failed. */
export function errorResponseOf(
  error: unknown,
  {
    refuse,
    report,
  }: { readonly refuse: (refusal: Refusal) => Maybe<AnyResponse>; readonly report: (error: unknown) => void },
): Maybe<Outgoing> {
  const refusal = refusalOf(error);
  if (refusal.status === 500) report(error);
  return andThen(refuse(refusal), (refused) => {
    const response = plainResponseOf(refused);
    if (refusal.allow.length > 0) response.headers.push(["Allow", refusal.allow.join(", ")]);
    if (response.status === refusal.status) addHeaders(response, refusal.headers);
    return response;
  });
}

/** Those that the response does not have itself. Links are a list. */
export function addHeaders({ headers }: Outgoing, added: Refusal["headers"]): void {
  const known = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const [name, value] of added) if (name === "Link" || !known.has(name.toLowerCase())) headers.push([name, value]);
}

/** The response of a hook: headers and text as they are, other bodies as JSON. */
export function plainResponseOf({
  status,
  contentType = "application/json",
  headers: headerValues = {},
  body,
}: AnyResponse): Outgoing {
  const headers = Object.entries(headerValues).flatMap(([name, value]): [string, string][] =>
    [value].flat().flatMap((one: unknown) => (one === undefined ? [] : [sendable(name, String(one))])),
  );
  if (body === undefined) return { status, headers, body: null };
  headers.push(["Content-Type", contentType]);
  if (body instanceof BodyText) return { status, headers, body: body.text };
  return { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const isMissing = error instanceof NotImplementedError;
  return new Refusal(isMissing ? "not_implemented" : "internal_error", { status: isMissing ? 501 : 500, cause: error });
}

/** The code itself comes before its range, and that before `default`. */
function specOf(responses: readonly ResponseSpec[], status: number): ResponseSpec | undefined {
  const keys = [status, `${String(status)[0]}XX`, "default"];
  return keys
    .map((key) => responses.find((response) => response.status === key))
    .find((candidate) => candidate !== undefined);
}

function mediaTypeOf(content: ResponseSpec["content"], type: string | undefined): MediaType | undefined {
  const [only] = content;
  if (type === undefined) return content.length === 1 && only?.type.includes("*") === false ? only : undefined;
  if (content.length === 1 && type === only?.type) return only;
  const chosen = chooseMediaType(
    content.map((media) => media.type),
    type,
  );
  return content.find((media) => media.type === chosen);
}

function wireOf(
  { type, body: kind, format }: MediaType,
  { body, contentType = type }: AnyResponse,
): NonNullable<Outgoing["body"]> {
  if (format !== undefined) return format.write(body, contentType);
  if (kind === "json") return JSON.stringify(body);
  const isBytes = kind === "binary" || body instanceof Blob || body instanceof ReadableStream;
  return isBytes ? sentBytes(body) : String(body);
}

function headersOf({ headers: described }: ResponseSpec, values: object): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    const spec = described.find((header) => header.name.toLowerCase() === name.toLowerCase());
    return textsOf(name, value, spec).map((text) => sendable(name, text));
  });
}

/** Throws a `TypeError` for what would end a header and begin another, or is no text of one (RFC 9110, 5.1 and 5.5). */
function sendable(name: string, text: string): [name: string, value: string] {
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name) || !/^[\t -~\u0080-\u00ff]*$/.test(text)) {
    throw new TypeError(`the header ${JSON.stringify(name)} cannot be ${JSON.stringify(text)}`);
  }
  return [name, text];
}

/** Cookies are set one by one (RFC 6265, 3). */
function textsOf(name: string, value: unknown, spec: HeaderSpec | undefined): readonly string[] {
  if (name.toLowerCase() === "set-cookie" && Array.isArray(value)) return value.map(String);
  if (spec?.mediaType !== undefined) return [typeof value === "string" ? value : JSON.stringify(value)];
  return writeHeader({ name, part: "headers", style: "simple", explode: spec?.explode ?? false }, value);
}

function checkResponse(
  { status, headers = {}, body: responseBody, contentType }: AnyResponse,
  route: Route,
  spec: ResponseSpec,
): void {
  const schemas = route.schemas.responses[String(spec.status)];
  const media = mediaTypeOf(spec.content, contentType);
  const body = responseBody instanceof BodyText ? readFrom(responseBody, media) : responseBody;
  // Items are not there yet, and bytes have no schema.
  const unchecked = typeof body === "string" ? [] : ["events", "lines", "sequence", "binary"];
  const verdicts = [
    schemas?.headers?.safeParse(headers),
    ...(media === undefined || unchecked.includes(media.body) ? [] : [schemas?.body?.[media.type]?.safeParse(body)]),
  ];
  for (const verdict of verdicts) {
    if (verdict?.success !== false) continue;
    const issueText = verdict.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
    throw new Error(`${route.operationId}: ${status} is not as described: ${issueText}`);
  }
}

/** What a text that is sent as it is stands for. */
function readFrom({ text }: BodyText, media: MediaType | undefined): unknown {
  return media?.body === "json" ? JSON.parse(text) : text;
}

/** The same bytes; notifies the producer when the client stops reading, and `broken`, the service, when the producer fails. */
export function watched(
  body: ReadableStream<Uint8Array>,
  broken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          // A read that the client no longer waits for ends when the producer is notified.
          if (isCancelled) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          broken(error);
          throw error;
        }
      },
      cancel: (reason) => {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
