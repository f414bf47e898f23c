// A response -> the value that the operation describes for it: status, content type, headers, body. Nothing is validated.
import type { Exchange } from "./errors.ts";
import type { ChooseMediaType, HeaderReaders, Operation, RequestParts, Values } from "./runtime.ts";

export type Reading<Described> = (Arrived<Described> & ResponseParts & { readonly undescribed?: never }) | Undescribed;

/** A described response as it arrives: without headers that a server, a proxy or a browser (CORS) leaves out, required or not. */
export type Arrived<Described> = {
  [Part in keyof Described]: Part extends "headers" ? Partial<Described[Part]> : Described[Part];
};

/** What every response type consists of. */
export interface ResponseParts {
  readonly status: number;
  readonly contentType?: string;
  /** Of a type with an optional header only, `undefined` is a member. */
  readonly headers?: Values | undefined;
  readonly body?: unknown;
}

/** The description has no such response. */
export interface Undescribed {
  readonly undescribed: "status" | "content-type" | "body";
  /** As text. */
  readonly body: string;
  /** Why the body is not what it claims to be, where its format knows. */
  readonly cause?: unknown;
}

/**
 * Reads a response as the description defines its status and media type. The body is not validated against its type:
 * validate it where you do not trust the server. A body that the description does not have can still be read from `response`.
 * `signal` ends a sequence that has begun; `exchange` is part of the errors of its items.
 */
export async function readResponse<Request extends RequestParts, Described>(
  { responses }: Operation<Request, Described>,
  response: Response,
  signal?: AbortSignal,
  exchange?: Exchange,
): Promise<Reading<Described>> {
  const { status, headers } = response;
  // The code itself comes before its range, and that before `default`.
  const spec = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses["default"];
  if (!spec) return { undescribed: "status", body: await response.text() };
  const { content, choose = sameType } = spec;
  try {
    const head = { status, ...(spec.headers && { headers: readHeaders(spec.headers, headers) }) };
    if (!content) {
      // Frees the connection. The body can still be read from `response`.
      await response.clone().text();
      return described<Described>(head);
    }
    const sent = headers.get("content-type") ?? "";
    const type = choose(Object.keys(content), sent) ?? "";
    const format = content[type];
    if (!format) return { undescribed: "content-type", body: await response.text() };
    return described<Described>({
      ...head,
      contentType: type.includes("*") ? sent : type,
      body: await format.read(response, signal, exchange),
    });
  } catch (error) {
    if (error instanceof SyntaxError) return { undescribed: "body", body: error.message, cause: error.cause };
    throw error;
  }
}

function described<Described>(response: ResponseParts): Reading<Described> {
  return response as Arrived<Described> & ResponseParts;
}

function readHeaders(readers: HeaderReaders, sent: Headers): Values {
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const text = sent.get(name);
    if (text !== null) values[name] = read(text);
  }
  return values;
}

/** For any parameters: there is only one to choose. */
const sameType: ChooseMediaType = (types, sent) => types.find((type) => essenceOf(type) === essenceOf(sent));

function essenceOf(type: string): string {
  return type.replace(/ *;.*/, "").toLowerCase();
}
