// A request and its route -> the values its handler takes, validated, or the refusal with its issues.
import type { ReadingFormat } from "../../http/runtime/body-format.ts";
import { chooseMediaType } from "../../http/runtime/media-types.ts";
import type { FoundRequest } from "./incoming.ts";
import { readParameters } from "./parameters.ts";
import { Refusal, type RequestIssue } from "./refusals.ts";
import type { MediaType, OpenBody, Route, Validator } from "./runtime.ts";

/** What every request type is made of. */
export interface RequestValues {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly cookies?: unknown;
  readonly contentType?: unknown;
  readonly body?: unknown;
}

const parts = ["path", "query", "headers", "cookies"] as const;

/** The parameters. Throws a `Refusal` with all their issues. */
export function readValues(
  { route, query, header }: FoundRequest,
  path: ReadonlyMap<string, string>,
  readAll: typeof readParameters = readParameters,
): RequestValues {
  const { parameters, schemas } = route;
  if (parameters.length === 0) return {};
  const read = readAll(parameters, { path, query, header });
  const issues: RequestIssue[] = read.unreadable.map(({ in: place, name }) => {
    const part = place === "header" ? "headers" : place === "cookie" ? "cookies" : place;
    return { in: part === "querystring" ? "query" : part, path: [name], message: "Invalid JSON" };
  });
  const values: { -readonly [Part in keyof RequestValues]: RequestValues[Part] } = {};
  for (const part of parts) {
    const verdict = schemas[part]?.safeParse(read[part]);
    if (verdict?.success === true) values[part] = verdict.data;
    if (verdict?.success === false) issues.push(...issuesIn(part, verdict.error.issues));
  }
  if (issues.length > 0) throw new Refusal("invalid_parameters", { status: 400, issues, route });
  return values;
}

function issuesIn(part: RequestIssue["in"], issues: Verdict["error"]["issues"]): RequestIssue[] {
  return issues.map((issue) => ({ ...issue, in: part }));
}

type Verdict = Extract<ReturnType<Validator["safeParse"]>, { readonly success: false }>;

/** `open`: the body that the handler reads itself. */
export interface ReadBody extends RequestValues {
  readonly open?: OpenBody;
}

/** `contentType` and `body`. Throws a `Refusal` for one that is not as described; items of a sequence are validated as they arrive. */
export async function readBody(request: FoundRequest, largest: number): Promise<ReadBody> {
  const { route, header, parsed } = request;
  const { requestBody, schemas } = route;
  if (requestBody === null) return {};
  const sent = header("content-type");
  const media = mediaTypeOf(requestBody.content, sent);
  if (parsed !== undefined) return readParsed(request, { media, parsed: parsed.body, largest });
  if (media?.stream !== undefined) return openBody(request, media, largest);
  const isSequence = media !== null && ["events", "lines", "sequence"].includes(media.body);
  if (isSequence) checkEncoding(header("content-encoding"));
  const bytes = isSequence ? null : await bytesOf(request, largest);
  // Some clients name a type where there is nothing.
  const isAbsent = bytes?.length === 0 && (sent === null || media === null || media.body === "json");
  if (isAbsent) return absent(requestBody);
  if (media === null) throw undescribed(requestBody.content);
  checkEncoding(header("content-encoding"));
  const validator = schemas.body?.[media.type];
  const contentType = contentTypeOf(media, sent);
  if (bytes !== null && media.body === "json" && media.format === undefined) {
    return { contentType, body: verdictOn(jsonOf(bytes), validator, route) };
  }
  const source = new Response(bytes ?? request.body, { headers: { "content-type": sent ?? media.type } });
  const value = await readAs(media, source);
  if (isItems(value)) return { contentType, body: judged(value, validator, route) };
  return { contentType, body: verdictOn(value, validator, route) };
}

