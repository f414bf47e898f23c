// Text in charsets other than UTF-8: what was received to values, and values to what is sent.
import { json, jsonTextOf, text } from "./bodies.ts";
import type { BodyFormat } from "./body-format.ts";

/** Text in its declared charset. An unknown charset is an error of the format. */
export const decodedText: BodyFormat = {
  kind: "text",
  write: String,
  read: async (response) => {
    const charset = charsetOf(response.headers.get("content-type") ?? "");
    return /^utf-?8$/i.test(charset) ? response.text() : decoded(await response.arrayBuffer(), charset);
  },
};

/** `text/plain; charset=iso-8859-1`: no platform writes other charsets than UTF-8, but this is as many bytes as characters. */
export function textIn(charset: string): BodyFormat {
  return {
    ...decodedText,
    write: (body) => {
      const written = String(body);
      const isLatin = /^(iso-?8859-1|latin-?1|windows-1252)$/i.test(charset);
      if (!(isLatin ? /^[\0-\x7f\xa0-\xff]*$/ : /^[\0-\x7f]*$/).test(written))
        throw new TypeError(`the text cannot be written in ${charset}`);
      return new Blob([Uint8Array.from(written, (character) => character.charCodeAt(0))]);
    },
  };
}

/** JSON where that is the media type, otherwise text: for a body of any type. */
export const textOrJson: BodyFormat = {
  kind: "text",
  write: (body, type = "") => (isJsonType(type) ? jsonTextOf(body) : text.write(body)),
  read: (response) => (isJsonType(response.headers.get("content-type") ?? "") ? json : decodedText).read(response),
};

function isJsonType(mediaType: string): boolean {
  return /^[^;]*[/+](x-)?json\s*(;|$)/i.test(mediaType);
}

function charsetOf(contentType: string): string {
  return /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? "utf-8";
}

function decoded(bytes: ArrayBuffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    const cause = new RangeError(`the charset ${charset} is not known`);
    throw new SyntaxError(new TextDecoder().decode(bytes), { cause });
  }
}
