// What a client passes to `fetch` -> the parts that are compared, as they are on the wire.

export interface Sent {
  readonly method: string;
  readonly path: string;
  /** Without the `?`. */
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The body; the boundary of a multipart one is always the same. */
  readonly body: string;
}

/** Nothing was sent: the message of what was thrown. */
export interface Refused {
  readonly refused: string;
}

/** What was sent by a call with a `fetch` that records; whether the call then fails is of no interest. */
export async function recorded(call: (fetch: typeof globalThis.fetch) => Promise<unknown>): Promise<Sent | Refused> {
  const requests: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    requests.push(new Request(input, init));
    return new Response(null, { status: 204 });
  };
  const failure = await call(fetch).then(
    (response) => errorIn(response),
    (error: unknown) => error,
  );
  const [request] = requests;
  if (request === undefined) return { refused: failure instanceof Error ? failure.message : String(failure) };
  return await sentBy(request);
}

/** hey-api returns errors. */
function errorIn(response: unknown): unknown {
  return typeof response === "object" && response !== null && "error" in response ? response.error : "nothing was sent";
}

async function sentBy(request: Request): Promise<Sent> {
  const { pathname, search } = new URL(request.url);
  const headers = new Map([...request.headers]);
  const body = Buffer.from(await request.arrayBuffer()).toString();
  const type = headers.get("content-type") ?? "";
  const boundary = /boundary=(.*)/.exec(type)?.[1];
  if (boundary !== undefined) headers.set("content-type", type.replace(boundary, "B"));
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers,
    body: boundary === undefined ? body : body.replaceAll(boundary, "B"),
  };
}
