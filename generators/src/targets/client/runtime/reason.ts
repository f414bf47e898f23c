// The body of a failure -> the short text in which the server says why, for the message of an error.

/** What the server says about it, where a client can know: `message`, or the fields of RFC 9457. */
export function reasonIn(body: unknown): string {
  const { message, detail, title }: { readonly [Name in "message" | "detail" | "title"]?: unknown } = Object(body);
  const reason = [message, detail, title, body].find(
    (text) => typeof text === "string" && /^[^<\n]{1,300}$/.test(text),
  );
  return reason === undefined ? "" : `: ${reason}`;
}

/** The value, or the text itself where it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
