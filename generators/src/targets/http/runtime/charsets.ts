// Text in charsets other than UTF-8: what was received to values, and values to what is sent.
import type { BodyFormat } from "./body-format.ts";

/** Text in its declared charset. An unknown charset is an error of the format. */
export const decodedText: BodyFormat = {
  kind: "text",
  write: String,
  read: async (response) =>
    decoded(await response.arrayBuffer(), charsetOf(response.headers.get("content-type") ?? "")),
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

function charsetOf(contentType: string): string {
  return /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? "utf-8";
}

function decoded(bytes: ArrayBuffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw new SyntaxError(`the charset ${charset} is not known`);
  }
}
