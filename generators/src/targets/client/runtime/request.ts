// An operation and a typed request -> method, URL, headers and body. Nothing is sent.
import type { Operation, RequestDraft, RequestParts, WireBody } from "./runtime.ts";

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: WireBody | null;
  /** Set when the body is still being produced. */
  readonly duplex?: "half";
}

/**
 * The request to send. `baseUrl` is the address of the server, with its path if it has one. Throws a `TypeError` for a
 * value that cannot be sent without changing it: `getOrder: cannot send path.orderId: …`.
 */
export function buildRequest<Request extends RequestParts>(
  { id, method, path, query = "", parameters, accept, requestBody }: Operation<Request>,
  request: Request,
  baseUrl: string,
): WireRequest {
  const headers = new Headers();
  if (accept) headers.set("accept", accept);
  const draft: RequestDraft = { headers, path, query };
  let sent = "";
  try {
    for (const parameter of parameters) {
      const { name, part, write, put } = parameter;
      sent = `${part}.${name}`;
      const values = request[part] ?? {};
      // Own members only: a parameter may be named `constructor`.
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value !== undefined) put(draft, name, write(parameter, value));
      // The same as an empty value.
      else if (part === "path") put(draft, name, []);
    }
    sent = "body";
    const body = requestBody?.put(requestBody.content, request, headers);
    const url = baseUrl.replace(/\/+$/, "") + draft.path + (draft.query && `?${draft.query}`);
    return { method, url, headers, body: null, ...body };
  } catch (cause) {
    throw new TypeError(`${id}: cannot send ${sent}: ${(cause as Error).message}`, { cause });
  }
}