async function openBody(request: FoundRequest, media: MediaType, largest: number): Promise<ReadBody> {
  const { route, header, body } = request;
  const sent = header("content-type");
  try {
    checkEncoding(header("content-encoding"));
    if (Number(header("content-length") ?? 0) > largest) throw new Refusal("body_too_large", { status: 413 });
  } catch (refusal) {
    await body?.cancel().catch(() => {});
    throw refusal;
  }
  const open = await media.stream?.(body, { largest, isNamed: sent !== null });
  if (open === null || open === undefined) return route.requestBody === null ? {} : absent(route.requestBody);
  return { contentType: contentTypeOf(media, sent), body: open.stream, open };
}

function absent({ required }: NonNullable<FoundRequest["route"]["requestBody"]>): RequestValues {
  if (required) throw new Refusal("missing_body", { status: 400 });
  return {};
}

function contentTypeOf({ type }: MediaType, sent: string | null): string {
  return type.includes("*") ? (sent ?? "") : type;
}

/**
 * What a parser in front has read, and whose encoding it has undone. Bytes and text are read like any other; a JSON value is one.
 * Fields and parts cannot be told from what parsers make of them.
 */
async function readParsed(
  request: FoundRequest,
  { media, parsed, largest }: { readonly media: MediaType | null; readonly parsed: unknown; readonly largest: number },
): Promise<ReadBody> {
  const { header } = request;
  // One that names no length is up to the limit of the parser.
  if (Number(header("content-length") ?? 0) > largest) throw new Refusal("body_too_large", { status: 413 });
  if (media === null) throw undescribed(request.route.requestBody?.content ?? []);
  const isLossless = media.body !== "multipart" && media.body !== "binary";
  const text = typeof parsed === "string" && isLossless ? parsed : null;
  const bytes =
    text !== null ? new TextEncoder().encode(text) : parsed instanceof Uint8Array ? new Uint8Array(parsed) : null;
  if (bytes !== null) {
    // Text has been decoded from its charset.
    const sent = text === null ? header("content-type") : header("content-type")?.replace(/;\s*charset=[^;]*/i, "");
    const bodyHeaders = new Map([
      ["content-type", sent ?? null],
      ["content-length", String(bytes.length)],
    ]);
    const { route, method, pathname, query, signal } = request;
    const again = { route, method, pathname, query, signal, body: new Blob([bytes]).stream() };
    return await readBody({ ...again, header: (name) => bodyHeaders.get(name.toLowerCase()) ?? null }, largest);
  }
  if (media.body !== "json" || parsed === undefined || typeof parsed === "string") throw bodyParsed(media);
  const contentType = contentTypeOf(media, header("content-type"));
  return { contentType, body: verdictOn(parsed, request.route.schemas.body?.[media.type], request.route) };
}

function bodyParsed({ type }: MediaType): Refusal {
  const message =
    `Somebody else has read the body, and nothing gives back a body of ${type} as it was sent. ` +
    "Mount the handler before body parsers, or keep the bytes: " +
    "express.urlencoded({ verify: (req, _res, buf) => { Object.assign(req, { rawBody: buf }) } }). " +
    "Where the parser keeps the body elsewhere, as Fastify and Koa do, pass it on: Object.assign(request.raw, { body: request.body }).";
  return new Refusal("body_parsed", { status: 500, cause: new Error(message) });
}

/** Without a content type, bytes stay bytes (RFC 9110, 8.3). */
function mediaTypeOf(content: readonly MediaType[], sent: string | null): MediaType | null {
  const type = chooseMediaType(
    content.map((media) => media.type),
    sent ?? "application/octet-stream",
  );
  return content.find((media) => media.type === type) ?? null;
}

function undescribed(content: readonly MediaType[]): Refusal {
  const headers = [["Accept", content.map(({ type }) => type).join(", ")]] as const;
  return new Refusal("unsupported_media_type", { status: 415, headers });
}

