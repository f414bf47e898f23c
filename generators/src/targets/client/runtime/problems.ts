// A failed call -> its problem details (RFC 9457), whether the description has them or not.

/** Members besides these are the server's own. */
export interface Problem {
  /** Identifies the kind of problem: a URI, `about:blank` for none besides the status. */
  readonly type: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  /** Identifies this occurrence: a URI. */
  readonly instance?: string;
  readonly [member: string]: unknown;
}

/**
 * The problem in a response, a `ResponseError`, an `UnexpectedResponseError` or an `UnexpectedResponse`; `null` for what has none.
 * Standard members of the wrong type are absent, as RFC 9457, 3.1 says.
 */
export function problemIn(failure: unknown): Problem | null {
  const { response, body }: { readonly response?: unknown; readonly body?: unknown } = Object(failure);
  const type = response instanceof Response ? response.headers.get("content-type") : null;
  if (!/^application\/problem\+json *(;|$)/i.test(type ?? "")) return null;
  const members = typeof body === "string" ? parsed(body) : body;
  if (typeof members !== "object" || members === null || Array.isArray(members)) return null;
  const isRight = ([name, value]: [string, unknown]): boolean => {
    const expected =
      name === "status" ? "number" : ["type", "title", "detail", "instance"].includes(name) ? "string" : null;
    return expected === null || typeof value === expected;
  };
  return { type: "about:blank", ...Object.fromEntries(Object.entries(members).filter(isRight)) };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
