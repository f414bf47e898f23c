// The pipeline as a Fetch handler, `Request -> Response`: for hosts that have no Node server, and for tests without sockets.
import { headersOf } from "./message.ts";
import type { Pipeline } from "./pipeline.ts";

/** `client` is the address that the host knows the request to come from. */
export function createFetchHandler(pipeline: Pipeline): (request: Request, client: string) => Promise<Response> {
  return async (request, client) => {
    const { pathname, search } = new URL(request.url);
    const response = await pipeline({
      id: crypto.randomUUID(),
      method: request.method,
      pathname,
      query: search.slice(1),
      authorization: request.headers.get("authorization") ?? undefined,
      contentType: request.headers.get("content-type") ?? undefined,
      client,
      readBody: async (limit) => {
        const bytes = Buffer.from(await request.arrayBuffer());
        return bytes.length > limit ? { broken: null } : bytes;
      },
    });
    const { status, body } = response;
    const headers = new Headers();
    const pairs = headersOf(response, Buffer.byteLength(body));
    pairs.forEach((name, index) => {
      if (index % 2 === 0) headers.set(name, pairs[index + 1] ?? "");
    });
    return new Response(request.method === "HEAD" ? null : body, { status, headers });
  };
}