/** A compressed body is up to the proxy in front of the service. A list of codings may have empty elements (RFC 9110, 5.6.1). */
function checkEncoding(encoding: string | null): void {
  const codings = (encoding ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  if (codings.every((coding) => coding === "" || coding === "identity")) return;
  throw new Refusal("unsupported_content_encoding", { status: 415, headers: [["Accept-Encoding", "identity"]] });
}

async function bytesOf(request: FoundRequest, largest: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.header("content-length") ?? 0) > largest) throw new Refusal("body_too_large", { status: 413 });
  const { bytes: readBytes } = request;
  const bytes = await (readBytes?.(largest).catch(goneAway) ?? readAtMost(request.body, largest));
  if (bytes === null) throw new Refusal("body_too_large", { status: 413 });
  return bytes;
}

/** `null`: it is larger than `largest` bytes. */
export async function readAtMost(body: FoundRequest["body"], largest: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done = true, value } = (await reader?.read().catch(goneAway)) ?? {};
    if (done || value === undefined) break;
    length += value.length;
    if (length > largest) {
      await reader?.cancel();
      return null;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The client is gone, or what it sends is not HTTP any more, which hosts know; the service has not failed. */
export function goneAway(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal("malformed_body", { status: 400, cause });
}

async function readAs({ body, format }: MediaType, source: Response): Promise<unknown> {
  try {
    return await (format ?? plainFormats[body])?.read(source);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Refusal("malformed_body", { status: 400, cause });
    if (isPartTypeError(cause)) {
      const issues = [{ in: "body", path: [cause.part], message: cause.message }] as const;
      throw new Refusal("unsupported_media_type", { status: 415, issues, cause });
    }
    if (cause instanceof RangeError) throw new Refusal("unsupported_media_type", { status: 415, cause });
    throw cause;
  }
}

/** By its name: a server without multipart bodies does not have the class. */
function isPartTypeError(cause: unknown): cause is Error & { readonly part: string } {
  return cause instanceof Error && cause.name === "PartTypeError" && "part" in cause;
}

/** JSON is UTF-8, also where a client names another charset (RFC 8259, 8.1 and 11). */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return value;
  } catch (cause) {
    throw new Refusal("malformed_body", { status: 400, cause });
  }
}

/** What needs no table of its own. */
const plainFormats: Readonly<Record<string, Pick<ReadingFormat, "read">>> = {
  text: { read: textOf },
  binary: { read: (source) => source.blob() },
};

/** Throws a `RangeError` for an unknown charset, and a `SyntaxError` for bytes that are not text in it. */
async function textOf(source: Response): Promise<string> {
  const [, charset = "utf-8"] = /;\s*charset="?([^";\s]+)/i.exec(source.headers.get("content-type") ?? "") ?? [];
  const decoder = new TextDecoder(charset, { fatal: true });
  try {
    return decoder.decode(await source.arrayBuffer());
  } catch {
    throw new SyntaxError(`the body is not ${charset}`);
  }
}

function verdictOn(value: unknown, validator: Validator | undefined, route: Route): unknown {
  const verdict = validator === undefined ? undefined : judgment(value, validator);
  if (verdict === undefined) return value;
  if (verdict.success) return verdict.data;
  const issues = issuesIn("body", verdict.error.issues);
  throw new Refusal("invalid_body", { status: 422, issues, route, body: value });
}

/** A body that is nested deeper than the stack has room for is the client's fault. */
function judgment(value: unknown, validator: Validator): ReturnType<Validator["safeParse"]> {
  try {
    return validator.safeParse(value);
  } catch (cause) {
    if (!(cause instanceof RangeError) || !/call stack/i.test(cause.message)) throw cause;
    throw new Refusal("malformed_body", { status: 400, cause });
  }
}

async function* judged(
  items: AsyncIterable<unknown>,
  validator: Validator | undefined,
  route: Route,
): AsyncGenerator<unknown> {
  try {
    for await (const item of items) yield verdictOn(item, validator, route);
  } catch (cause) {
    const isTheirs = cause instanceof Error && ["MalformedItemError", "BrokenSequenceError"].includes(cause.name);
    if (isTheirs) throw new Refusal("malformed_body", { status: 400, cause });
    throw cause;
  }
}

function isItems(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
