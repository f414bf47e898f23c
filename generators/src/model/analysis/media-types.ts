// Properties of a media type that follow from its text, and the type to send where a range is described.
import type { MediaType } from "../http.ts";

/** `application/json`, `application/problem+json; charset=utf-8`, `text/json`, `application/x-json`. */
export function isJson(mediaType: string): boolean {
  return /[/+](?:x-)?json\s*(;|$)/i.test(mediaType);
}

/** What a form has in a body, and, since OpenAPI 3.2, in a query. */
export function isForm(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(mediaType);
}

/** `image/*`, `*`/`*`: a range of media types, not the type of a body. */
export function isRange(mediaType: string): boolean {
  return /^[^;]*\*/.test(mediaType);
}

/** `*`/`*`, which frameworks write when no type is named, and `application/*`: a body of any type, JSON too. */
export function isJsonRange(mediaType: string): boolean {
  return /^(\*|application)\/\*\s*(;|$)/i.test(mediaType);
}

/**
 * What is sent where a range is described: `image/png` for `image/*`. Of `*`/`*` and `application/*`, JSON if the body is JSON, a text
 * type if it is text, else bytes. Any other type is itself.
 */
export function concreteTypeOf({ type, body }: Pick<MediaType, "type" | "body">): string {
  if (!isRange(type)) return type;
  const [family = ""] = type.toLowerCase().split("/");
  if (body === "json" || (body === "text" && family === "application")) return "application/json";
  if (body === "text") return "text/plain";
  return familyTypes[family] ?? "application/octet-stream";
}

const familyTypes: Readonly<Record<string, string>> = {
  image: "image/png",
  text: "text/plain",
  audio: "audio/mpeg",
  video: "video/mp4",
};
