// A Fetch `Request` to its `Response`: Workers, Deno, Bun, Next's route.ts, and Hono.
import type { Answer } from "../answer.ts";
import { joined } from "../body-bytes.ts";
import { memberOf } from "../members.ts";
import { bodyParsed, waysToRawBytes } from "../raw-body.ts";
import type { Receive } from "../receive.ts";

export type FetchAdapter = (request: Request) => Promise<Response>;

/** What Hono passes to a handler, as far as it is needed. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

export function fetchAdapter(receive: Receive): FetchAdapter {
  return (request) => {
    checkRequest(request);
    return respond(receive, request);
  };
}

/** At once, and not by a promise that a framework may not look at. */
function checkRequest(request: unknown): void {
  const headers = memberOf(request, "headers");
  if (typeof memberOf(headers, "get") === "function") return;
  throw new TypeError(
    "This handler was not called with a Fetch Request. Express takes handler.express, node:http and Next's pages/api " +
      "handler.node, Fastify handler.fastify, Hono handler.hono.",
  );
}

async function respond(receive: Receive, request: Request): Promise<Response> {
  const { method, headers } = request;
  return responseOf(await receive({ method, headers, readBody: (maxBytes) => readBody(request, maxBytes) }));
}

function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

async function readBody({ body, bodyUsed }: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (bodyUsed || body?.locked) throw bodyParsed("Somebody else has read the body", [waysToRawBytes.fetch]);
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
  let left = drainedBytes;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    // An empty chunk counts, too.
    left -= next.value.length + 1;
    if (left < 0) return await reader.cancel();
  }
}
