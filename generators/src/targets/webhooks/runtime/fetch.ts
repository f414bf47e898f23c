// A handler of deliveries -> one of Fetch requests: Next's route.ts, Workers, Deno, Bun; and one of Hono.
import { bodyParsed, joined, memberOf, type Receive, type WebhookResponse, waysToRawBytes } from "./raw-body.ts";

export type FetchAdapter = (request: Request) => Promise<Response>;

/** What Hono passes to a handler, as far as it is needed. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** `app.post("/hook", honoHandler(handler))` */
export function honoHandler({ receive }: { readonly receive: Receive }): (context: HonoContext) => Promise<Response> {
  return (context) => respond(receive, context.req.raw);
}

/** Throws a `TypeError`, at once and not by a promise that a framework may not look at, when it is called with something else. */
export function fetchAdapter(receive: Receive, usage: string): FetchAdapter {
  return (request) => {
    const headers = memberOf(request, "headers");
    if (typeof memberOf(headers, "get") === "function") return respond(receive, request);
    throw new TypeError(`This handler was not called with a Fetch Request. ${usage}`);
  };
}

async function respond(receive: Receive, request: Request): Promise<Response> {
  const { method, url } = request;
  // Not iterated: a compiler without the library `dom.iterable` does not know that they can be.
  const headers: [name: string, value: string][] = [];
  request.headers.forEach((value, name) => void headers.push([name, value]));
  return responseOf(await receive({ method, url, headers, readBody: (maxBytes) => readFetchBody(request, maxBytes) }));
}

function responseOf({ status, headers, body }: WebhookResponse): Response {
  return new Response(body, { status, headers });
}

async function readFetchBody({ body, bodyUsed }: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (bodyUsed || body?.locked) throw bodyParsed("The body has already been read", [waysToRawBytes.fetch]);
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > maxBytes) {
      drain(reader).catch(() => {});
      return null;
    }
    chunks.push(next.value);
  }
  return joined(chunks);
}

const drainedBytes = 16 * 1024 * 1024;

/**
 * The response does not wait for the rest, but some of it is read: a connection that is closed instead may lose the response. A sender that
 * never stops is cut off.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let remainingBytes = drainedBytes;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    // An empty chunk counts, too.
    remainingBytes -= next.value.length + 1;
    if (remainingBytes < 0) return await reader.cancel();
  }
}
