// Properties of a media type that follow from its text alone.

/** `application/json`, `application/problem+json; charset=utf-8`, `text/json`, `application/x-json`. */
export function isJson(mediaType: string): boolean {
  return /[/+](?:x-)?json\s*(;|$)/i.test(mediaType);
}

/** `image/*`, `*`/`*`: a range of media types, not the type of a body. */
export function isRange(mediaType: string): boolean {
  return /^[^;]*\*/.test(mediaType);
}
