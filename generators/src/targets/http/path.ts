// A path template -> the forms that tables hold: segments for matching, a template to fill in for sending.
import type { PathPart, PathTemplate } from "../../model/http.ts";
import type { Segment } from "../server/runtime/runtime.ts";

/** The segments between the slashes: `/v1/{id}` gives `["v1", { parameter: "id" }]`. */
export function segmentsOf({ segments: parts }: PathTemplate): Segment[] {
  const segments: PathPart[][] = [[]];
  for (const part of parts) {
    const [first = "", ...rest] = part.kind === "literal" ? part.text.split("/") : [];
    if (part.kind === "parameter") segments.at(-1)?.push(part);
    else if (first !== "") segments.at(-1)?.push({ kind: "literal", text: first });
    for (const text of rest) segments.push(text === "" ? [] : [{ kind: "literal", text }]);
  }
  return segments.slice(1).map(segmentOf);
}

function segmentOf(parts: readonly PathPart[]): Segment {
  const items = parts.map((part) => (part.kind === "literal" ? plainText(part.text) : { parameter: part.name }));
  const [only = ""] = items;
  return items.length < 2 ? only : { parts: items };
}

/** Decodes percent-encoding of the description; what is not percent-encoded UTF-8 stays unchanged. */
function plainText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `/v1/my orders/{id}` gives `/v1/my%20orders/{id}`: only parameters keep their braces. */
export function urlTemplateOf({ segments }: PathTemplate): string {
  return segments.map((part) => (part.kind === "literal" ? urlText(part.text) : `{${part.name}}`)).join("");
}

function urlText(text: string): string {
  return encodeURI(text).replace(/%25(?=[0-9A-Fa-f]{2})/g, "%");
}

/** The query of every request: `op=list&all=`. Empty for nearly every path. */
export function fixedQueryOf({ query }: PathTemplate): string {
  return query
    .flatMap(({ name, value }) => (value === null ? [] : [[name, value].map(encodeURIComponent).join("=")]))
    .join("&");
}
