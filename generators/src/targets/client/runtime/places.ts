// The texts of a parameter, or a body -> their place in a request.

import { jsonTextOf } from "../../http/runtime/bodies.ts";
import { isStream } from "../../http/runtime/body-format.ts";
import type { Content, Put, PutBody } from "./runtime.ts";

/** An empty segment, or one that is only dots, leads to another path. */
export const putInPath: Put = (draft, name, [text = ""]) => {
  draft.path = draft.path.replaceAll(`{${name}}`, () => text);
  if (/^\.?\.?$/.test(text)) throw new TypeError("it is empty or dots");
};

export const putInQuery: Put = (draft, _, texts) => {
  draft.query = [draft.query, ...texts].filter((text) => text !== "").join("&");
};

export const putInHeaders: Put = ({ headers }, name, texts) => {
  for (const text of texts) {
    // `Headers` would include the value in its error, and it may be a key.
    if (/[^\t -~\x80-\xff]/.test(text)) throw new TypeError("it must be Latin-1 without control characters");
    headers.set(name, text);
  }
};

export const putInCookies: Put = ({ headers }, _, texts) => {
  const before = headers.get("cookie");
  const cookies = before === null ? texts : [before, ...texts];
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
};

export const putBody: PutBody = (content: Content, { body, contentType }, headers) => {
  const types = Object.keys(content);
  const type =
    types.find((candidate) => candidate === contentType) ??
    types.find((candidate) => isWithin(contentType, candidate)) ??
    types[0] ??
    "";
  const format = content[type];
  if (format === undefined || body === undefined) return null;
  // The boundary of a multipart body is in the type of its blob, which `fetch` takes.
  const sent = contentType ?? type;
  if (format.kind !== "multipart") headers.set("content-type", sent);
  const written = format.kind === "json" ? jsonTextOf(body) : format.write(body, sent);
  return isStream(written) ? { body: written, duplex: "half" } : { body: written };
};

/** The body of a GET or HEAD request: `fetch` would fail as if the connection had. */
export const refuseBody: PutBody = (_, { body }) => {
  if (body === undefined) return null;
  throw new TypeError("fetch sends none with GET and HEAD");
};

/** `image/png` is within `image/*`. */
function isWithin(type: string | undefined, range: string): boolean {
  const star = range.indexOf("*");
  return star !== -1 && type !== undefined && type.startsWith(range.slice(0, star));
}
