// A multipart body as it was sent -> its parts, with the content types that `Response.formData` does not tell of.

export interface SentPart {
  readonly name: string;
  /** `null` for a field. */
  readonly file: string | null;
  /** `null` when the part has none. */
  readonly type: string | null;
  readonly content: Blob;
}

/** RFC 7578, or RFC 2046 for parts without names. Throws a `SyntaxError` whose message is the text when the bytes are no such body. */
export async function multipartPartsOf(sent: Blob, contentType: string, isNamed = true): Promise<SentPart[]> {
  const bytes = new Uint8Array(await sent.arrayBuffer());
  // One character for each byte, so places in the text are places in the bytes.
  const text = new TextDecoder("latin1").decode(bytes);
  const [, quoted, plain = quoted] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const failed = (): SyntaxError => new SyntaxError(new TextDecoder().decode(bytes));
  if (plain === undefined) throw failed();
  const delimiter = `\r\n--${plain}`;
  // The first one needs no line before it.
  const start = text.startsWith(delimiter.slice(2)) ? -2 : text.indexOf(delimiter);
  if (start === -1) throw failed();
  const parts: SentPart[] = [];
  for (let at = start + delimiter.length; !text.startsWith("--", at); ) {
    const head = text.indexOf("\r\n", at);
    const body = text.indexOf("\r\n\r\n", head);
    const end = text.indexOf(delimiter, body + 2);
    if (head === -1 || body === -1 || end === -1) throw failed();
    const fields = new TextDecoder().decode(bytes.subarray(head, body));
    const name = parameterOf(fields, "name");
    if (name === null && isNamed) throw failed();
    const type = /\r\ncontent-type:[ \t]*([^\r\n]*)/i.exec(fields)?.[1]?.trim() ?? null;
    const content = new Blob([bytes.subarray(Math.min(body + 4, end), end)]);
    parts.push({ name: name ?? "", file: parameterOf(fields, "filename"), type, content });
    at = end + delimiter.length;
  }
  return parts;
}

/** Of `Content-Disposition`. Only these three are escaped (HTML, "Multipart form data"). */
function parameterOf(fields: string, name: string): string | null {
  const disposition = /\r\ncontent-disposition:[ \t]*[\w-]+([^\r\n]*)/i.exec(fields)?.[1] ?? "";
  const [, quoted, plain = quoted] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, "i").exec(disposition) ?? [];
  return plain?.replace(/%0A/gi, "\n").replace(/%0D/gi, "\r").replace(/%22/g, '"') ?? null;
}
