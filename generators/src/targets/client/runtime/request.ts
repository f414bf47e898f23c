// An operation and a typed request -> method, URL, headers and body. Nothing is sent.
import type { Operation, RequestDraft, RequestParts, SentBody, Values } from "./runtime.ts";

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: SentBody | null;
  /** Set when the body is still being produced. */
  readonly duplex?: "half";
}

/**
 * The request to send. `baseUrl` is the address of the server, with its path if it has one. Throws a `TypeError` for a
 * value that cannot be sent without changing it: `getOrder: cannot send orderId: …`.
 */
export function buildRequest<Request extends RequestParts>(
  { id, method, path, query = "", parameters, accept, requestBody }: Operation<Request>,
  request: NoInfer<Request>,
  baseUrl: string,
): WireRequest {
  const headers = new Headers(accept ? { accept } : {});
  const draft: RequestDraft = { headers, path, query };
  let sent = "";
  try {
    for (const parameter of parameters) {
      const { name, part, write, put } = parameter;
      sent = name;
      // Own members only: a parameter may be named `constructor`.
      const values: Values = { __proto__: null, ...request[part] };
      const value = values[name];
      if (value !== undefined) put(draft, name, write(parameter, value));
      // As an empty value does.
      else if (part === "path") put(draft, name, []);
    }
    sent = "body";
    const body = requestBody?.put(requestBody.content, request, headers);
    return {
      method,
      url: baseUrl.replace(/\/+$/, "") + draft.path + (draft.query && `?${draft.query}`),
      headers,
      body: null,
      ...body,
    };
  } catch (cause) {
    throw new TypeError(`${id}: cannot send ${sent}: ${(cause as Error).message}`, { cause });
  }
}
