// What can be told from the text of a media type alone.

/** `application/json`, `application/problem+json; charset=utf-8`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json\s*(;|$)/i.test(mediaType);
}

/** `image/*`, `*`/`*`: not the type of any body, only what bodies may have. */
export function isRange(mediaType: string): boolean {
  return /^[^;]*\*/.test(mediaType);
}
